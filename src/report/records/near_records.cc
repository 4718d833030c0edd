// Descriptions of the records of near; kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

using enum FieldKind;
using N = FieldsOf<NearSummary>;
using Near = NearSummary;

const TableShape& NearSetTable() {
  static const TableShape shape = {
      .id = "near-sets",
      .title = "Near sets",
      .plural = "near sets",
      .columns = {{"File", kName}, {"Kind", kText}, {"Size", kBytes}, {"Files", kCount}},
      .levels = {&TypeOf<NearSet>()}};
  return shape;
}

const TableShape& NearPairTable() {
  static const TableShape shape = {
      .id = "near-pairs", .title = "Near pairs", .plural = "near pairs", .levels = {&TypeOf<NearPair>()}};
  return shape;
}

bool IsNearStage(const Record& record) { return record.As<Near>()->near_stage; }
bool IsWhole(const Record& record) { return !record.As<Near>()->near_stage; }

Fields NearFields() {
  constexpr unsigned kLines = kInLines | kInCsv;
  return {
      N::Text<&Near::version>("version", {.in = kLines, .csv = "note"}), SchemaField<Near>(),
      N::List<&Near::roots>("roots", kName, {.in = kInLines}),
      // For the near stage of find they were reported before.
      N::List<&Near::roots>("root", kName, {.when = IsWhole, .in = kInCsv, .csv = "path_a", .rows = "root"}),
      N::Name<&Near::query>("query", {.in = kLines, .nullable = true, .csv = "path_a"}),
      N::Text<&Near::database>("database", {.in = kLines, .csv = "note"}),
      N::Text<&Near::tags>("tags", {.csv = "note", .title = "Tags of tallies"}),
      N::Text<&Near::key>("key", {.csv = "note", .title = "Key of tallies"}),
      N::Real<&Near::tolerance>("tolerance", {.in = kLines, .csv = "note"}),
      N::Count<&Near::files>("files", {.csv = "note", .title = "Files"}),
      N::Bytes<&Near::bytes>("bytes", {.csv = "note", .title = "Bytes"}),
      N::Count<&Near::contents>("contents", {.csv = "note", .title = "Distinct contents"}),
      N::Count<&Near::read_files>("read_files", {.csv = "note", .title = "Files read"}),
      N::Bytes<&Near::read_bytes>("read_bytes", {.csv = "note", .title = "Bytes read"}),
      N::Count<&Near::skips>("skips", {.in = kLines, .csv = "note"}),
      N::Count<&Near::sets>("sets", {.csv = "note", .title = "Near sets"}),
      N::Count<&Near::pairs>("pairs", {.csv = "note", .title = "Near pairs"}),
      N::Flag<&Near::near_stage>("first_look", {.when = IsNearStage, .in = kLines, .csv = "note"}),
      N::Count<&Near::few_marks>(
          "few_marks", {.when = IsNearStage, .csv = "note", .title = "Contents with too few marks"}),
      N::Count<&Near::too_large>("too_large",
                                 {.when = IsNearStage, .csv = "note", .title = "Files too large to mark"}),
      N::Flag<&Near::verified>("verified", {.when = N::If<&Near::verified>, .in = kLines, .csv = "note"}),
      N::Count<&Near::dropped>(
          "dropped", {.when = N::If<&Near::verified>, .csv = "note", .title = "Pairs dropped by reading"}),
      N::Count<&Near::unverified>("unverified",
                                  {.when = N::If<&Near::verified>, .in = kLines, .csv = "note"}),
      N::Count<&Near::unread>("unread", {.when = N::If<&Near::verified>, .in = kLines, .csv = "note"})};
}

