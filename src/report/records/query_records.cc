// Descriptions of the records of query; kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"

namespace kindred::report {

namespace {

using enum FieldKind;

// A query, then its matches.
const TableShape& MatchTable() {
  static const TableShape shape = {.id = "matches",
                                   .title = "Matches",
                                   .plural = "matches",
                                   .columns = {{"Query", kName},
                                               {"File", kName},
                                               {"Similarity", kShare},
                                               {"Of query", kShare},
                                               {"Of file", kShare},
                                               {"Size", kBytes},
                                               {"Shared marks", kCount},
                                               {"Matches", kCount},
                                               {"Identical", kText},
                                               {"Digest", kText},
                                               {"Marks", kCount},
                                               {"Dropped by reading", kCount},
                                               {"Filtered out", kCount}},
                                   .levels = {&TypeOf<QueryHeader>(), &TypeOf<Match>()}};
  return shape;
}

using Q = FieldsOf<QueryHeader>;

Fields QueryFields() {
  constexpr unsigned kLines = kInLines | kInCsv;
  return {Q::Name<&QueryHeader::query>("query", {.csv = "path_a", .title = "Query"}),
          Q::Bytes<&QueryHeader::size>("size", {.csv = "size_a", .title = "Size"}),
          Q::Count<&QueryHeader::marks>("marks", {.csv = "note", .title = "Marks"}),
          Q::Count<&QueryHeader::matches>("matches", {.csv = "note", .title = "Matches"}),
          Q::Count<&QueryHeader::identical>("identical", {.in = kInCsv, .csv = "note"}),
          Q::Flag<&QueryHeader::verified>(
              "verified", {.when = Q::If<&QueryHeader::verified>, .in = kLines, .csv = "note"}),
          Q::Count<&QueryHeader::dropped>(
              "dropped", {.when = Q::If<&QueryHeader::verified>, .in = kLines, .csv = "note"}),
          Q::Text<&QueryHeader::digest>(
              "digest", {.when = Q::If<&QueryHeader::digest>, .csv = "set", .title = "Digest"}),
          Q::Count<&QueryHeader::identical>("identical", {.in = kInLines}),
          SchemaField<QueryHeader>(),
          Q::Count<&QueryHeader::filtered_out>(
              "filtered_out", {.when = Q::If<&QueryHeader::filtered_out>, .in = kLines, .csv = "note"})};
}

Fields QueryPools() {
  return {Q::Count<&QueryHeader::pools>(
      "pools", {.when = Q::If<&QueryHeader::pools>, .in = kInLines | kInCsv, .csv = "note"})};
}

Fields QueryFacts() {
  return {
      Q::Count<&QueryHeader::dropped>("Dropped by reading",
                                      {.when = Q::If<&QueryHeader::dropped>, .in = kInTables}),
      Q::Count<&QueryHeader::filtered_out>("Filtered out",
                                           {.when = Q::If<&QueryHeader::filtered_out>, .in = kInTables}),
      Q::Text<&QueryHeader::version>("Version", {.when = Q::If<&QueryHeader::version>, .in = kInTables}),
      Q::Text<[](const QueryHeader& query) { return query.method.Text(); }>(
          "Method used", {.when = Q::If<[](const QueryHeader& query) { return !query.method.name.empty(); }>,
                          .in = kInTables,
                          .title = "Method"}),
      Q::Text<&QueryHeader::filter>("Filter", {.when = Q::If<&QueryHeader::filter>, .in = kInTables}),
      Q::Text<&QueryHeader::filter_command>("Filter command",
                                            {.when = Q::If<&QueryHeader::filter_command>, .in = kInTables}),
      Q::Text<[](const QueryHeader& query) {
        return fmt::format("compared also with {}, {}", Counted(query.pools, "pool"),
                           Counted(query.pool_files, "file"));
      }>("Pools", {.when = Q::If<&QueryHeader::pools>, .in = kInTables})};
}

std::string NothingSimilar(const Record& record) {
  const QueryHeader& query = *record.As<QueryHeader>();
  if (query.matches > 0) return "";
  return query.marks == 0 ? "nothing similar: too short to be compared" : "nothing similar";
}

std::string IdenticalText(const Match& match) {
  std::string text = match.identical ? "yes" : "no";
  if (match.copies > 1) text += ", " + Counted(match.copies, "copy", "copies");
  return text;
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<QueryHeader>() {
  static const RecordType type = {
      .name = "query",
      .fields =
          report::Join({report::QueryFields(), report::TemplateFields<QueryHeader>(), report::QueryPools(),
                        report::SettingFields<QueryHeader>(), report::QueryFacts()}),
      .level = "query",
      .shown = {"query", "matches", "size", "marks", "Dropped by reading", "Filtered out", "digest"},
      .table = report::MatchTable,
      .settings = {"Version", "Method used", "Least similarity", "Measure", "Shares", "Filter",
                   "Filter command", "Templates", "Pools"},
      .remark = report::NothingSimilar};
  return type;
}

template <>
const RecordType& TypeOf<Match>() {
  using F = FieldsOf<Match>;
  constexpr auto kSeveral = [](const Match& match) { return match.copies > 1; };
  static const RecordType type = {
      .name = "match",
      .fields = {F::Name<&Match::query>("query", {.csv = "path_a", .title = "Query"}),
                 F::Name<&Match::path>("path", {.csv = "path_b", .title = "File"}),
                 F::Bytes<&Match::query_size>("query_size", {.in = kInCsv, .csv = "size_a"}),
                 F::Bytes<&Match::size>("size", {.csv = "size_b", .title = "Size"}),
                 F::Share<&Match::similarity>("similarity", {.csv = "similarity", .title = "Similarity"}),
                 F::Share<&Match::of_query>("of_query", {.csv = "of_a", .title = "Of query"}),
                 F::Share<&Match::of_file>("of_file", {.csv = "of_b", .title = "Of file"}),
                 F::Flag<&Match::identical>("identical", {.in = kInLines}),
                 F::Count<&Match::shared_marks>("shared_marks",
                                                {.csv = "shared_marks", .title = "Shared marks"}),
                 F::Flag<&Match::measured>("measured", {.when = F::If<&Match::measured>, .in = kInLines}),
                 F::Text<&Match::digest>("digest",
                                         {.when = F::If<&Match::digest>, .csv = "set", .title = "Digest"}),
                 F::Text<[](const Match& match) { return match.identical ? "identical" : "measured"; }>(
                     "how", {.when =
                                 F::If<[](const Match& match) { return match.identical || match.measured; }>,
                             .in = kInCsv,
                             .csv = "note",
                             .note = NoteForm::kValue}),
                 F::Count<&Match::copies>("copies",
                                          {.when = F::If<kSeveral>, .in = kInLines | kInCsv, .csv = "note"}),
                 F::Text<report::IdenticalText>("Identical", {.in = kInTables}),
                 F::Time<&Match::mtime>("mtime", {.csv = "mtime_b", .title = "Modified"})},
      .level = "match",
      .shown = {"path", "similarity", "of_query", "of_file", "size", "shared_marks", "Identical", "digest"},
      .table = report::MatchTable};
  return type;
}

}  // namespace kindred::inline v0
