// Descriptions of the records of an index: scans, statistics, checks, anchor sets; and the parts that several
// results have. kindred/record.h explains descriptions.
#include "kindred/sink.h"
#include "report/records/shared_fields.h"

namespace kindred::inline v0 {

// A parameter of a method: its name and value.
template <>
const RecordType& TypeOf<std::pair<std::string, std::string>>() {
  using Parameter = std::pair<std::string, std::string>;
  using F = FieldsOf<Parameter>;
  static const RecordType type = {
      .name = "parameter",
      .fields = {F::Text<&Parameter::first>("name"), F::Text<&Parameter::second>("value")}};
  return type;
}

template <>
const RecordType& TypeOf<MethodInfo>() {
  using F = FieldsOf<MethodInfo>;
  static const RecordType type = {
      .name = "method",
      .fields = {F::Text<&MethodInfo::name>("name"), F::Count<&MethodInfo::version>("version"),
                 F::Map<&MethodInfo::parameters>("parameters")},
      .text = [](const Record& record) { return record.As<MethodInfo>()->Text(); }};
  return type;
}

template <>
const RecordType& TypeOf<SkipCount>() {
  using F = FieldsOf<SkipCount>;
  static const RecordType type = {
      .name = "skip_count",
      .fields = {F::Text<&SkipCount::reason>("reason"), F::Count<&SkipCount::files>("files"),
                 F::Flag<&SkipCount::error>("error")}};
  return type;
}

template <>
const RecordType& TypeOf<ScanSummary>() {
  using F = FieldsOf<ScanSummary>;
  using T = ScanSummary;
  static const RecordType type = {
      .name = "scan",
      .fields = {
          F::List<&T::roots>("roots", FieldKind::kName, {.csv = "path_a", .rows = "root"}),
          F::Count<&T::files>("files", {.csv = "note"}), F::Bytes<&T::bytes>("bytes", {.csv = "note"}),
          F::Count<&T::added>("added", {.csv = "note"}), F::Count<&T::changed>("changed", {.csv = "note"}),
          F::Count<&T::gone>("gone", {.csv = "note"}), F::Count<&T::unchanged>("unchanged", {.csv = "note"}),
          F::Count<&T::read_files>("read_files", {.csv = "note"}),
          F::Bytes<&T::read_bytes>("read_bytes", {.csv = "note"}),
          F::Count<&T::new_contents>("new_contents", {.csv = "note"}),
          F::Count<&T::new_marks>("new_marks", {.csv = "note"}),
          F::Count<&T::merged_segments>("merged_segments", {.csv = "note"}),
          F::Flag<&T::interrupted>("interrupted", {.csv = "note"}),
          F::Count<&T::filtered>("filtered", {.csv = "note"}),
          F::Count<&T::hidden>("hidden", {.csv = "note"}),
          F::List<&T::skip_counts>("skips", FieldKind::kRecord, {.in = kInLines})}};
  return type;
}

template <>
const RecordType& TypeOf<AnchorReport>() {
  using F = FieldsOf<AnchorReport>;
  using T = AnchorReport;
  static const RecordType type = {
      .name = "anchor_set",
      .fields = {F::Text<&T::name>("name", {.csv = "note"}), F::Text<&T::digest>("digest", {.csv = "set"}),
                 F::Count<&T::anchors>("strings", {.csv = "note"}),
                 F::Bytes<&T::every>("every", {.csv = "note"}), F::Count<&T::files>("files", {.csv = "note"}),
                 F::Bytes<&T::learned_bytes>("learned_bytes", {.csv = "note"}),
                 F::Bytes<&T::measured_bytes>("measured_bytes", {.csv = "note"}),
                 F::Real<&T::per_kilobyte>("per_kilobyte", {.csv = "note"}),
                 F::Bytes<&T::longest_gap>("longest_gap", {.csv = "note"}),
                 F::Bytes<&T::usual_gap>("usual_gap", {.csv = "note"}),
                 F::Share<&T::empty_kilobytes>("empty_kilobytes", {.csv = "note"}),
                 F::Count<&T::bare_files>("bare_files", {.csv = "note"})}};
  return type;
}

template <>
const RecordType& TypeOf<IndexStats::Method>() {
  using F = FieldsOf<IndexStats::Method>;
  using T = IndexStats::Method;
  static const RecordType type = {
      .name = "method",
      .fields = {F::Nested<&T::method>("method", {.csv = "set"}),
                 F::Count<&T::segments>("segments", {.csv = "note"}),
                 F::Count<&T::contents>("contents", {.csv = "note"}),
                 F::Count<&T::keys>("keys", {.csv = "note"}), F::Count<&T::marks>("marks", {.csv = "note"}),
                 F::Bytes<&T::bytes>("bytes", {.csv = "note"})}};
  return type;
}

template <>
const RecordType& TypeOf<IndexStats>() {
  using F = FieldsOf<IndexStats>;
  using T = IndexStats;
  static const RecordType type = {
      .name = "stats",
      .fields = {F::Name<&T::directory>("directory", {.csv = "path_a"}),
                 F::Count<&T::format_version>("format_version", {.csv = "note"}),
                 F::Count<&T::generation>("generation", {.csv = "note"}),
                 F::Count<&T::files>("files", {.csv = "note"}),
                 F::Count<&T::contents>("contents", {.csv = "note"}),
                 F::Bytes<&T::content_bytes>("content_bytes", {.csv = "note"}),
                 F::Bytes<&T::file_bytes>("file_bytes", {.csv = "note"}),
                 F::Count<&T::skips>("skips", {.csv = "note"}),
                 F::Bytes<&T::catalog_bytes>("catalog_bytes", {.csv = "note"}),
                 F::Bytes<&T::index_bytes>("index_bytes", {.csv = "note"}),
                 F::List<&T::methods>("methods", FieldKind::kRecord, {.rows = "method"}),
                 F::List<&T::roots>("roots", FieldKind::kName, {.csv = "path_a", .rows = "root"})}};
  return type;
}

template <>
const RecordType& TypeOf<CheckResult>() {
  using F = FieldsOf<CheckResult>;
  using T = CheckResult;
  static const RecordType type = {
      .name = "check",
      .fields = {F::Count<&T::files>("files", {.csv = "note"}),
                 F::Count<&T::blocks>("blocks", {.csv = "note"}),
                 F::Count<[](const T& result) { return result.problems.size(); }>(
                     "problems", {.in = kInCsv, .csv = "note"}),
                 F::List<&T::problems>("problems", FieldKind::kText,
                                       {.csv = "note", .note = NoteForm::kValue, .rows = "problem"})}};
  return type;
}

}  // namespace kindred::inline v0
