// The sink behind the html and xlsx reports. table_report.cc has the results of find, table_commands.cc those
// of query, compare, spans and near. What is about an index (scan, stats, check) and two files side by side
// have no tables.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kindred/report.h"
#include "report/table/tables.h"

namespace kindred::report {

class TableReport : public ResultSink {
 public:
  TableReport(const ReportOptions& options, std::unique_ptr<TableWriter> writer)
      : options_(options), writer_(std::move(writer)) {}

  void OnSummary(const Summary&) override;
  void OnIdentical(const IdenticalSet&) override;
  void OnCluster(const Cluster&) override;
  void OnGroup(const Group&) override;
  void OnPair(const FilePair&) override;
  void OnDirectories(const DirectoryPair&) override;
  void OnSet(const InterestingSet&) override;
  void OnSkip(const Skip&) override;

  void OnCompared(const TreeComparison&) override;
  void OnRelation(const FileRelation&) override;
  void OnQuery(const QueryHeader&) override;
  void OnMatch(const Match&) override;
  void OnSpans(const SpanSummary&) override;
  void OnComparison(const Comparison&) override;
  void OnSpan(const Span&) override;
  void OnNearSummary(const NearSummary&) override;
  void OnNearSet(const NearSet&) override;
  void OnNearPair(const NearPair&) override;

  void OnEnd() override;

 private:
  // How many items of a kind there are, and how many came.
  struct Shown {
    std::string what;
    std::uint64_t all = 0;
    std::uint64_t shown = 0;
  };

  void Start(const std::vector<ReportPart>& parts);
  // Nothing, if there are none.
  void TellFacts(const ReportPart& part, const std::vector<Fact>& facts);
  // "10 of 340 files shown", if they are not all.
  void NoteShown(const TableForm& form, std::uint64_t shown, std::uint64_t all, const char* what);
  Shown& Of(const char* what);
  void EndQuery();

  const ReportOptions options_;
  std::unique_ptr<TableWriter> writer_;
  bool started_ = false;
  std::vector<Fact> settings_;  // told at the end
  std::vector<Shown> shown_;
  std::uint64_t matches_ = 0;             // of the query that is being told
  std::uint64_t matched_ = 0;             // of these, told
  std::optional<Comparison> comparison_;  // spans that follow are of these two files
};

// What several commands have.
ReportPart PartOf(const TableForm& form, std::optional<std::uint64_t> count = {});
ReportPart SkipsPart(std::uint64_t count);
ReportPart NearPairsPart(std::optional<std::uint64_t> count = {});
ReportPart NearSetsPart(std::optional<std::uint64_t> count = {});

}  // namespace kindred::report
