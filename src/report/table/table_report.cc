// See table_report.h.
#include "report/table/table_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/formats/dispatch.h"

namespace kindred::report {

namespace {

const ReportPart kSummaryPart = {"summary", "Summary"};
const ReportPart kSkippedPart = {"skipped", "Skipped, by reason"};
const ReportPart kNearStagePart = {"first-look", "First look, by tallies"};
const ReportPart kCutPart = {"cut", "Not shown"};

// "permission denied (error)", "hidden names", ...: none if nothing was left out.
std::vector<Fact> SkipFacts(const RunFacts& run) {
  std::vector<Fact> facts;
  for (const SkipCount& count : run.skip_counts)
    facts.push_back({count.reason + (count.error ? " (error)" : ""), CountCell(count.files)});
  if (run.hidden > 0) facts.push_back({"hidden names", CountCell(run.hidden)});
  if (run.filtered > 0) facts.push_back({"left out by flags", CountCell(run.filtered)});
  return facts;
}

}  // namespace

const RecordTable& TableReport::TableOf(const RecordType& type) {
  const void* key = type.table == nullptr ? static_cast<const void*>(&type) : &type.table();
  std::unique_ptr<RecordTable>& table = tables_[key];
  if (table == nullptr) table = std::make_unique<RecordTable>(type);
  return *table;
}

template <typename T>
ReportPart TableReport::PartOf(std::optional<std::uint64_t> count) {
  const TableForm& form = TableOf(TypeOf<T>()).form();
  return {form.id, form.title, count, &form};
}

template <typename T>
ReportPart TableReport::ListOf(std::uint64_t count) {
  Of(TableOf(TypeOf<T>()).plural()).all = count;
  return PartOf<T>(count);
}

TableReport::Shown& TableReport::Of(std::string_view what) {
  for (Shown& shown : shown_) {
    if (shown.what == what) return shown;
  }
  return shown_.emplace_back(Shown{std::string(what)});
}

void TableReport::Start(const std::vector<ReportPart>& parts) {
  if (started_) return;
  started_ = true;
  writer_->Start("kindred " + options_.command_line, parts);
  settings_.insert(settings_.begin(), {"Command", TextCell("kindred " + options_.command_line)});
}

void TableReport::NoteShown(const TableForm& form, std::uint64_t shown, std::uint64_t all,
                            std::string_view what) {
  if (shown < all) {
    writer_->Note(
        form, fmt::format("{} of {} {} shown (--limit 0 shows all)", CountText(shown), CountText(all), what));
  }
}

bool TableReport::On(const Record& record) {
  if (!record.type().facts.empty() || !record.type().settings.empty()) {
    if (!Dispatch<Summary, TreeComparison, SpanSummary, FileComparison, NearSummary>(
            record, [this](const auto& summary) { Begin(summary); })) {
      settings_ = started_ ? settings_ : FactsOf(record, record.type().settings);
    }
  }
  if (record.type().facts.empty()) TellRows(record);
  return true;
}

void TableReport::TellSummary(const Record& summary) {
  writer_->Facts(kSummaryPart, FactsOf(summary, summary.type().facts));
}

void TableReport::TellSkips(const RunFacts& run) {
  const std::vector<Fact> facts = SkipFacts(run);
  if (!facts.empty()) writer_->Facts(kSkippedPart, facts);
}

void TableReport::Begin(const Summary& summary) {
  settings_ = FactsOf(summary, TypeOf<Summary>().settings);
  std::vector<ReportPart> parts = {kSummaryPart};
  if (!summary.only_directories) {
    const FindSections& follow = summary.sections;
    if (follow.families) parts.push_back(ListOf<Family>(summary.families));
    if (follow.folders) parts.push_back(ListOf<CopiedFolders>(summary.folder_sets));
    if (follow.identical) parts.push_back(ListOf<IdenticalSet>(summary.identical_sets));
    if (follow.inside && summary.same_inside > 0) parts.push_back(ListOf<SameInside>(summary.same_inside));
    if (follow.contained) parts.push_back(ListOf<ContainedFile>(summary.contained));
    if (follow.groups) parts.push_back(ListOf<Group>(summary.groups));
  }
  if (summary.with_directories) parts.push_back(ListOf<DirectoryPair>(summary.directories));
  if (summary.with_sets) parts.push_back(ListOf<InterestingSet>(summary.sets));
  if (summary.with_pairs) parts.push_back(ListOf<FilePair>(summary.pairs));
  if (summary.with_near_stage) {
    // Its counts are not known yet.
    parts.push_back(kNearStagePart);
    parts.push_back(PartOf<NearPair>());
    parts.push_back(PartOf<NearSet>());
  }
  parts.push_back(PartOf<Skip>(summary.skips));
  parts.push_back(kSettingsPart);
  Start(parts);
  TellSummary(summary);
  TellSkips(summary);
}

void TableReport::Begin(const TreeComparison& comparison) {
  settings_ = FactsOf(comparison, TypeOf<TreeComparison>().settings);
  std::uint64_t files = comparison.further;
  for (std::uint64_t count : comparison.relations) files += count;
  Start({kSummaryPart, ListOf<FileRelation>(files), PartOf<Skip>(comparison.skips), kSettingsPart});
  TellSummary(comparison);
  TellSkips(comparison);
}

void TableReport::Begin(const SpanSummary& summary) {
  settings_ = FactsOf(summary, TypeOf<SpanSummary>().settings);
  Start({kSummaryPart, ListOf<Span>(summary.spans), PartOf<Skip>(summary.skips), kSettingsPart});
  TellSummary(summary);
  TellSkips(summary);
}

void TableReport::Begin(const FileComparison& comparison) {
  settings_ = FactsOf(comparison, TypeOf<FileComparison>().settings);
  Start({kSummaryPart, ListOf<Span>(comparison.spans), kSettingsPart});
  TellSummary(comparison);
}

void TableReport::Begin(const NearSummary& summary) {
  if (summary.near_stage) return BeginNearStage(summary);
  settings_ = FactsOf(summary, TypeOf<NearSummary>().settings);
  Start({kSummaryPart, ListOf<NearPair>(summary.pairs), ListOf<NearSet>(summary.sets),
         PartOf<Skip>(summary.skips), kSettingsPart});
  TellSummary(summary);
  TellSkips(summary);
}

// A part of find's report, which has written its own summary and skips.
void TableReport::BeginNearStage(const NearSummary& summary) {
  Start({});
  ListOf<NearPair>(summary.pairs);
  ListOf<NearSet>(summary.sets);
  std::vector<Fact> facts = FactsOf(summary, TypeOf<NearSummary>().facts);
  for (Fact& fact : SkipFacts(summary)) facts.push_back(std::move(fact));
  for (Fact& fact : FactsOf(summary, TypeOf<NearSummary>().settings)) settings_.push_back(std::move(fact));
  writer_->Facts(kNearStagePart, facts);
  if (summary.pairs == 0) writer_->Note(TableOf(TypeOf<NearPair>()).form(), "no two tallies are near");
  if (summary.sets == 0)
    writer_->Note(TableOf(TypeOf<NearSet>()).form(), "no three files are equal, or have equal tallies");
}

void TableReport::BeginQuery(const QueryHeader& query) {
  EndQuery();
  matches_ = query.matches;
}

void TableReport::EndQuery() {
  if (matched_ < matches_) NoteShown(TableOf(TypeOf<Match>()).form(), matched_, matches_, "matches");
  matched_ = matches_ = 0;
}

void TableReport::TellRows(const Record& record) {
  const RecordTable& table = TableOf(record.type());
  const TableForm& form = table.form();
  if (form.columns.empty()) return;  // nothing of it is for tables
  Start({{form.id, form.title, {}, &form}, kSettingsPart});
  if (const QueryHeader* query = record.As<QueryHeader>()) BeginQuery(*query);
  if (record.As<Match>() != nullptr) ++matched_;
  const std::size_t level = table.LevelOf(record.type());
  if (level == 0) ++Of(table.plural()).shown;
  const std::uint64_t number = ++counts_[&record.type()];
  writer_->Row(form, level, table.Cells(record, number));
  if (const Family* family = record.As<Family>()) writer_->Picture(*family);
  std::size_t below = level;
  for (const Field* list : ListsInTables(record.type()))
    TellList(table, ++below, *list, record, table.Carried(record, number));
  const std::string remark = record.type().remark == nullptr ? "" : record.type().remark(record);
  if (!remark.empty()) writer_->Note(form, remark);
}

void TableReport::TellMore(const RecordType& type, std::uint64_t seen) {
  const RecordTable& table = TableOf(type);
  if (table.form().columns.empty()) return;
  Shown& of = Of(table.plural());
  of.all = std::max(of.all, seen);
  if (of.shown == of.all) return;
  writer_->More(table.form(), fmt::format("{} more {}: use kindred review, or --limit 0 for all",
                                          CountText(of.all - of.shown), table.plural()));
}

void TableReport::TellList(const RecordTable& table, std::size_t level, const Field& field,
                           const Record& record, const std::vector<Cell>& carried) {
  const Value value = field.read(record);
  const ListValue& list = value.List();
  const std::size_t shown = most_of_list_ == 0 ? list.size : std::min<std::size_t>(list.size, most_of_list_);
  for (std::size_t i = 0; i < shown; ++i) {
    const Value element = list.at(list, i);
    writer_->Row(table.form(), level,
                 field.nested == nullptr ? table.Cells(field, element, carried)
                                         : table.Cells(element.Nested(), i + 1, carried));
  }
  const Field* total = record.type().Find(field.form.total);
  NoteShown(table.form(), shown,
            std::max<std::uint64_t>(list.size, total == nullptr ? 0 : total->read(record).Count()),
            field.form.plural.empty() ? std::string_view("rows") : field.form.plural);
}

void TableReport::End() {
  Start({});
  EndQuery();
  std::vector<Fact> cut;
  for (const Shown& shown : shown_) {
    if (shown.shown >= shown.all) continue;
    cut.push_back({shown.what, TextCell(fmt::format("{} of {} shown (--limit 0 shows all)",
                                                    CountText(shown.shown), CountText(shown.all)))});
  }
  if (!cut.empty()) writer_->Facts(kCutPart, cut);
  writer_->Facts(kSettingsPart, settings_);
  writer_->End();
}

}  // namespace kindred::report
