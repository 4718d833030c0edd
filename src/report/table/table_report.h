// The reports in tables, html and xlsx: summaries become lists of facts, all other records rows, by their
// descriptions. Written here by hand are only the order of a report's parts and what was cut.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "kindred/report.h"
#include "report/table/record_table.h"
#include "report/table/tables.h"

namespace kindred::report {

class TableReport : public Report {
 public:
  TableReport(const ReportOptions& options, std::unique_ptr<TableWriter> writer)
      : options_(options), writer_(std::move(writer)) {}

  bool On(const Record& record) override;
  void End() override;
  // From now on the lists of a record have at most so many rows, and the total; 0: all.
  void CutLists(std::uint64_t most) { most_of_list_ = most; }
  // After the last record of a type of which there were at least `seen`: writes how many were not shown.
  void TellMore(const RecordType& type, std::uint64_t seen);

 private:
  // How many items of a kind there are, and how many came.
  struct Shown {
    std::string what;
    std::uint64_t all = 0;
    std::uint64_t shown = 0;
  };

  void Begin(const Summary&);
  void Begin(const TreeComparison&);
  void Begin(const SpanSummary&);
  void Begin(const FileComparison&);
  void Begin(const NearSummary&);
  void BeginNearStage(const NearSummary&);
  void BeginQuery(const QueryHeader&);

  void Start(const std::vector<ReportPart>& parts);
  // The first part of a report: what a summary counted, and what was left out.
  void TellSummary(const Record& summary);
  void TellSkips(const RunFacts& facts);
  void TellRows(const Record& record);
  void TellList(const RecordTable& table, std::size_t level, const Field& field, const Record& record,
                const std::vector<Cell>& carried);
  // "10 of 340 files shown", if they are not all.
  void NoteShown(const TableForm& form, std::uint64_t shown, std::uint64_t all, std::string_view what);

  // The table of a type of record; made when it is first needed.
  const RecordTable& TableOf(const RecordType& type);
  template <typename T>
  ReportPart PartOf(std::optional<std::uint64_t> count = {});
  // As PartOf, and what follows of this type is held against the count.
  template <typename T>
  ReportPart ListOf(std::uint64_t count);
  Shown& Of(std::string_view what);
  void EndQuery();

  const ReportOptions options_;
  std::uint64_t most_of_list_ = 0;
  std::unique_ptr<TableWriter> writer_;
  std::map<const void*, std::unique_ptr<RecordTable>> tables_;  // by shape, or by type
  std::map<const RecordType*, std::uint64_t> counts_;
  bool started_ = false;
  std::vector<Fact> settings_;  // written at the end
  std::vector<Shown> shown_;
  std::uint64_t matches_ = 0;  // of the query that is being written
  std::uint64_t matched_ = 0;  // of these, written
};

}  // namespace kindred::report