// Facts that only tables show: in words, or only in some cases. The near stage is a part of find's report,
// which has shown the settings.
Fields NearFacts() {
  return {
      N::Count<&Near::skips>("Skips", {.when = IsWhole, .in = kInTables}),
      N::Count<&Near::too_small>("Contents with too few tags", {.in = kInTables}),
      N::Count<&Near::unverified>("Pairs beyond --limit, not read",
                                  {.when = N::If<&Near::unverified>, .in = kInTables}),
      N::Count<&Near::unread>("Pairs that could not be read, not verified",
                              {.when = N::If<&Near::unread>, .in = kInTables}),
      N::Text<&Near::version>(
          "Version", {.when = N::If<[](const Near& all) { return !all.near_stage && !all.version.empty(); }>,
                      .in = kInTables}),
      N::Text<&Near::database>("Tallies", {.when = N::If<&Near::database>, .in = kInTables}),
      N::Text<[](const Near& all) { return fmt::format("{:.6g}%", all.tolerance * 100); }>(
          "Tolerance of near", {.in = kInTables}),
      N::Text<[](const Near&) { return MeasuredText(true); }>(
          "Shares",
          {.when = N::If<[](const Near& all) { return !all.near_stage && all.verified; }>, .in = kInTables}),
      N::Name<&Near::query>(
          "File", {.when = N::If<[](const Near& all) { return !all.near_stage && !all.query.empty(); }>,
                   .in = kInTables}),
      N::List<&Near::roots>("Root", kName, {.when = IsWhole, .in = kInTables}),
  };
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<NearSummary>() {
  static const RecordType type = {
      .name = "near_summary",
      .fields = report::Join({report::NearFields(), report::NearFacts()}),
      .facts = {"files", "contents", "bytes", "pairs", "sets", "few_marks", "too_large", "Skips",
                "Contents with too few tags", "read_files", "read_bytes", "dropped",
                "Pairs beyond --limit, not read", "Pairs that could not be read, not verified"},
      .settings = {"Version", "Tallies", "tags", "key", "Tolerance of near", "Shares", "File", "Root"}};
  return type;
}

template <>
const RecordType& TypeOf<NearSet>() {
  using F = FieldsOf<NearSet>;
  constexpr auto kTotal = [](const NearSet& set) {
    return report::TotalOf(set.total_files, set.files.size());
  };
  static const RecordType type = {
      .name = "near_set",
      .fields = {F::Ordinal("number", {.in = kInCsv, .csv = "set", .carried = true}),
                 F::Flag<&NearSet::identical>("identical", {.in = kInLines}),
                 F::Bytes<&NearSet::size>("size", {.csv = "size_a", .carried = true, .title = "Size"}),
                 F::List<&NearSet::files>("files", FieldKind::kName,
                                          {.csv = "path_a",
                                           .title = "File",
                                           .rows = "near_set",
                                           .total = "total_files",
                                           .plural = "files"}),
                 F::Count<kTotal>("total_files", {.in = kInLines | kInTables, .title = "Files"}),
                 F::Text<[](const NearSet& set) { return set.identical ? "identical" : "equal tallies"; }>(
                     "Kind",
                     {.in = kInCsv | kInTables, .csv = "note", .note = NoteForm::kValue, .carried = true}),
                 F::Name<[](const NearSet& set) { return set.files.empty() ? std::string() : set.files[0]; }>(
                     "File", {.in = kInTables})},
      .csv_row = false,
      .level = "set",
      .shown = {"File", "total_files", "size", "Kind"},
      .table = report::NearSetTable};
  return type;
}

template <>
const RecordType& TypeOf<NearPair>() {
  using F = FieldsOf<NearPair>;
  using P = NearPair;
  static const RecordType type = {
      .name = "near",
      .fields = {F::Name<&P::a>("a", {.csv = "path_a", .title = "A"}),
                 F::Name<&P::b>("b", {.csv = "path_b", .title = "B"}),
                 F::Bytes<&P::size_a>("size_a", {.csv = "size_a", .title = "Size of A"}),
                 F::Bytes<&P::size_b>("size_b", {.csv = "size_b", .title = "Size of B"}),
                 F::Count<&P::key_distance>("key_distance", {.csv = "note", .title = "Key distance"}),
                 F::Count<&P::distance>("distance", {.csv = "note", .title = "Distance"}),
                 F::Flag<&P::identical>("identical", {.in = kInLines | kInTables, .title = "Identical"}),
                 F::Flag<&P::identical>(
                     "identical",
                     {.when = F::If<&P::identical>, .in = kInCsv, .csv = "note", .note = NoteForm::kKey}),
                 F::Share<&P::of_a>("of_a", {.when = F::If<&P::verified>, .csv = "of_a", .title = "Of A"}),
                 F::Share<&P::of_b>("of_b", {.when = F::If<&P::verified>, .csv = "of_b", .title = "Of B"}),
                 F::Flag<&P::verified>(
                     "verified", {.when = F::If<[](const P& pair) { return pair.verified || pair.unread; }>,
                                  .in = kInLines}),
                 F::Flag<&P::unread>(
                     "unread",
                     {.when = F::If<&P::unread>, .in = kInCsv, .csv = "note", .note = NoteForm::kKey})},
      .level = "pair",
      .shown = {"a", "b", "distance", "key_distance", "size_a", "size_b", "of_a", "of_b", "identical"},
      .table = report::NearPairTable};
  return type;
}

}  // namespace kindred::inline v0
