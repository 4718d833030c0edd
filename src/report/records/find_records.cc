// Descriptions of the summary of find, and of skips; copies_records.cc and similar_records.cc have its lists.
// kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

using enum FieldKind;

const TableShape& SkipTable() {
  static const TableShape shape = {
      .id = "skips", .title = "Skips", .plural = "skips", .levels = {&TypeOf<Skip>()}};
  return shape;
}

using S = FieldsOf<Summary>;

bool WithSets(const Record& record) { return record.As<Summary>()->with_sets; }
bool WithDirectories(const Record& record) { return record.As<Summary>()->with_directories; }
bool WithFiles(const Record& record) { return !record.As<Summary>()->only_directories; }
bool WithPools(const Record& record) { return record.As<Summary>()->pools > 0; }

Fields SummaryFields() {
  constexpr unsigned kLines = kInLines | kInCsv;
  return {
      S::Text<&Summary::version>("version", {.csv = "note", .title = "Version"}),
      SchemaField<Summary>(),
      S::List<&Summary::roots>("roots", kName, {.csv = "path_a", .title = "Root", .rows = "root"}),
      S::Nested<&Summary::method>("method", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::files>("files", {.csv = "note", .title = "Files"}),
      S::Count<&Summary::contents>("contents", {.csv = "note", .title = "Distinct contents"}),
      S::Bytes<&Summary::bytes>("bytes", {.csv = "note", .title = "Bytes"}),
      S::Count<&Summary::marks>("marks", {.csv = "note", .title = "Marks"}),
      S::Count<&Summary::skips>("skips", {.csv = "note", .title = "Skips"}),
      S::Count<&Summary::capped_keys>("capped_keys", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::identical_sets>("identical_sets", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::groups>("groups", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::families>("families", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::pairs>("pairs", {.in = kLines, .csv = "note"}),
      S::Count<&Summary::links_between>(
          "links_between", {.when = S::If<&Summary::links_between>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::large_families>(
          "large_families", {.when = S::If<&Summary::large_families>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::containers>("containers",
                                     {.when = S::If<&Summary::containers>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::parts>("parts", {.when = S::If<&Summary::parts>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::same_inside>("same_inside",
                                      {.when = S::If<&Summary::same_inside>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::copies>("copies", {.when = S::If<&Summary::copies>, .in = kLines, .csv = "note"}),
      S::Bytes<&Summary::identical_bytes>(
          "spare_bytes", {.when = S::If<&Summary::identical_bytes>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::folder_sets>("folder_sets",
                                      {.when = S::If<&Summary::folder_sets>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::contained>("contained",
                                    {.when = S::If<&Summary::contained>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::boilerplate>("boilerplate",
                                      {.when = S::If<&Summary::boilerplate>, .in = kLines, .csv = "note"}),
      S::Count<&Summary::decided>(
          "decided", {.when = S::If<&Summary::decided>, .csv = "note", .title = "Decided, hidden"}),
      S::Count<&Summary::unrelated>("unrelated",
                                    {.when = S::If<&Summary::unrelated>, .in = kLines, .csv = "note"}),
  };
}

Fields SummaryCounts() {
  return {
      S::Count<&Summary::directories>("directories",
                                      {.when = WithDirectories, .csv = "note", .title = "Directory pairs"}),
      S::Count<&Summary::crowded_files>("crowded_files",
                                        {.when = WithDirectories, .in = kInLines | kInCsv, .csv = "note"}),
      S::Count<&Summary::sets>("sets", {.when = WithSets, .csv = "note", .title = "Interesting sets"}),
      S::Flag<&Summary::sets_complete>("sets_complete",
                                       {.when = WithSets, .in = kInLines | kInCsv, .csv = "note"}),
  };
}

Fields SummaryPools() {
  return {
      S::Count<&Summary::pools>("pools", {.when = WithPools, .in = kInLines | kInCsv, .csv = "note"}),
      S::Count<&Summary::pool_files>("pool_files",
                                     {.when = WithPools, .in = kInLines | kInCsv, .csv = "note"}),
  };
}

// Facts that only tables show: in words, or only in some cases.
Fields SummaryFacts() {
  return {
      S::Count<&Summary::families>("Families", {.when = WithFiles, .in = kInTables}),
      S::Count<&Summary::groups>("Groups", {.when = WithFiles, .in = kInTables}),
      S::Count<&Summary::pairs>("Similar pairs", {.when = WithFiles, .in = kInTables}),
      S::Count<&Summary::identical_sets>("Identical sets", {.when = WithFiles, .in = kInTables}),
      S::Bytes<&Summary::identical_bytes>("Spare bytes", {.when = WithFiles, .in = kInTables}),
      S::Text<[](const Summary&) { return "not all: the search was too long"; }>(
          "Interesting sets found",
          {.when = S::If<[](const Summary& summary) { return summary.with_sets && !summary.sets_complete; }>,
           .in = kInTables}),
      S::Text<[](const Summary& summary) {
        return fmt::format(
            "not all: {} in many directories, of which only the nearest were compared",
            Counted(summary.crowded_files, "file has similar files", "files have similar files"));
      }>("Directories compared", {.when = S::If<&Summary::crowded_files>, .in = kInTables}),
      S::Text<[](const Summary& summary) {
        return fmt::format("{} occurred in more than {} and proposed neighbours only, not every pair",
                           Counted(summary.capped_keys, "key"), Counted(summary.degree_cap, "file"));
      }>("Common marks", {.when = S::If<&Summary::capped_keys>, .in = kInTables}),
      S::Text<[](const Summary& summary) {
        return fmt::format("compared also with {}, {}", Counted(summary.pools, "pool"),
                           Counted(summary.pool_files, "file"));
      }>("Pools", {.when = S::If<&Summary::pools>, .in = kInTables}),
      S::Text<[](const Summary&) { return MeasuredText(true); }>(
          "Shares measured", {.when = S::If<&Summary::verified>, .in = kInTables, .title = "Shares"}),
      S::Count<&Summary::set_minimum>("Marks of a set at least", {.when = WithSets, .in = kInTables}),
  };
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

std::uint64_t FoundOf(const Summary& summary) {
  std::uint64_t found =
      (summary.with_directories ? summary.directories : 0) + (summary.with_sets ? summary.sets : 0);
  if (summary.only_directories) return found;
  const FindSections& lists = summary.sections;
  found += (lists.identical ? summary.identical_sets : 0) + (lists.inside ? summary.same_inside : 0) +
           (lists.families ? summary.families : 0) + (lists.groups ? summary.groups : 0) +
           (lists.folders ? summary.folder_sets : 0) + (lists.contained ? summary.contained : 0) +
           (summary.with_pairs ? summary.pairs : 0);
  return found;
}

template <>
const RecordType& TypeOf<Summary>() {
  static const RecordType type = {
      .name = "summary",
      .fields =
          report::Join({report::SummaryFields(), report::VerifiedFields<Summary>(), report::SummaryCounts(),
                        report::FilterFields<Summary>(), report::TemplateFields<Summary>(),
                        report::SummaryPools(), report::SettingFields<Summary>(), report::SummaryFacts()}),
      .facts = {"files",
                "contents",
                "bytes",
                "marks",
                "Families",
                "Groups",
                "Similar pairs",
                "Identical sets",
                "Spare bytes",
                "decided",
                "directories",
                "sets",
                "skips",
                "dropped",
                "Pairs filtered out",
                "Interesting sets found",
                "Directories compared",
                "Common marks",
                "Templates",
                "Pools"},
      .settings = {"version", "Method", "Least similarity", "Measure", "Shares measured", "filter",
                   "filter_command", "Marks of a set at least", "roots"}};
  return type;
}

template <>
const RecordType& TypeOf<Skip>() {
  using F = FieldsOf<Skip>;
  static const RecordType type = {
      .name = "skip",
      .fields = {F::Name<&Skip::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Text<&Skip::stage>("stage", {.title = "Stage"}),
                 F::Text<&Skip::reason>("reason", {.title = "Reason"}),
                 F::Flag<&Skip::error>("error", {.title = "Error"}),
                 F::Text<[](const Skip& skip) { return skip.stage + ": " + skip.reason; }>(
                     "why", {.in = kInCsv, .csv = "note", .note = NoteForm::kValue})},
      .level = "skip",
      .shown = {"path", "stage", "reason", "error"},
      .table = report::SkipTable};
  return type;
}

}  // namespace kindred::inline v0
