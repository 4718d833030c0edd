// Descriptions of the records of extract, and of equal parts that find reports.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"

namespace kindred::report {

namespace {

const TableShape& PartTable() {
  static const TableShape shape = {
      .id = "parts", .title = "Parts", .plural = "parts", .levels = {&TypeOf<FilePart>()}};
  return shape;
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<InsideSummary>() {
  using F = FieldsOf<InsideSummary>;
  static const RecordType type = {
      .name = "inside",
      .fields = {F::Name<&InsideSummary::file>("file", {.csv = "path_a", .title = "File"}),
                 F::Count<&InsideSummary::parts>("parts", {.title = "Parts"}),
                 F::Bytes<&InsideSummary::bytes>("bytes", {.csv = "size_a", .title = "Bytes"}),
                 F::Flag<&InsideSummary::complete>("complete", {.title = "Complete"}),
                 F::Text<&InsideSummary::reason>(
                     "reason",
                     {.when = F::If<[](const InsideSummary& inside) { return !inside.reason.empty(); }>,
                      .title = "Missing"})},
      .level = "file"};
  return type;
}

template <>
const RecordType& TypeOf<FilePart>() {
  using F = FieldsOf<FilePart>;
  static const RecordType type = {
      .name = "part",
      .fields = {F::Name<&FilePart::path>("path", {.csv = "path_a", .title = "Part"}),
                 F::Name<&FilePart::name>("name", {.title = "Name"}),
                 F::Text<&FilePart::kind>("kind", {.csv = "note", .title = "Kind"}),
                 F::Bytes<&FilePart::size>("size", {.csv = "size_a", .title = "Size"}),
                 F::Text<&FilePart::digest>("digest", {.csv = "set", .title = "Digest"})},
      .level = "part",
      .shown = {"path", "kind", "size", "digest"},
      .table = report::PartTable};
  return type;
}

}  // namespace kindred::inline v0
