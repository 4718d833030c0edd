// The html report: as much of each list as a browser opens at once (top_items.h), the rest counted; two files
// side by side are a separate page. Writing is done by html_writer.cc and side_html.cc.
#include <map>
#include <memory>
#include <ostream>

#include "report/formats/dispatch.h"
#include "report/formats/formats.h"
#include "report/side/side_html.h"
#include "report/table/html_writer.h"
#include "report/table/table_report.h"
#include "report/table/top_items.h"

namespace kindred::report {

namespace {

class HtmlReport : public Report {
 public:
  HtmlReport(const ReportOptions& options, std::ostream& stream)
      : options_(options),
        stream_(stream),
        size_(PageSizeOf(options)),
        tables_(options, std::make_unique<HtmlWriter>(options, stream)) {
    tables_.CutLists(size_.files);
  }

  bool On(const Record& record) override {
    if (const SideBySide* files = record.As<SideBySide>()) {
      WriteSideHtml(*files, options_, stream_);
      side_by_side_ = true;
      return true;
    }
    if (size_.items == 0) return tables_.On(record);
    if (type_ != &record.type()) EndList();
    type_ = &record.type();
    const bool collected = Dispatch<InterestingSet, DirectoryPair, FilePair, FileRelation>(
        record, [this](const auto& item) { Collect(item); });
    if (!collected) First(record);
    return true;
  }

  void End() override {
    EndList();
    if (!side_by_side_) return tables_.End();
    EndStream(stream_);
  }

 private:
  // A list of one type while it comes, if its items are picked out.
  struct List {
    virtual ~List() = default;
    virtual void Tell(TableReport* tables) = 0;
    virtual std::uint64_t seen() const = 0;
  };
  template <typename T>
  struct ListOf : List {
    explicit ListOf(std::uint64_t most) : items(most) {}
    void Tell(TableReport* tables) override {
      items.Drain([&](const T& item) { tables->On(item); });
    }
    std::uint64_t seen() const override { return items.seen(); }
    TopItems<T> items;
  };

  template <typename T>
  void Collect(const T& item) {
    if (list_ == nullptr) {
      const bool outline = !ListsInTables(TypeOf<T>()).empty();
      list_ = std::make_unique<ListOf<T>>(outline ? size_.items : size_.rows);
    }
    static_cast<ListOf<T>*>(list_.get())->items.Add(item);
  }

  // Items that are written in the order in which they come: the first of them.
  void First(const Record& record) {
    if (!record.type().facts.empty()) {
      tables_.On(record);
      return;
    }
    const bool match = record.As<Match>() != nullptr;
    if (record.As<QueryHeader>() != nullptr) matches_ = 0;
    std::uint64_t& seen = seen_[&record.type()];
    ++seen;
    if (match && (queries_are_cut_ || ++matches_ > size_.items)) return;
    const bool outline = !ListsInTables(record.type()).empty() || record.As<QueryHeader>() != nullptr;
    if (!match && seen > (outline ? size_.items : size_.rows)) {
      queries_are_cut_ = queries_are_cut_ || record.As<QueryHeader>() != nullptr;
      return;
    }
    if (const Family* family = record.As<Family>()) {
      tables_.On(Shortened(*family, size_.files));
    } else {
      tables_.On(record);
    }
  }

  // The table of a query has its own count of matches.
  void EndList() {
    if (list_ != nullptr) {
      list_->Tell(&tables_);
      tables_.TellMore(*type_, list_->seen());
      list_ = nullptr;
    } else if (type_ != nullptr && type_ != &TypeOf<Match>() && seen_.contains(type_)) {
      tables_.TellMore(*type_, seen_[type_]);
    }
  }

  const ReportOptions options_;
  std::ostream& stream_;
  const PageSize size_;
  TableReport tables_;
  bool side_by_side_ = false;
  const RecordType* type_ = nullptr;  // of the last record
  std::unique_ptr<List> list_;
  std::map<const RecordType*, std::uint64_t> seen_;
  std::uint64_t matches_ = 0;  // of the last query
  bool queries_are_cut_ = false;
};

}  // namespace

std::unique_ptr<Report> MakeHtmlReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<HtmlReport>(options, stream);
}

}  // namespace kindred::report
