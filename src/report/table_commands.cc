// The tables of query, compare, spans and near.
#include <fmt/format.h>

#include <algorithm>

#include "report/compare_text.h"
#include "report/number_text.h"
#include "report/span_record.h"
#include "report/table_report.h"

namespace kindred {

namespace {

using enum CellKind;

const ReportPart kSummaryPart = {"summary", "Summary"};
const ReportPart kSettingsPart = {"settings", "Settings"};

const TableForm kMatches = {
    .id = "matches",
    .title = "Matches",
    .columns = {{"Query", kName},
                {"File", kName},
                {"Similarity", kShare},
                {"Of query", kShare},
                {"Of file", kShare},
                {"Size", kCount},
                {"Shared marks", kCount},
                {"Matches", kCount},
                {"Identical", kText},
                {"Digest", kText}},
    .levels = {{"query", {{0}, {7}, {5}, {9}}}, {"match", {{1}, {2}, {3}, {4}, {5}, {6}, {8}, {9}}}}};

const TableForm kRelationTable = {.id = "relations",
                                  .title = "Files",
                                  .columns = {{"Relation", kText},
                                              {"In A", kName},
                                              {"In B", kName},
                                              {"Of A", kShare},
                                              {"Of B", kShare},
                                              {"Size in A", kCount},
                                              {"Size in B", kCount},
                                              {"Note", kText}},
                                  .levels = {{"file", {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}}}};

const TableForm kSpanTable = {.id = "spans",
                              .title = "Spans",
                              .columns = {{"File", kName},
                                          {"Offset", kCount},
                                          {"Length", kCount},
                                          {"Unit", kText},
                                          {"Places", kCount},
                                          {"Copies", kCount},
                                          {"Span", kCount}},
                              .levels = {{"span", {{0}, {2}, {3}, {4}, {6}}}, {"place", {{0}, {1}, {5}}}}};

const TableForm kNearSets = {
    .id = "near-sets",
    .title = "Sets",
    .columns = {{"File", kName}, {"Kind", kText}, {"Size", kCount}, {"Files", kCount}},
    .levels = {{"set", {{0}, {3}, {2}, {1}}}, {"file", {{0}}}}};

const TableForm kNearPairs = {.id = "near-pairs",
                              .title = "Near pairs",
                              .columns = {{"A", kName},
                                          {"B", kName},
                                          {"Distance", kCount},
                                          {"Key distance", kCount},
                                          {"Size of A", kCount},
                                          {"Size of B", kCount},
                                          {"Of A", kShare},
                                          {"Of B", kShare},
                                          {"Identical", kText}},
                              .levels = {{"pair", {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}}}}};

Cell YesOrNo(bool yes) { return TextCell(yes ? "yes" : "no"); }

Cell SizeOf(const std::string& path, std::uint64_t size) { return path.empty() ? Cell() : CountCell(size); }

}  // namespace

void TableReport::OnQuery(const QueryHeader& query) {
  Start({PartOf(kMatches), kSettingsPart});
  writer_->Row(kMatches, 0,
               {NameCell(query.query),
                {},
                {},
                {},
                {},
                CountCell(query.size),
                {},
                CountCell(query.matches),
                {},
                TextCell(query.digest)});
  if (query.matches == 0) writer_->Note(kMatches, "nothing similar");
}

void TableReport::OnMatch(const Match& match) {
  Start({PartOf(kMatches), kSettingsPart});
  writer_->Row(kMatches, 1,
               {NameCell(match.query),
                NameCell(match.path),
                ShareCell(match.similarity),
                ShareCell(match.of_query),
                ShareCell(match.of_file),
                CountCell(match.size),
                CountCell(match.shared_marks),
                {},
                YesOrNo(match.identical),
                TextCell(match.digest)});
}

