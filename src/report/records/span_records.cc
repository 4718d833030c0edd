// Descriptions of the records of spans and show; kindred/record.h explains descriptions.
#include <span>

#include "kindred/sink.h"
#include "report/records/shared_fields.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

using enum FieldKind;

// How the contract calls what offsets and lengths count.
template <typename T>
constexpr auto kUnit = [](const T& value) { return value.bits ? "bit" : "byte"; };

const TableShape& SpanTable() {
  static const TableShape shape = {.id = "spans",
                                   .title = "Spans",
                                   .plural = "spans",
                                   .columns = {{"File", kName},
                                               {"Offset", kCount},
                                               {"Line", kCount},
                                               {"Column", kCount},
                                               {"Length", kCount},
                                               {"Unit", kText},
                                               {"Places", kCount},
                                               {"Files", kCount},
                                               {"Copies", kCount},
                                               {"Begins", kText},
                                               {"Span", kCount}},
                                   .levels = {&TypeOf<Span>()}};
  return shape;
}

using Place = Span::Place;
using SpanFields = FieldsOf<Span>;

std::uint64_t PlacesOf(const Span& span) { return TotalOf(span.total_places, span.places.size()); }

// The first two places are A and B of a line; a span has two places at least.
template <std::size_t I, auto Part>
constexpr auto kAt = [](const Span& span) -> const auto& {
  return span.places.at(I).*Part;
};
template <std::size_t I>
bool HasCopies(const Record& record) {
  return record.As<Span>()->places.at(I).copies > 1;
}
bool HasMore(const Record& record) { return record.As<Span>()->places.size() > 2; }
// A place in a text has a line and a column; what is around a place was asked for, or is empty.
template <std::size_t I>
bool HasLine(const Record& record) {
  return record.As<Span>()->places.at(I).line > 0;
}
template <std::size_t I>
bool HasPage(const Record& record) {
  return record.As<Span>()->places.at(I).page > 0;
}
template <std::size_t I>
bool HasContext(const Record& record) {
  const Place& place = record.As<Span>()->places.at(I);
  return !place.before.empty() || !place.after.empty();
}
bool PlaceHasContext(const Record& record) {
  const Place& place = *record.As<Place>();
  return !place.before.empty() || !place.after.empty();
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<SpanCrowd>() {
  using F = FieldsOf<SpanCrowd>;
  static const RecordType type = {
      .name = "crowd",
      .fields = {F::Name<&SpanCrowd::path>("path"), F::Count<&SpanCrowd::offset>("offset"),
                 F::Count<&SpanCrowd::places>("places")}};
  return type;
}

template <>
const RecordType& TypeOf<SpanSummary>() {
  using F = FieldsOf<SpanSummary>;
  using T = SpanSummary;
  static const RecordType type =
      {.name = "spans",
       .fields =
           {F::Text<&T::version>("version", {.csv = "note", .title = "Version"}), report::SchemaField<T>(),
            F::List<&T::roots>("roots", FieldKind::kName, {.csv = "path_a", .title = "Root", .rows = "root"}),
            F::Count<&T::files>("files", {.csv = "note", .title = "Files"}),
            F::Count<&T::contents>("contents", {.csv = "note", .title = "Distinct contents"}),
            F::Bytes<&T::bytes>("bytes", {.csv = "note", .title = "Bytes"}),
            F::Bytes<&T::read_bytes>("read_bytes", {.csv = "note", .title = "Bytes searched"}),
            F::Bytes<&T::min_length>("min_length", {.csv = "note", .title = "Least length in bytes"}),
            F::Text<report::kUnit<T>>("unit", {.in = kInLines | kInCsv, .csv = "unit"}),
            F::Text<&T::seeds>("seeds", {.csv = "note", .title = "Seeds"}),
            F::Text<&T::guarantee>("guarantee", {.title = "Guarantee"}),
            F::Count<&T::spans>("spans", {.csv = "note", .title = "Spans"}),
            F::Bytes<&T::shared_bytes>("shared_bytes", {.csv = "shared_bytes", .title = "Bytes in spans"}),
            F::Count<&T::crowded_keys>("crowded_keys", {.csv = "note", .title = "Seeds in too many places"}),
            F::Count<&T::skips>("skips", {.csv = "note", .title = "Skips"}),
            F::List<&T::crowds>("crowds", FieldKind::kRecord, {.when = F::If<&T::crowds>, .in = kInLines}),
            F::Text<&T::order>("order", {.when = F::If<&T::order>, .title = "Order"}),
            F::Count<&T::widespread>(
                "widespread", {.when = F::If<&T::widespread>, .title = "Spans in more than 32 files"})},
       .facts = {"files", "contents", "bytes", "read_bytes", "spans", "widespread", "shared_bytes",
                 "crowded_keys", "skips"},
       .settings = {"version", "min_length", "order", "seeds", "guarantee", "roots"}};
  return type;
}

template <>
const RecordType& TypeOf<FileComparison>() {
  using F = FieldsOf<FileComparison>;
  using T = FileComparison;
  static const RecordType type = {
      .name = "comparison",
      .fields = {F::Name<&T::a>("a", {.csv = "path_a", .title = "A"}),
                 F::Name<&T::b>("b", {.csv = "path_b", .title = "B"}),
                 F::Bytes<&T::size_a>("size_a", {.csv = "size_a", .title = "Size of A"}),
                 F::Bytes<&T::size_b>("size_b", {.csv = "size_b", .title = "Size of B"}),
                 F::Share<&T::of_a>("of_a", {.csv = "of_a", .title = "Of A in B"}),
                 F::Share<&T::of_b>("of_b", {.csv = "of_b", .title = "Of B in A"}),
                 F::Bytes<&T::shared_a>("shared_a", {.csv = "note", .title = "Shared bytes of A"}),
                 F::Bytes<&T::shared_b>("shared_b", {.csv = "note", .title = "Shared bytes of B"}),
                 F::Flag<&T::identical>("identical", {.csv = "note", .title = "Identical"}),
                 F::Bytes<&T::min_length>("min_length", {.csv = "note", .title = "Least length in bytes"}),
                 F::Text<report::kUnit<T>>("unit", {.in = kInLines | kInCsv, .csv = "unit"}),
                 F::Count<&T::spans>("spans", {.csv = "note", .title = "Spans"}),
                 F::Flag<&T::same_file>("same_file",
                                        {.when = F::If<&T::same_file>, .csv = "note", .title = "One file"}),
                 F::Text<&T::guarantee>("guarantee", {.when = F::If<&T::guarantee>, .in = kInLines}),
                 F::Count<&T::crowded_keys>("crowded_keys",
                                            {.when = F::If<&T::crowded_keys>, .in = kInLines}),
                 F::List<&T::crowds>("crowds", FieldKind::kRecord,
                                     {.when = F::If<&T::crowds>, .in = kInLines}),
                 F::Text<&T::order>("order", {.when = F::If<&T::order>, .in = kInLines})},
      .facts = {"a", "b", "of_a", "of_b", "size_a", "size_b", "shared_a", "shared_b", "spans", "identical",
                "same_file"},
      .settings = {"min_length"}};
  return type;
}

// In a list of places: as a row of a table, as an element of "more", and, from the second place on, as a row
// of the CSV, where the first place is the span's own.
template <>
const RecordType& TypeOf<Span::Place>() {
  using F = FieldsOf<Span::Place>;
  using report::Place;
  static const RecordType type = {
      .name = "span",
      .fields = {F::Name<&Place::path>("path", {.csv = "path_b", .title = "File"}),
                 F::Count<&Place::offset>("offset", {.csv = "offset_b", .title = "Offset"}),
                 F::Count<&Place::copies>("copies", {.in = kInLines | kInTables, .title = "Copies"}),
                 F::Count<&Place::copies>("copies_b", {.in = kInCsv, .csv = "note"}),
                 F::Count<&Place::line>("line",
                                        {.when = F::If<&Place::line>, .csv = "line_b", .title = "Line"}),
                 F::Count<&Place::column>(
                     "column", {.when = F::If<&Place::line>, .csv = "column_b", .title = "Column"}),
                 F::Count<&Place::page>("page", {.when = F::If<&Place::page>, .in = kInLines}),
                 F::Name<&Place::before>("before", {.when = report::PlaceHasContext, .in = kInLines}),
                 F::Name<&Place::after>("after", {.when = report::PlaceHasContext, .in = kInLines})},
      .level = "place",
      .shown = {"path", "offset", "line", "column", "copies"}};
  return type;
}

template <>
const RecordType& TypeOf<Span>() {
  using report::HasContext;
  using report::HasCopies;
  using report::HasLine;
  using report::HasPage;
  using report::kAt;
  using report::Place;
  using report::SpanFields;
  static const RecordType type =
      {.name = "span",
       .fields =
           {SpanFields::Ordinal("Span", {.csv = "set", .carried = true}),
            SpanFields::Name<kAt<0, &Place::path>>(
                "a", {.in = kInLines | kInCsv, .csv = "path_a", .carried = true}),
            SpanFields::Count<kAt<0, &Place::offset>>(
                "a_offset", {.in = kInLines | kInCsv, .csv = "offset_a", .carried = true}),
            SpanFields::Name<kAt<1, &Place::path>>("b", {.in = kInLines}),
            SpanFields::Count<kAt<1, &Place::offset>>("b_offset", {.in = kInLines}),
            SpanFields::Count<&Span::length>("length", {.csv = "length", .carried = true, .title = "Length"}),
            SpanFields::Text<report::kUnit<Span>>("unit", {.csv = "unit", .carried = true, .title = "Unit"}),
            SpanFields::Count<report::PlacesOf>("places", {.in = kInLines | kInTables, .title = "Places"}),
            SpanFields::Count<report::PlacesOf>("places", {.in = kInCsv, .csv = "note", .carried = true}),
            SpanFields::Count<kAt<0, &Place::copies>>("copies_a",
                                                      {.in = kInCsv, .csv = "note", .carried = true}),
            SpanFields::Count<kAt<0, &Place::copies>>("a_copies", {.when = HasCopies<0>, .in = kInLines}),
            SpanFields::Count<kAt<1, &Place::copies>>("b_copies", {.when = HasCopies<1>, .in = kInLines}),
            SpanFields::List<[](const Span& span) { return std::span(span.places).subspan(2); }>(
                "more", FieldKind::kRecord, {.when = report::HasMore, .in = kInLines}),
            SpanFields::List<[](const Span& span) { return std::span(span.places).subspan(1); }>(
                "others", FieldKind::kRecord, {.in = kInCsv, .rows = "span"}),
            SpanFields::List<&Span::places>("all places", FieldKind::kRecord,
                                            {.in = kInTables, .total = "places", .plural = "places"}),
            SpanFields::Count<&Span::files>("files",
                                            {.when = SpanFields::If<&Span::files>, .title = "Files"}),
            SpanFields::Text<&Span::text>(
                "text",
                {.when = SpanFields::If<&Span::text>, .csv = "text", .carried = true, .title = "Begins"}),
            SpanFields::Count<kAt<0, &Place::line>>(
                "a_line", {.when = HasLine<0>, .in = kInLines | kInCsv, .csv = "line_a", .carried = true}),
            SpanFields::Count<kAt<0, &Place::column>>(
                "a_column",
                {.when = HasLine<0>, .in = kInLines | kInCsv, .csv = "column_a", .carried = true}),
            SpanFields::Count<kAt<1, &Place::line>>("b_line", {.when = HasLine<1>, .in = kInLines}),
            SpanFields::Count<kAt<1, &Place::column>>("b_column", {.when = HasLine<1>, .in = kInLines}),
            SpanFields::Count<kAt<0, &Place::page>>("a_page", {.when = HasPage<0>, .in = kInLines}),
            SpanFields::Count<kAt<1, &Place::page>>("b_page", {.when = HasPage<1>, .in = kInLines}),
            SpanFields::Name<kAt<0, &Place::before>>("a_before", {.when = HasContext<0>, .in = kInLines}),
            SpanFields::Name<kAt<0, &Place::after>>("a_after", {.when = HasContext<0>, .in = kInLines}),
            SpanFields::Name<kAt<1, &Place::before>>("b_before", {.when = HasContext<1>, .in = kInLines}),
            SpanFields::Name<kAt<1, &Place::after>>("b_after", {.when = HasContext<1>, .in = kInLines}),
            SpanFields::Name<[](const Span& span) {
              return span.places.empty() ? std::string() : span.places[0].path;
            }>("File", {.in = kInTables})},
       .csv_row = false,
       .level = "span",
       .shown = {"File", "text", "length", "unit", "places", "files", "Span"},
       .table = report::SpanTable};
  return type;
}

// A run of two files side by side: a span of two places, for formats that have no picture.
template <>
const RecordType& TypeOf<SideBySide::Run>() {
  using F = FieldsOf<SideBySide::Run>;
  using Run = SideBySide::Run;
  constexpr unsigned kLines = kInLines | kInCsv;
  static const RecordType type = {
      .name = "span",
      .fields = {F::Ordinal("number", {.in = kInCsv, .csv = "set"}),
                 F::Name<[](const Run&, const SideBySide& files) -> const std::string& {
                   return files.comparison.a;
                 }>("a", {.in = kLines, .csv = "path_a"}),
                 F::Count<&Run::a>("a_offset", {.in = kLines, .csv = "offset_a"}),
                 F::Name<[](const Run&, const SideBySide& files) -> const std::string& {
                   return files.comparison.b;
                 }>("b", {.in = kLines, .csv = "path_b"}),
                 F::Count<&Run::b>("b_offset", {.in = kLines, .csv = "offset_b"}),
                 F::Count<&Run::length>("length", {.in = kLines, .csv = "length"}),
                 F::Text<[](const Run&) { return "byte"; }>("unit", {.in = kLines, .csv = "unit"}),
                 F::Count<[](const Run&) { return 2; }>("places", {.in = kLines, .csv = "note"}),
                 F::Count<[](const Run&) { return 1; }>("copies_a", {.in = kInCsv, .csv = "note"}),
                 F::Count<[](const Run&) { return 1; }>("copies_b", {.in = kInCsv, .csv = "note"})}};
  return type;
}

template <>
const RecordType& TypeOf<SideBySide>() {
  using F = FieldsOf<SideBySide>;
  static const RecordType type = {
      .name = "side_by_side",
      .fields = {F::Nested<&SideBySide::comparison>("comparison", {.in = kInLines | kInCsv, .apart = true}),
                 F::List<&SideBySide::runs>("runs", FieldKind::kRecord,
                                            {.in = kInLines | kInCsv, .apart = true})},
      .csv_row = false,
      .json_line = false};
  return type;
}

}  // namespace kindred::inline v0
