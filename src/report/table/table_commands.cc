// The tables of query, compare, spans and near.
#include <algorithm>

#include "report/lines/span_record.h"
#include "report/number_text.h"
#include "report/table/table_facts.h"
#include "report/table/table_report.h"
#include "report/text/compare_text.h"
#include "report/text/text_layout.h"

namespace kindred::report {

namespace {

using enum CellKind;

const TableForm kMatchTable = {.id = "matches",
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
                                           {"Digest", kText},
                                           {"Marks", kCount},
                                           {"Dropped by reading", kCount},
                                           {"Filtered out", kCount}},
                               .levels = {{"query", {{0}, {7}, {5}, {10}, {11}, {12}, {9}}},
                                          {"match", {{1}, {2}, {3}, {4}, {5}, {6}, {8}, {9}}}}};

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

const TableForm kNearSetTable = {
    .id = "near-sets",
    .title = "Near sets",
    .columns = {{"File", kName}, {"Kind", kText}, {"Size", kCount}, {"Files", kCount}},
    .levels = {{"set", {{0}, {3}, {2}, {1}}}, {"file", {{0}}}}};

const TableForm kNearPairTable = {.id = "near-pairs",
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

Cell SizeOf(const std::string& path, std::uint64_t size) { return path.empty() ? Cell() : CountCell(size); }

// The notes of csv, in words.
const char* NoteOf(const FileRelation& relation) {
  if (relation.further) return relation.relation == Relation::kMoved ? "further copy" : "further version";
  if (relation.replaced) return "another file stands at that place";
  return relation.verified ? "measured" : "";
}

}  // namespace

ReportPart NearPairsPart(std::optional<std::uint64_t> count) { return PartOf(kNearPairTable, count); }
ReportPart NearSetsPart(std::optional<std::uint64_t> count) { return PartOf(kNearSetTable, count); }

void TableReport::OnQuery(const QueryHeader& query) {
  if (!started_) settings_ = SettingsOf(query);
  Start({PartOf(kMatchTable), kSettingsPart});
  EndQuery();
  matches_ = query.matches;
  auto if_any = [](std::uint64_t count) { return count == 0 ? Cell() : CountCell(count); };
  writer_->Row(kMatchTable, 0,
               {NameCell(query.query),
                {},
                {},
                {},
                {},
                CountCell(query.size),
                {},
                CountCell(query.matches),
                {},
                TextCell(query.digest),
                CountCell(query.marks),
                if_any(query.dropped),
                if_any(query.filtered_out)});
  if (query.matches == 0)
    writer_->Note(kMatchTable,
                  query.marks == 0 ? "nothing similar: too short to have marks" : "nothing similar");
}

void TableReport::OnMatch(const Match& match) {
  Start({PartOf(kMatchTable), kSettingsPart});
  ++matched_;
  std::string identical = match.identical ? "yes" : "no";
  if (match.copies > 1) identical += ", " + Counted(match.copies, "copy", "copies");
  writer_->Row(kMatchTable, 1,
               {NameCell(match.query),
                NameCell(match.path),
                ShareCell(match.similarity),
                ShareCell(match.of_query),
                ShareCell(match.of_file),
                CountCell(match.size),
                CountCell(match.shared_marks),
                {},
                TextCell(identical),
                TextCell(match.digest),
                {},
                {},
                {}});
}

void TableReport::EndQuery() {
  NoteShown(kMatchTable, matched_, matches_, "matches");
  matched_ = matches_ = 0;
}

void TableReport::OnCompared(const TreeComparison& comparison) {
  settings_ = SettingsOf(comparison);
  std::uint64_t& files = Of("files").all;
  for (std::uint64_t count : comparison.relations) files += count;
  files += comparison.further;
  Start({kSummaryPart, PartOf(kRelationTable, files), SkipsPart(comparison.skips), kSettingsPart});
  writer_->Facts(kSummaryPart, SummaryFacts(comparison));
  TellFacts(kSkippedPart, SkipFacts(comparison.skip_counts, comparison.hidden, comparison.filtered));
}

void TableReport::OnRelation(const FileRelation& relation) {
  Start({});
  ++Of("files").shown;
  writer_->Row(kRelationTable, 0,
               {TextCell(RelationLabel(relation.relation)), NameCell(relation.a), NameCell(relation.b),
                ShareCell(relation.of_a), ShareCell(relation.of_b), SizeOf(relation.a, relation.size_a),
                SizeOf(relation.b, relation.size_b), TextCell(NoteOf(relation))});
}

void TableReport::OnSpans(const SpanSummary& summary) {
  settings_ = SettingsOf(summary);
  Start({kSummaryPart, PartOf(kSpanTable, summary.spans), SkipsPart(summary.skips), kSettingsPart});
  writer_->Facts(kSummaryPart, SummaryFacts(summary));
  TellFacts(kSkippedPart, SkipFacts(summary.skip_counts, summary.hidden, summary.filtered));
  Of("spans").all = summary.spans;
}

void TableReport::OnComparison(const Comparison& comparison) {
  comparison_ = comparison;
  settings_ = SettingsOf(comparison);
  Start({kSummaryPart, PartOf(kSpanTable, comparison.spans), kSettingsPart});
  writer_->Facts(kSummaryPart, SummaryFacts(comparison));
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
  Of("near pairs").all = summary.pairs;
  Of("near sets").all = summary.sets;
  std::vector<Fact> facts = SummaryFacts(summary);
  const std::vector<Fact> skips = SkipFacts(summary.skip_counts, summary.hidden, summary.filtered);
  const std::vector<Fact> settings = SettingsOf(summary);
  if (!summary.first_look) {
    settings_ = settings;
    Start({kSummaryPart, NearPairsPart(summary.pairs), NearSetsPart(summary.sets), SkipsPart(summary.skips),
           kSettingsPart});
    writer_->Facts(kSummaryPart, facts);
    TellFacts(kSkippedPart, skips);
    return;
  }
  // A part of find's report, which has told its own summary and skips.
  Start({});
  settings_.insert(settings_.end(), settings.begin(), settings.end());
  facts.insert(facts.end(), skips.begin(), skips.end());
  writer_->Facts(kFirstLookPart, facts);
  if (summary.pairs == 0) writer_->Note(kNearPairTable, "no two tallies are near");
  if (summary.sets == 0) writer_->Note(kNearSetTable, "no three files are equal, or have equal tallies");
}

void TableReport::OnNearSet(const NearSet& set) {
  Start({});
  ++Of("near sets").shown;
  const std::uint64_t files = TotalOf(set.total_files, set.files.size());
  const Cell kind = TextCell(set.identical ? "identical" : "equal tallies");
  const Cell size = CountCell(set.size);
  writer_->Row(kNearSetTable, 0,
               {NameCell(set.files.empty() ? "" : set.files[0]), kind, size, CountCell(files)});
  for (const std::string& file : set.files) writer_->Row(kNearSetTable, 1, {NameCell(file), kind, size, {}});
  NoteShown(kNearSetTable, set.files.size(), files, "files");
}

void TableReport::OnNearPair(const NearPair& pair) {
  Start({});
  ++Of("near pairs").shown;
  writer_->Row(kNearPairTable, 0,
               {NameCell(pair.a), NameCell(pair.b), CountCell(pair.distance), CountCell(pair.key_distance),
                CountCell(pair.size_a), CountCell(pair.size_b), pair.verified ? ShareCell(pair.of_a) : Cell(),
                pair.verified ? ShareCell(pair.of_b) : Cell(), YesOrNoCell(pair.identical)});
}

}  // namespace kindred::report
