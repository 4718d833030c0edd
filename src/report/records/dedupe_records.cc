// Descriptions of the records of dedupe, undo and journal; kindred/record.h explains descriptions.
#include "kindred/dedupe_values.h"
#include "kindred/sink.h"
#include "report/records/shared_fields.h"

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<DedupeAction>() {
  using F = FieldsOf<DedupeAction>;
  using T = DedupeAction;
  static const RecordType type = {
      .name = "action",
      .fields = {
          F::Name<&T::path>("path", {.csv = "path_a"}),
          F::Name<&T::keep>("keep", {.nullable = true, .csv = "path_b"}),
          F::Text<[](const T& action) { return ReplaceByName(action.by); }>("by", {.csv = "note"}),
          F::Text<[](const T& action) { return ActionOutcomeName(action.outcome); }>("outcome",
                                                                                     {.csv = "set"}),
          F::Bytes<&T::size>("size", {.csv = "size_a"}), F::Bytes<&T::freed>("freed", {.csv = "note"}),
          F::Flag<&T::wished>("wished", {.when = F::If<&T::wished>, .csv = "note", .note = NoteForm::kKey}),
          F::Name<&T::target>("target", {.when = F::If<&T::target>, .csv = "note"}),
          F::Name<&T::saved>("saved", {.when = F::If<&T::saved>, .csv = "note"}),
          F::Text<&T::reason>("reason", {.when = F::If<&T::reason>, .csv = "text"})}};
  return type;
}

template <>
const RecordType& TypeOf<DedupeSet>() {
  using F = FieldsOf<DedupeSet>;
  using T = DedupeSet;
  static const RecordType type = {
      .name = "dedupe_set",
      .fields = {F::Bytes<&T::size>("size", {.csv = "size_a"}), F::Text<&T::digest>("digest", {.csv = "set"}),
                 F::Name<&T::keep>("keep", {.csv = "path_a"}), F::Text<&T::why>("why", {.csv = "note"}),
                 F::Count<[](const T& set) { return set.copies.size(); }>("copies", {.csv = "note"}),
                 F::List<&T::copies>("actions", FieldKind::kRecord, {.apart = true})}};
  return type;
}

template <>
const RecordType& TypeOf<DedupeSummary>() {
  using F = FieldsOf<DedupeSummary>;
  using T = DedupeSummary;
  static const RecordType type = {
      .name = "dedupe",
      .fields = {
          F::Text<&T::version>("version"), report::SchemaField<T>(),
          F::List<&T::roots>("roots", FieldKind::kName, {.csv = "path_a", .rows = "root"}),
          F::Text<&T::by>("by", {.csv = "note"}), F::Flag<&T::applied>("applied", {.csv = "note"}),
          F::Count<&T::run>("run", {.when = F::If<&T::run>, .csv = "note"}),
          F::Count<&T::files>("files", {.csv = "note"}), F::Count<&T::sets>("sets", {.csv = "note"}),
          F::Count<&T::actions>("actions", {.csv = "note"}),
          F::Count<&T::proposed>("proposed", {.when = F::If<&T::proposed>, .csv = "note"}),
          F::Count<&T::done>("done", {.csv = "note"}), F::Count<&T::left>("left", {.csv = "note"}),
          F::Count<&T::wished>("wished", {.csv = "note"}), F::Count<&T::saved>("saved", {.csv = "note"}),
          F::Count<&T::shared>("shared", {.csv = "note"}), F::Bytes<&T::freed>("freed", {.csv = "note"}),
          F::Count<&T::interrupted_runs>("interrupted_runs",
                                         {.when = F::If<&T::interrupted_runs>, .csv = "note"}),
          F::Count<&T::skips>("skips", {.csv = "note"}),
          F::List<&T::keep>("keep", FieldKind::kText, {.in = kInLines})}};
  return type;
}

template <>
const RecordType& TypeOf<JournalRun>() {
  using F = FieldsOf<JournalRun>;
  using T = JournalRun;
  static const RecordType type = {
      .name = "run",
      .fields = {
          F::Count<&T::run>("run", {.csv = "set"}), F::Text<&T::kind>("kind", {.csv = "note"}),
          F::Count<&T::of>("of", {.when = F::If<&T::of>, .csv = "note"}),
          F::Time<&T::time>("time", {.csv = "mtime_a"}), F::Text<&T::by>("by", {.csv = "note"}),
          F::Text<&T::state>("state", {.csv = "text"}), F::Count<&T::actions>("actions", {.csv = "note"}),
          F::Count<&T::done>("done", {.csv = "note"}), F::Count<&T::left>("left", {.csv = "note"}),
          F::Bytes<&T::freed>("freed", {.csv = "note"}), F::Count<&T::undone>("undone", {.csv = "note"}),
          F::List<&T::roots>("roots", FieldKind::kName, {.csv = "path_a", .rows = "root"})}};
  return type;
}

template <>
const RecordType& TypeOf<UndoSummary>() {
  using F = FieldsOf<UndoSummary>;
  using T = UndoSummary;
  static const RecordType type = {
      .name = "undo",
      .fields = {F::Count<&T::run>("run", {.csv = "set"}), F::Count<&T::of>("of", {.csv = "note"}),
                 F::Count<&T::restored>("restored", {.csv = "note"}),
                 F::Count<&T::not_needed>("not_needed", {.csv = "note"}),
                 F::Count<&T::left>("left", {.csv = "note"})}};
  return type;
}

}  // namespace kindred::inline v0
