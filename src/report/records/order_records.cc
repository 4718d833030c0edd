// Descriptions of the records of an order of files.
#include "kindred/order_values.h"
#include "kindred/sink.h"
#include "report/records/shared_fields.h"

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<OrderSummary>() {
  using F = FieldsOf<OrderSummary>;
  using S = OrderSummary;
  constexpr auto kTried = F::If<[](const S& summary) { return !summary.trial.command.empty(); }>;
  static const RecordType type = {
      .name = "order",
      .fields = {
          F::Text<&S::version>("version", {.csv = "note"}), report::SchemaField<S>(),
          F::List<&S::roots>("roots", FieldKind::kName, {.csv = "path_a", .title = "Root", .rows = "root"}),
          F::Nested<&S::method>("method", {.in = kInLines}),
          F::Count<&S::files>("files", {.csv = "note", .title = "Files"}),
          F::Count<&S::contents>("contents", {.csv = "note", .title = "Different contents"}),
          F::Bytes<&S::bytes>("bytes", {.csv = "size_a", .title = "Bytes"}),
          F::Count<&S::stretches>("stretches", {.csv = "note", .title = "Stretches"}),
          F::Count<&S::stretch_files>("stretch_files", {.csv = "note", .title = "Files in stretches"}),
          F::Bytes<&S::shared_bytes>("shared_bytes", {.csv = "shared_bytes", .title = "Shared, estimated"}),
          F::Count<&S::unread>("unread", {.when = F::If<&S::unread>, .csv = "note"}),
          F::Count<&S::capped_keys>("capped_keys", {.in = kInLines}),
          F::Count<&S::skips>("skips", {.csv = "note", .title = "Skips"}),
          F::Text<[](const S& summary) -> const std::string& { return summary.trial.command; }>(
              "command", {.when = kTried, .csv = "set", .title = "Command"}),
          F::Bytes<[](const S& summary) { return summary.trial.bytes; }>("tried_bytes",
                                                                         {.when = kTried, .csv = "note"}),
          F::Bytes<[](const S& summary) { return summary.trial.by_name; }>("by_name",
                                                                           {.when = kTried, .csv = "note"}),
          F::Bytes<[](const S& summary) { return summary.trial.by_suffix; }>("by_suffix",
                                                                             {.when = kTried, .csv = "note"}),
          F::Bytes<[](const S& summary) { return summary.trial.in_order; }>(
              "in_order", {.when = kTried, .csv = "note"})}};
  return type;
}

template <>
const RecordType& TypeOf<OrderedFile>() {
  using F = FieldsOf<OrderedFile>;
  using O = OrderedFile;
  constexpr auto kRead = F::If<[](const O& file) { return !file.unread; }>;
  static const RecordType type =
      {.name = "ordered",
       .fields =
           {F::Name<&O::path>("path", {.csv = "path_a", .title = "File"}),
            F::Bytes<&O::size>("size", {.when = kRead, .csv = "size_a", .title = "Size"}),
            F::Count<&O::stretch>("stretch", {.when = F::If<&O::stretch>, .csv = "set", .title = "Stretch"}),
            F::Name<&O::like>("like", {.nullable = true, .csv = "path_b", .title = "Follows"}),
            F::Share<&O::share>("share", {.when = F::If<&O::like>, .csv = "of_a", .title = "Of the file"}),
            F::Bytes<&O::shared_bytes>("shared_bytes",
                                       {.when = F::If<&O::like>, .csv = "shared_bytes", .title = "Shared"}),
            F::Flag<&O::copy>(
                "copy", {.when = F::If<&O::copy>, .csv = "note", .note = NoteForm::kKey, .title = "Copy"}),
            F::Flag<&O::unread>(
                "unread",
                {.when = F::If<&O::unread>, .csv = "note", .note = NoteForm::kKey, .title = "Not read"})},
       .level = "file"};
  return type;
}

}  // namespace kindred::inline v0
