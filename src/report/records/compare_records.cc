// Descriptions of the records of compare; kindred/record.h explains descriptions.
#include <utility>

#include "kindred/sink.h"
#include "report/records/shared_fields.h"
#include "report/text/compare_text.h"

namespace kindred::report {

namespace {

using C = FieldsOf<TreeComparison>;

const TableShape& RelationTable() {
  static const TableShape shape = {
      .id = "relations", .title = "Files", .plural = "files", .levels = {&TypeOf<FileRelation>()}};
  return shape;
}

constexpr unsigned kLines = kInLines | kInCsv;

// The same part of both sides, A's first.
template <auto Part>
constexpr auto kOfA = [](const TreeComparison& comparison) -> const auto& {
  return comparison.a.*Part;
};
template <auto Part>
constexpr auto kOfB = [](const TreeComparison& comparison) -> const auto& {
  return comparison.b.*Part;
};

using Side = TreeComparison::Side;

template <std::size_t... I>
Fields RelationCounts(std::index_sequence<I...>) {
  return {C::Count<[](const TreeComparison& comparison) { return comparison.relations[I]; }>(
      RelationName(static_cast<Relation>(I)),
      {.csv = "note", .title = RelationHeading(static_cast<Relation>(I))})...};
}

Fields ComparedFields() {
  return Join(
      {{C::Text<&TreeComparison::version>("version", {.csv = "note", .title = "Version"}),
        SchemaField<TreeComparison>(), C::Name<kOfA<&Side::root>>("a", {.csv = "path_a", .title = "A"}),
        C::Name<kOfB<&Side::root>>("b", {.csv = "path_b", .title = "B"}),
        C::Share<kOfA<&Side::share>>("of_a", {.csv = "of_a", .title = "Of A's bytes in B"}),
        C::Share<kOfB<&Side::share>>("of_b", {.csv = "of_b", .title = "Of B's bytes in A"}),
        C::Flag<kOfA<&Side::all_there>>("all_of_a", {.in = kLines, .csv = "note"}),
        C::Flag<kOfB<&Side::all_there>>("all_of_b", {.in = kLines, .csv = "note"}),
        C::Count<kOfA<&Side::files>>("files_a", {.csv = "note", .title = "Files of A"}),
        C::Count<kOfB<&Side::files>>("files_b", {.csv = "note", .title = "Files of B"}),
        C::Bytes<kOfA<&Side::bytes>>("size_a", {.csv = "size_a", .title = "Bytes of A"}),
        C::Bytes<kOfB<&Side::bytes>>("size_b", {.csv = "size_b", .title = "Bytes of B"}),
        C::Count<kOfA<&Side::without_copy>>("without_copy_a", {.in = kLines, .csv = "note"}),
        C::Count<kOfB<&Side::without_copy>>("without_copy_b", {.in = kLines, .csv = "note"})},
       RelationCounts(std::make_index_sequence<kRelations>()),
       {C::Count<&TreeComparison::further>("further",
                                           {.csv = "note", .title = "Further copies and versions"}),
        C::Count<&TreeComparison::links>("links", {.in = kInLines}),
        C::Nested<&TreeComparison::method>("method", {.in = kInLines}),
        C::Count<&TreeComparison::capped_keys>("capped_keys", {.in = kInLines}),
        C::Count<&TreeComparison::skips>("skips", {.in = kLines, .csv = "note"}),
        C::Count<kOfA<&Side::errors>>("errors_a", {.in = kInLines}),
        C::Count<kOfB<&Side::errors>>("errors_b", {.in = kInLines}),
        // What makes the answers uncertain, and what was not compared.
        C::Flag<kOfA<&Side::cannot_tell>>("cannot_tell_a", {.in = kLines, .csv = "note"}),
        C::Flag<kOfB<&Side::cannot_tell>>("cannot_tell_b", {.in = kLines, .csv = "note"}),
        C::Count<&TreeComparison::filtered_out>(
            "filtered_out", {.when = C::If<&TreeComparison::filtered_out>, .in = kInCsv, .csv = "note"}),
        C::List<kOfA<&Side::left_out>>("left_out_a", FieldKind::kRecord, {.in = kInLines}),
        C::List<kOfB<&Side::left_out>>("left_out_b", FieldKind::kRecord, {.in = kInLines}),
        C::Count<kOfA<&Side::unknown>>("unknown_a", {.in = kInLines}),
        C::Count<kOfB<&Side::unknown>>("unknown_b", {.in = kInLines}),
        C::Count<kOfA<&Side::same_names>>("same_names_a", {.in = kInLines}),
        C::Count<kOfB<&Side::same_names>>("same_names_b", {.in = kInLines})}});
}

std::string LeftOutText(const Side& side) {
  std::string text;
  for (const SkipCount& count : side.left_out)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", count.reason, CountText(count.files));
  return text;
}

// Facts that only tables show: in words, or only in some cases.
Fields ComparedFacts() {
  using T = TreeComparison;
  return {
      C::Text<[](const T& all) { return CompareAnswer(all.a, all.b, "A", "B"); }>("Is all of A in B?",
                                                                                  {.in = kInTables}),
      C::Text<[](const T& all) { return CompareAnswer(all.b, all.a, "B", "A"); }>(
          "Is all of B in A?", {.when = C::If<[](const T& all) { return all.pools == 0; }>, .in = kInTables}),
      C::Count<kOfA<&Side::errors>>("Not read of A", {.when = C::If<kOfA<&Side::errors>>, .in = kInTables}),
      C::Count<kOfB<&Side::errors>>("Not read of B", {.when = C::If<kOfB<&Side::errors>>, .in = kInTables}),
      C::Text<[](const T& all) { return LeftOutText(all.a); }>(
          "Left out of A", {.when = C::If<kOfA<&Side::left_out>>, .in = kInTables}),
      C::Text<[](const T& all) { return LeftOutText(all.b); }>(
          "Left out of B", {.when = C::If<kOfB<&Side::left_out>>, .in = kInTables}),
      C::Text<[](const T& all) {
        return fmt::format("{} of A in B only as another name of the same file", Counted(all.links, "file"));
      }>("Links", {.when = C::If<&T::links>, .in = kInTables}),
      C::Text<[](const T& all) {
        return fmt::format("{} ignored: in too many files", Counted(all.capped_keys, "key"));
      }>("Common marks", {.when = C::If<&T::capped_keys>, .in = kInTables}),
      C::Text<[](const T&) { return "A lies inside B: B is what lies outside A"; }>(
          "A inside B", {.when = C::If<&T::a_inside_b>, .in = kInTables, .title = "Note"}),
      C::Text<[](const T&) { return "B lies inside A: A is what lies outside B"; }>(
          "B inside A", {.when = C::If<&T::b_inside_a>, .in = kInTables, .title = "Note"}),
  };
}

// The note of a relation in tables; CSV has the first one that applies.
const char* NoteOf(const FileRelation& relation) {
  if (relation.further) return relation.relation == Relation::kMoved ? "further copy" : "further version";
  if (relation.replaced) return "another file is at that place";
  return relation.measured ? "measured" : "";
}

// As programs read it.
const char* SendingName(const FileRelation& relation) {
  constexpr const char* kNames[] = {"", "none", "delta", "whole"};
  return kNames[static_cast<std::size_t>(relation.send)];
}

bool WithPool(const Record& record) { return record.As<FileRelation>()->send != Sending::kNotAsked; }

const char* CsvNote(const FileRelation& relation) {
  if (relation.further) return "further";
  if (relation.replaced) return "replaced";
  return relation.measured ? "measured" : "";
}

}  // namespace

}  // namespace kindred::report

