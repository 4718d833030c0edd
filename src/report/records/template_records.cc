// Descriptions of the records of template and index export; kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "kindred/template_values.h"
#include "report/records/shared_fields.h"

namespace kindred::report {

namespace {

// A template's own facts, in its record or in one about it. CSV notes have the source last: it may hold
// blanks.
template <typename T, auto Info>
Fields InfoLines() {
  using F = FieldsOf<T>;
  return {F::template Text < [](const T& value) -> const auto& {return Info(value).name;
}
> ("name", {.csv = "set", .title = "Template"}), F::template Text < [](const T& value) -> const auto& {
  return Info(value).method;
}
> ("method", {.in = kInLines | kInTables, .title = "Method"}), F::template Text < [
](const T& value) -> const auto& {
  return Info(value).source;
}
> ("source", {.in = kInLines | kInTables, .title = "From"}),
    F::template Count<[](const T& value) { return Info(value).keys; }>("keys", {.in = kInLines | kInTables,
                                                                                .title = "Keys"}),
    F::template Count<[](const T& value) { return Info(value).files; }>("files", {.in = kInLines | kInTables,
                                                                                  .title = "Files"}),
    F::template Count<[](const T& value) { return Info(value).marks; }>("marks", {.in = kInLines | kInTables,
                                                                                  .title = "Marks"}),
    F::template Bytes<[](const T& value) { return Info(value).text; }>("text_bytes",
                                                                       {.in = kInLines | kInTables,
                                                                        .title = "Bytes of text"})
};  // namespace
}  // namespace kindred::report

template <typename T, auto Info>
Fields InfoNotes() {
  using F = FieldsOf<T>;
  return {F::template Text < [](const T& value) -> const auto& {return Info(value).method;
}
> ("method", {.in = kInCsv, .csv = "note"}),
    F::template Count<[](const T& value) { return Info(value).keys; }>("keys", {.in = kInCsv, .csv = "note"}),
    F::template Count<[](const T& value) { return Info(value).files; }>("files",
                                                                        {.in = kInCsv, .csv = "note"}),
    F::template Count<[](const T& value) { return Info(value).marks; }>("marks",
                                                                        {.in = kInCsv, .csv = "note"}),
    F::template Bytes<[](const T& value) { return Info(value).text; }>("text_bytes",
                                                                       {.in = kInCsv, .csv = "note"}),
    F::template Name < [](const T& value) -> const auto& {
  return Info(value).source;
}
> ("source", {.in = kInCsv, .csv = "note"})
}
;
}

constexpr auto kItself = [](const TemplateInfo& info) -> const TemplateInfo& { return info; };
constexpr auto kItsInfo = [](const TemplateEffect& effect) -> const TemplateInfo& { return effect.info; };

Fields EffectFields() {
  using F = FieldsOf<TemplateEffect>;
  using T = TemplateEffect;
  return {F::Flag<&T::stored>("stored", {.csv = "note"}),
          F::Count<&T::files_in_scope>("files_in_scope", {.csv = "note"}),
          F::Count<&T::files_touched>("files_touched", {.csv = "note"}),
          F::Count<&T::pairs_before>("pairs_before", {.csv = "note"}),
          F::Count<&T::pairs_after>("pairs_after", {.csv = "note"}),
          F::Count<&T::families_before>("families_before", {.csv = "note"}),
          F::Count<&T::families_after>("families_after", {.csv = "note"}),
          F::Count<&T::dissolved>("dissolved", {.csv = "note"}),
          F::Count<&T::shrunk>("shrunk", {.csv = "note"})};
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<TemplateInfo>() {
  static const RecordType type = {
      .name = "template",
      .fields = report::Join({report::InfoLines<TemplateInfo, report::kItself>(),
                              report::InfoNotes<TemplateInfo, report::kItself>()})};
  return type;
}

template <>
const RecordType& TypeOf<TemplateEffect::Change>() {
  using F = FieldsOf<TemplateEffect::Change>;
  using T = TemplateEffect::Change;
  static const RecordType type = {
      .name = "template_family",
      .fields = {F::Text<&T::id>("id", {.csv = "set"}), F::Count<&T::files>("files", {.csv = "note"}),
                 F::Count<&T::left>("left", {.csv = "note"}), F::Count<&T::parts>("parts", {.csv = "note"}),
                 F::Name<&T::example>("example", {.csv = "path_a"})}};
  return type;
}

template <>
const RecordType& TypeOf<TemplateEffect>() {
  using F = FieldsOf<TemplateEffect>;
  static const RecordType type = {
      .name = "template_effect",
      .fields = report::Join(
          {report::InfoLines<TemplateEffect, report::kItsInfo>(),
           report::EffectFields(),
           report::InfoNotes<TemplateEffect, report::kItsInfo>(),
           {F::List<&TemplateEffect::changes>("changes", FieldKind::kRecord, {.apart = true})}})};
  return type;
}

template <>
const RecordType& TypeOf<TemplateSuggestion>() {
  using F = FieldsOf<TemplateSuggestion>;
  using T = TemplateSuggestion;
  static const RecordType type = {
      .name = "template_suggestion",
      .fields = {F::Name<&T::group>("group", {.csv = "set"}), F::Count<&T::files>("files"),
                 F::Count<&T::having>("having"), F::Count<&T::keys>("keys", {.csv = "shared_marks"}),
                 F::Share<&T::part>("part", {.csv = "of_a"}),
                 F::Name<&T::example>("example", {.csv = "path_a"}),
                 F::Bytes<&T::offset>("offset", {.csv = "offset_a"}),
                 F::Bytes<&T::length>("length", {.csv = "length"}), F::Text<&T::text>("text"),
                 F::Name<&T::command>("command", {.csv = "note", .note = NoteForm::kValue}),
                 F::Text<[](const T&) { return "byte"; }>("unit", {.in = kInCsv, .csv = "unit"})}};
  return type;
}

template <>
const RecordType& TypeOf<PoolReport>() {
  using F = FieldsOf<PoolReport>;
  using T = PoolReport;
  static const RecordType type = {
      .name = "pool",
      .fields = {F::Name<&T::file>("path", {.csv = "path_a"}),
                 F::Text<[](const T& pool) { return pool.method.Text(); }>("method", {.csv = "note"}),
                 F::Count<&T::files>("files", {.csv = "note"}),
                 F::Count<&T::contents>("contents", {.csv = "note"}),
                 F::Bytes<&T::bytes>("bytes", {.csv = "note"}), F::Count<&T::keys>("keys", {.csv = "note"}),
                 F::Count<&T::marks>("marks", {.csv = "note"}),
                 F::Bytes<&T::pool_bytes>("pool_bytes", {.csv = "note"}),
                 F::Flag<&T::anonymous>("anonymous", {.csv = "note"}),
                 F::Flag<&T::keyed>("keyed", {.csv = "note"})}};
  return type;
}

}  // namespace kindred::inline v0