void TableReport::OnCompared(const TreeComparison& comparison) {
  settings_ = {{"Version", TextCell(comparison.version)},
               {"Method", TextCell(comparison.method.Text())},
               {"Least similarity", ShareCell(comparison.minimum)},
               {"Shares", TextCell(comparison.verified ? "measured by reading both files" : "estimated")},
               {"A", NameCell(comparison.a.root)},
               {"B", NameCell(comparison.b.root)}};
  if (comparison.a_inside_b)
    settings_.push_back({"Note", TextCell("A lies inside B: B is what lies outside A")});
  if (comparison.b_inside_a)
    settings_.push_back({"Note", TextCell("B lies inside A: A is what lies outside B")});
  Start({kSummaryPart, PartOf(kRelationTable), SkipsPart(comparison.skips), kSettingsPart});
  std::vector<Fact> facts = {
      {"Is all of A in B?", TextCell(CompareAnswer(comparison.a, comparison.b, "A", "B"))},
      {"Is all of B in A?", TextCell(CompareAnswer(comparison.b, comparison.a, "B", "A"))},
      {"Of A's bytes in B", ShareCell(comparison.a.share)},
      {"Of B's bytes in A", ShareCell(comparison.b.share)},
      {"Files of A", CountCell(comparison.a.files)},
      {"Files of B", CountCell(comparison.b.files)},
      {"Bytes of A", CountCell(comparison.a.bytes)},
      {"Bytes of B", CountCell(comparison.b.bytes)}};
  for (std::size_t i = 0; i < kRelations; ++i) {
    facts.push_back({RelationName(static_cast<Relation>(i)), CountCell(comparison.relations[i])});
    Of("files").all += comparison.relations[i];
  }
  facts.push_back({"further", CountCell(comparison.further)});
  Of("files").all += comparison.further;
  writer_->Facts(kSummaryPart, facts);
  CountSkips(comparison.skip_counts, comparison.hidden, comparison.filtered);
}

void TableReport::OnRelation(const FileRelation& relation) {
  Start({});
  ++Of("files").shown;
  writer_->Row(kRelationTable, 0,
               {TextCell(RelationName(relation.relation)), NameCell(relation.a), NameCell(relation.b),
                ShareCell(relation.of_a), ShareCell(relation.of_b), SizeOf(relation.a, relation.size_a),
                SizeOf(relation.b, relation.size_b),
                TextCell(relation.further    ? "further"
                         : relation.replaced ? "replaced"
                         : relation.verified ? "verified"
                                             : "")});
}

void TableReport::OnSpans(const SpanSummary& summary) {
  settings_ = {{"Version", TextCell(summary.version)},
               {"Least length in bytes", CountCell(summary.min_length)},
               {"Seeds", TextCell(summary.seeds)},
               {"Guarantee", TextCell(summary.guarantee)}};
  AddRoots(summary.roots, &settings_);
  Start({kSummaryPart, PartOf(kSpanTable, summary.spans), SkipsPart(summary.skips), kSettingsPart});
  writer_->Facts(kSummaryPart, {{"Files", CountCell(summary.files)},
                                {"Distinct contents", CountCell(summary.contents)},
                                {"Bytes", CountCell(summary.bytes)},
                                {"Bytes searched", CountCell(summary.read_bytes)},
                                {"Spans", CountCell(summary.spans)},
                                {"Bytes in spans", CountCell(summary.shared_bytes)},
                                {"Seeds in too many places", CountCell(summary.crowded_keys)},
                                {"Skips", CountCell(summary.skips)}});
  CountSkips(summary.skip_counts, summary.hidden, summary.filtered);
  Of("spans").all = summary.spans;
}

