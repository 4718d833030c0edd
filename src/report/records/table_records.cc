// Descriptions of the records of Index::ExportTables and MarkDocuments; kindred/record.h explains
// descriptions, docs/formats/sql.md the columns.
#include "kindred/tables.h"
#include "report/records/shared_fields.h"

namespace kindred::report {

namespace {

template <typename T>
Fields FactFields() {
  using F = FieldsOf<T>;
  return {F::template Bytes<&T::size>("size", {.csv = "size_a"}),
          F::template Text<&T::digest>("digest", {.csv = "set"}),
          F::template Flag<&T::text>("text"),
          F::template Text<&T::type>("type"),
          F::template Count<&T::level>("level"),
          F::template List<&T::weights>("weights", FieldKind::kCount),
          F::template Bytes<&T::compared>("compared")};
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<TableMark>() {
  using F = FieldsOf<TableMark>;
  using T = TableMark;
  static const RecordType type = {
      .name = "mark",
      .fields = {F::Count<&T::content>("content"),
                 F::Key<[](const T& mark) { return static_cast<std::int64_t>(mark.key); }>("key"),
                 F::Count<&T::level>("level"), F::Count<&T::count>("count"), F::Count<&T::weight>("weight"),
                 F::Flag<&T::templated>("templated")}};
  return type;
}

template <>
const RecordType& TypeOf<MarkedDocument>() {
  using F = FieldsOf<MarkedDocument>;
  using T = MarkedDocument;
  static const RecordType type = {
      .name = "document",
      .fields =
          report::Join({{F::Count<&T::document>("document")},
                        report::FactFields<T>(),
                        {F::List<&T::marks>("marks", FieldKind::kRecord, {.in = kInLines, .apart = true})}})};
  return type;
}

template <>
const RecordType& TypeOf<TableContent>() {
  using F = FieldsOf<TableContent>;
  using T = TableContent;
  static const RecordType type = {
      .name = "content",
      .fields =
          report::Join({{F::Count<&T::content>("content"), F::Name<&T::path>("path", {.csv = "path_a"})},
                        report::FactFields<T>(),
                        {F::Name<&T::suffix>("suffix"), F::Bytes<&T::payload>("payload"),
                         F::Count<&T::files>("files"), F::Count<&T::family>("family")}})};
  return type;
}

template <>
const RecordType& TypeOf<TableFile>() {
  using F = FieldsOf<TableFile>;
  using T = TableFile;
  static const RecordType type = {
      .name = "file",
      .fields = {
          F::Name<&T::path>("path", {.csv = "path_a"}), F::Count<&T::content>("content"),
          F::Count<&T::device>("device"), F::Count<&T::inode>("inode"),
          F::Time<&T::mtime>("mtime", {.csv = "mtime_a"}), F::Text<&T::kind>("kind"),
          F::Flag<&T::holds_more>("holds_more"),
          F::Count<&T::container>(
              "container", {.when = F::If<[](const T& file) { return file.container != T::kNone; }>})}};
  return type;
}

template <>
const RecordType& TypeOf<TableCrowd>() {
  using F = FieldsOf<TableCrowd>;
  static const RecordType type = {.name = "crowd",
                                  .fields = {F::Count<&TableCrowd::a>("a"), F::Count<&TableCrowd::b>("b")}};
  return type;
}

template <>
const RecordType& TypeOf<TableSummary>() {
  using F = FieldsOf<TableSummary>;
  using T = TableSummary;
  static const RecordType type = {.name = "tables",
                                  .fields = {F::Text<&T::version>("version"),
                                             report::SchemaField<T>(),
                                             F::List<&T::roots>("roots", FieldKind::kName),
                                             F::Nested<&T::method>("method"),
                                             F::Count<&T::files>("files"),
                                             F::Count<&T::contents>("contents"),
                                             F::Bytes<&T::bytes>("bytes"),
                                             F::Count<&T::marks>("marks"),
                                             F::Count<&T::skips>("skips"),
                                             F::Count<&T::templates>("templates"),
                                             F::Count<&T::template_keys>("template_keys"),
                                             F::Count<&T::max_degree>("max_degree"),
                                             F::Count<&T::degree_cap>("degree_cap"),
                                             F::Count<&T::capped_keys>("capped_keys"),
                                             F::Share<&T::minimum>("min"),
                                             F::Real<&T::margin>("margin"),
                                             F::Text<&T::measure>("measure"),
                                             F::Text<&T::count>("count"),
                                             F::Bytes<&T::run>("run"),
                                             F::Bytes<&T::window>("window"),
                                             F::Flag<&T::by_bytes>("by_bytes"),
                                             F::Flag<&T::all_bytes>("all_bytes"),
                                             F::Count<&T::min_shared>("min_shared"),
                                             F::Flag<&T::types_together>("types_together"),
                                             F::Flag<&T::same_suffix>("same_suffix"),
                                             F::Share<&T::size_ratio>("size_ratio")}};
  return type;
}

}  // namespace kindred::inline v0