namespace kindred::inline v0 {

template <>
const RecordType& TypeOf<TreeComparison>() {
  static const RecordType type = {
      .name = "compared",
      .fields = report::Join({report::ComparedFields(), report::VerifiedFields<TreeComparison>(),
                              report::TemplateFields<TreeComparison>(),
                              report::FilterFields<TreeComparison>(kInLines),
                              report::SettingFields<TreeComparison>(), report::ComparedFacts()}),
      .facts = {"Is all of A in B?",
                "Is all of B in A?",
                "of_a",
                "of_b",
                "files_a",
                "files_b",
                "size_a",
                "size_b",
                "identical",
                "moved",
                "changed",
                "contains",
                "contained",
                "only_a",
                "only_b",
                "further",
                "Not read of A",
                "Not read of B",
                "dropped",
                "Pairs filtered out",
                "Left out of A",
                "Left out of B",
                "Links",
                "Common marks",
                "Templates"},
      .settings = {"version", "Method", "Least similarity", "Shares", "a", "b", "filter", "filter_command",
                   "A inside B", "B inside A"}};
  return type;
}

template <>
const RecordType& TypeOf<TransferPlan>() {
  using F = FieldsOf<TransferPlan>;
  using P = TransferPlan;
  static const RecordType type = {
      .name = "transfer",
      .fields = {
          F::Name<&P::from>("from", {.csv = "path_a", .title = "From"}),
          F::Name<&P::pool>("pool", {.csv = "path_b", .title = "Pool"}),
          F::Flag<&P::anonymous>("anonymous", {.csv = "note", .title = "Without names"}),
          F::Count<&P::there_files>("there_files", {.csv = "note", .title = "Files that are there"}),
          F::Bytes<&P::there_bytes>("there_bytes", {.csv = "note", .title = "Bytes that are there"}),
          F::Count<&P::delta_files>("delta_files", {.csv = "note", .title = "Files to send as a delta"}),
          F::Bytes<&P::delta_bytes>("delta_bytes", {.csv = "note", .title = "Bytes of these"}),
          F::Bytes<&P::delta_new_bytes>("delta_new_bytes",
                                        {.csv = "note", .title = "New bytes of these, estimated"}),
          F::Count<&P::whole_files>("whole_files", {.csv = "note", .title = "Files to send whole"}),
          F::Bytes<&P::whole_bytes>("whole_bytes", {.csv = "note", .title = "Bytes of the whole ones"})}};
  return type;
}

template <>
const RecordType& TypeOf<FileRelation>() {
  using F = FieldsOf<FileRelation>;
  using R = FileRelation;
  static const RecordType type = {
      .name = "compare",
      .fields = {F::Text<[](const R& relation) { return report::RelationName(relation.relation); }>(
                     "relation", {.in = kInLines | kInCsv, .csv = "set"}),
                 F::Name<&R::a>("a", {.nullable = true, .csv = "path_a", .title = "In A"}),
                 F::Name<&R::b>("b", {.nullable = true, .csv = "path_b", .title = "In B"}),
                 F::Share<&R::of_a>("of_a", {.csv = "of_a", .title = "Of A"}),
                 F::Share<&R::of_b>("of_b", {.csv = "of_b", .title = "Of B"}),
                 F::Bytes<&R::size_a>("size_a",
                                      {.when = F::If<&R::a>, .csv = "size_a", .title = "Size in A"}),
                 F::Bytes<&R::size_b>("size_b",
                                      {.when = F::If<&R::b>, .csv = "size_b", .title = "Size in B"}),
                 F::Flag<&R::further>("further", {.when = F::If<&R::further>, .in = kInLines}),
                 F::Flag<&R::replaced>("replaced", {.when = F::If<&R::replaced>, .in = kInLines}),
                 F::Flag<&R::measured>("measured", {.when = F::If<&R::measured>, .in = kInLines}),
                 F::Text<report::CsvNote>("how", {.in = kInCsv, .csv = "note", .note = NoteForm::kValue}),
                 F::Text<[](const R& relation) { return report::RelationLabel(relation.relation); }>(
                     "Relation", {.in = kInTables}),
                 F::Text<report::NoteOf>("Note", {.in = kInTables}),
                 F::Time<&R::mtime_a>("mtime_a",
                                      {.when = F::If<&R::a>, .csv = "mtime_a", .title = "Modified in A"}),
                 F::Time<&R::mtime_b>("mtime_b",
                                      {.when = F::If<&R::b>, .csv = "mtime_b", .title = "Modified in B"}),
                 F::Text<report::SendingName>("send",
                                              {.when = report::WithPool, .csv = "note", .title = "To send"}),
                 F::Bytes<&R::new_bytes>("new_bytes",
                                         {.when = report::WithPool, .csv = "note", .title = "New bytes"})},
      .level = "file",
      .shown = {"Relation", "a", "b", "of_a", "of_b", "size_a", "size_b", "mtime_a", "mtime_b", "send",
                "new_bytes", "Note"},
      .table = report::RelationTable};
  return type;
}

}  // namespace kindred::inline v0
