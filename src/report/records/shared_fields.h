// Fields that several descriptions have: those of RunFacts and MatchFacts, and their form in tables.
#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <vector>

#include "kindred/fields.h"
#include "kindred/values.h"
#include "report/text/template_text.h"
#include "report/wording/number_text.h"
#include "report/wording/text_layout.h"

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<MethodInfo>();
template <>
const RecordType& TypeOf<SkipCount>();

}  // namespace kindred::inline v0

namespace kindred::report {

using Fields = std::vector<Field>;

inline Fields Join(std::initializer_list<Fields> lists) {
  Fields all;
  for (const Fields& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

// The version of the JSON that programs read: raised when a key changes its name or meaning, not when one is
// added. docs/formats/reports.md, "JSON", has what changed.
inline constexpr std::uint64_t kSchema = 2;

template <typename T>
Field SchemaField() {
  return FieldsOf<T>::template Count<[](const T&) { return kSchema; }>("schema", {.in = kInLines});
}

inline const char* MeasuredText(bool measured) {
  return measured ? "measured by reading both files" : "estimated";
}

// Only where there are any: lines of an index without templates stay short.
template <typename T>
Fields TemplateFields() {
  using F = FieldsOf<T>;
  return {
      F::template Count<&T::templates>(
          "templates", {.when = F::template If<&T::templates>, .in = kInLines | kInCsv, .csv = "note"}),
      F::template Count<&T::template_keys>(
          "template_keys", {.when = F::template If<&T::templates>, .in = kInLines | kInCsv, .csv = "note"}),
      // They change every count, so the report must mention them.
      F::template Text<[](const T& value) {
        return fmt::format("content of {} is left out (--no-templates takes the files whole)",
                           AppliedTemplatesText(value.templates, value.template_keys));
      }>("Templates", {.when = F::template If<&T::templates>, .in = kInTables})};
}

template <typename T>
Fields VerifiedFields() {
  using F = FieldsOf<T>;
  constexpr unsigned kLines = kInLines | kInCsv;
  return {F::template Flag<&T::verified>("verified",
                                         {.when = F::template If<&T::verified>, .in = kLines, .csv = "note"}),
          F::template Flag<&T::measured>("measured",
                                         {.when = F::template If<&T::measured>, .in = kLines, .csv = "note"}),
          F::template Count<&T::unsettled>("unsettled", {.when = F::template If<&T::unsettled>,
                                                         .csv = "note",
                                                         .title = "Pairs not read, beyond the budget"}),
          F::template Count<&T::dropped>(
              "dropped",
              {.when = F::template If<&T::measured>, .csv = "note", .title = "Pairs dropped by reading"})};
}

template <typename T>
Fields FilterFields(unsigned count_in = kInLines | kInCsv) {
  using F = FieldsOf<T>;
  return {F::template Text<&T::filter>("filter", {.when = F::template If<&T::filter>, .title = "Filter"}),
          F::template Text<&T::filter_command>(
              "filter_command", {.when = F::template If<&T::filter_command>, .title = "Filter command"}),
          F::template Count<&T::filtered_out>("filtered_out", {.when = F::template If<[](const T& value) {
                                                                 return !value.filter.empty() ||
                                                                        !value.filter_command.empty();
                                                               }>,
                                                               .in = count_in,
                                                               .csv = "note"}),
          F::template Count<&T::filtered_out>("Pairs filtered out",
                                              {.when = F::template If<&T::filtered_out>, .in = kInTables})};
}

// What was asked: for the list of settings.
template <typename T>
Fields SettingFields() {
  using F = FieldsOf<T>;
  return {F::template Text<[](const T& value) { return value.method.Text(); }>("Method", {.in = kInTables}),
          F::template Share<&T::minimum>("Least similarity", {.in = kInTables}),
          F::template Text<&T::measure>("Measure", {.when = F::template If<&T::measure>, .in = kInTables}),
          F::template Text<[](const T& value) { return MeasuredText(value.verified); }>("Shares",
                                                                                        {.in = kInTables})};
}

// All files, though `files` may be cut: a key of JSON, and in CSV a note on each of its rows if it is cut.
template <typename T>
std::uint64_t AllFiles(const T& value) {
  return TotalOf(value.total_files, value.files.size());
}
template <typename T>
bool FilesAreCut(const Record& record) {
  return AllFiles(*record.As<T>()) > record.As<T>()->files.size();
}
template <typename T>
Field TotalFilesInLines() {
  return FieldsOf<T>::template Count<AllFiles<T>>("total_files", {.in = kInLines});
}
template <typename T>
Field TotalFilesInCsv() {
  return FieldsOf<T>::template Count<AllFiles<T>>(
      "total_files", {.when = FilesAreCut<T>, .in = kInCsv, .csv = "note", .carried = true});
}

}  // namespace kindred::report