void TableReport::OnComparison(const Comparison& comparison) {
  comparison_ = comparison;
  settings_ = {{"Least length in bytes", CountCell(comparison.min_length)}};
  Start({kSummaryPart, PartOf(kSpanTable, comparison.spans), kSettingsPart});
  writer_->Facts(kSummaryPart, {{"A", NameCell(comparison.a)},
                                {"B", NameCell(comparison.b)},
                                {"Of A in B", ShareCell(comparison.of_a)},
                                {"Of B in A", ShareCell(comparison.of_b)},
                                {"Size of A", CountCell(comparison.size_a)},
                                {"Size of B", CountCell(comparison.size_b)},
                                {"Shared bytes of A", CountCell(comparison.shared_a)},
                                {"Shared bytes of B", CountCell(comparison.shared_b)},
                                {"Spans", CountCell(comparison.spans)},
                                {"Identical", YesOrNo(comparison.identical)}});
  Of("spans").all = comparison.spans;
}

void TableReport::OnSpan(const Span& found) {
  Start({});
  const Span span = comparison_ ? Oriented(found, *comparison_) : found;
  const Cell number = CountCell(++Of("spans").shown);
  const Cell length = CountCell(span.length);
  const Cell unit = TextCell(UnitText(span.bits));
  const std::uint64_t places = std::max<std::uint64_t>(span.total_places, span.places.size());
  writer_->Row(kSpanTable, 0,
               {NameCell(span.places.empty() ? "" : span.places[0].path),
                {},
                length,
                unit,
                CountCell(places),
                {},
                number});
  for (const Span::Place& place : span.places) {
    writer_->Row(
        kSpanTable, 1,
        {NameCell(place.path), CountCell(place.offset), length, unit, {}, CountCell(place.copies), number});
  }
  NoteShown(kSpanTable, span.places.size(), places, "places");
}

void TableReport::OnNearSummary(const NearSummary& summary) {
  settings_ = {{"Version", TextCell(summary.version)},
               {"Database", TextCell(summary.database)},
               {"Tags", TextCell(summary.tags)},
               {"Key", TextCell(summary.key)},
               {"Tolerance", TextCell(fmt::format("{:.6g}%", summary.tolerance * 100))}};
  if (!summary.query.empty()) settings_.push_back({"File", NameCell(summary.query)});
  AddRoots(summary.roots, &settings_);
  Start({kSummaryPart, PartOf(kNearPairs, summary.pairs), PartOf(kNearSets, summary.sets),
         SkipsPart(summary.skips), kSettingsPart});
  writer_->Facts(kSummaryPart, {{"Files", CountCell(summary.files)},
                                {"Distinct contents", CountCell(summary.contents)},
                                {"Bytes", CountCell(summary.bytes)},
                                {"Near pairs", CountCell(summary.pairs)},
                                {"Sets", CountCell(summary.sets)},
                                {"Contents with too few tags", CountCell(summary.too_small)},
                                {"Skips", CountCell(summary.skips)}});
  CountSkips(summary.skip_counts, summary.hidden, summary.filtered);
  Of("near pairs").all = summary.pairs;
  Of("sets").all = summary.sets;
}

void TableReport::OnNearSet(const NearSet& set) {
  Start({});
  ++Of("sets").shown;
  const std::uint64_t files = std::max<std::uint64_t>(set.total_files, set.files.size());
  const Cell kind = TextCell(set.identical ? "identical" : "equal tallies");
  const Cell size = CountCell(set.size);
  writer_->Row(kNearSets, 0, {NameCell(set.files.empty() ? "" : set.files[0]), kind, size, CountCell(files)});
  for (const std::string& file : set.files) writer_->Row(kNearSets, 1, {NameCell(file), kind, size, {}});
  NoteShown(kNearSets, set.files.size(), files, "files");
}

void TableReport::OnNearPair(const NearPair& pair) {
  Start({});
  ++Of("near pairs").shown;
  writer_->Row(kNearPairs, 0,
               {NameCell(pair.a), NameCell(pair.b), CountCell(pair.distance), CountCell(pair.key_distance),
                CountCell(pair.size_a), CountCell(pair.size_b), pair.verified ? ShareCell(pair.of_a) : Cell(),
                pair.verified ? ShareCell(pair.of_b) : Cell(), YesOrNo(pair.identical)});
}

}  // namespace kindred
