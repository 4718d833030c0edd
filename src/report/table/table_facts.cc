// See table_facts.h.
#include "report/table/table_facts.h"

#include <fmt/format.h>

#include "kindred/report.h"
#include "report/text/compare_text.h"
#include "report/text/template_text.h"
#include "report/text/text_layout.h"

namespace kindred::report {

namespace {

void AddCount(const char* label, std::uint64_t count, std::vector<Fact>* facts) {
  if (count > 0) facts->push_back({label, CountCell(count)});
}

void AddText(const char* label, const std::string& text, std::vector<Fact>* facts) {
  if (!text.empty()) facts->push_back({label, TextCell(text)});
}

void AddRoots(const std::vector<std::string>& roots, std::vector<Fact>* facts) {
  for (const std::string& root : roots) facts->push_back({"Root", NameCell(root)});
}

void AddFilters(const std::string& filter, const std::string& command, std::vector<Fact>* facts) {
  AddText("Filter", filter, facts);
  AddText("Filter command", command, facts);
}

// They change every count: whoever reads the counts must know of them.
void AddTemplates(std::uint64_t templates, std::uint64_t keys, std::vector<Fact>* facts) {
  if (templates == 0) return;
  AddText("Templates",
          fmt::format("what stands in {} is left out (--no-templates takes the files whole)",
                      AppliedTemplatesText(templates, keys)),
          facts);
}

void AddPools(std::uint64_t pools, std::uint64_t files, std::vector<Fact>* facts) {
  if (pools == 0) return;
  AddText("Pools", fmt::format("compared also with {}, {}", Counted(pools, "pool"), Counted(files, "file")),
          facts);
}

std::string LeftOutText(const TreeComparison::Side& side) {
  std::string text;
  for (const SkipCount& count : side.left_out)
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", count.reason, CountText(count.files));
  return text;
}

constexpr const char kMeasured[] = "measured by reading both files";

}  // namespace

std::vector<Fact> SummaryFacts(const Summary& summary) {
  std::vector<Fact> facts = {{"Files", CountCell(summary.files)},
                             {"Distinct contents", CountCell(summary.contents)},
                             {"Bytes", CountCell(summary.bytes)},
                             {"Marks", CountCell(summary.marks)}};
  if (!summary.only_directories) {
    facts.insert(facts.end(), {{"Clusters", CountCell(summary.clusters)},
                               {"Groups", CountCell(summary.groups)},
                               {"Similar pairs", CountCell(summary.pairs)},
                               {"Identical sets", CountCell(summary.identical_sets)},
                               {"Spare bytes", CountCell(summary.identical_bytes)}});
  }
  if (summary.with_directories) facts.push_back({"Directory pairs", CountCell(summary.directories)});
  if (summary.with_sets) facts.push_back({"Interesting sets", CountCell(summary.sets)});
  facts.push_back({"Skips", CountCell(summary.skips)});
  if (summary.verified) facts.push_back({"Pairs dropped by reading", CountCell(summary.dropped)});
  AddCount("Pairs filtered out", summary.filtered_out, &facts);
  if (summary.with_sets && !summary.sets_complete)
    AddText("Interesting sets found", "not all: the search was too long", &facts);
  if (summary.crowded_files > 0) {
    AddText("Directories compared",
            fmt::format("not all: {} in many directories, of which only the nearest were compared",
                        Counted(summary.crowded_files, "file has its like", "files have their like")),
            &facts);
  }
  if (summary.capped_keys > 0) {
    AddText("Common marks",
            fmt::format("{} stood in more than {} and proposed neighbours only, not every pair",
                        Counted(summary.capped_keys, "key"), Counted(summary.degree_cap, "file")),
            &facts);
  }
  AddTemplates(summary.templates, summary.template_keys, &facts);
  AddPools(summary.pools, summary.pool_files, &facts);
  return facts;
}

std::vector<Fact> SummaryFacts(const TreeComparison& comparison) {
  std::vector<Fact> facts = {
      {"Is all of A in B?", TextCell(CompareAnswer(comparison.a, comparison.b, "A", "B"))},
      {"Is all of B in A?", TextCell(CompareAnswer(comparison.b, comparison.a, "B", "A"))},
      {"Of A's bytes in B", ShareCell(comparison.a.share)},
      {"Of B's bytes in A", ShareCell(comparison.b.share)},
      {"Files of A", CountCell(comparison.a.files)},
      {"Files of B", CountCell(comparison.b.files)},
      {"Bytes of A", CountCell(comparison.a.bytes)},
      {"Bytes of B", CountCell(comparison.b.bytes)}};
  for (std::size_t i = 0; i < kRelations; ++i)
    facts.push_back({RelationHeading(static_cast<Relation>(i)), CountCell(comparison.relations[i])});
  facts.push_back({"Further copies and versions", CountCell(comparison.further)});
  AddCount("Not read of A", comparison.a.errors, &facts);
  AddCount("Not read of B", comparison.b.errors, &facts);
  if (comparison.verified) facts.push_back({"Pairs dropped by reading", CountCell(comparison.dropped)});
  AddCount("Pairs filtered out", comparison.filtered_out, &facts);
  AddText("Left out of A", LeftOutText(comparison.a), &facts);
  AddText("Left out of B", LeftOutText(comparison.b), &facts);
  if (comparison.links > 0) {
    AddText(
        "Links",
        fmt::format("{} of A in B only as another name of the same file", Counted(comparison.links, "file")),
        &facts);
  }
  if (comparison.capped_keys > 0) {
    AddText(
        "Common marks",
        fmt::format("{} stood in too many files to propose pairs", Counted(comparison.capped_keys, "key")),
        &facts);
  }
  AddTemplates(comparison.templates, comparison.template_keys, &facts);
  return facts;
}

std::vector<Fact> SummaryFacts(const SpanSummary& summary) {
  return {{"Files", CountCell(summary.files)},
          {"Distinct contents", CountCell(summary.contents)},
          {"Bytes", CountCell(summary.bytes)},
          {"Bytes searched", CountCell(summary.read_bytes)},
          {"Spans", CountCell(summary.spans)},
          {"Bytes in spans", CountCell(summary.shared_bytes)},
          {"Seeds in too many places", CountCell(summary.crowded_keys)},
          {"Skips", CountCell(summary.skips)}};
}

std::vector<Fact> SummaryFacts(const Comparison& comparison) {
  return {{"A", NameCell(comparison.a)},
          {"B", NameCell(comparison.b)},
          {"Of A in B", ShareCell(comparison.of_a)},
          {"Of B in A", ShareCell(comparison.of_b)},
          {"Size of A", CountCell(comparison.size_a)},
          {"Size of B", CountCell(comparison.size_b)},
          {"Shared bytes of A", CountCell(comparison.shared_a)},
          {"Shared bytes of B", CountCell(comparison.shared_b)},
          {"Spans", CountCell(comparison.spans)},
          {"Identical", YesOrNoCell(comparison.identical)}};
}

std::vector<Fact> SummaryFacts(const NearSummary& summary) {
  std::vector<Fact> facts = {{"Files", CountCell(summary.files)},
                             {"Distinct contents", CountCell(summary.contents)},
                             {"Bytes", CountCell(summary.bytes)},
                             {"Near pairs", CountCell(summary.pairs)},
                             {"Near sets", CountCell(summary.sets)}};
  if (summary.first_look) {
    facts.push_back({"Contents with too few marks", CountCell(summary.few_marks)});
    facts.push_back({"Files too large to mark", CountCell(summary.too_large)});
  } else {
    facts.push_back({"Skips", CountCell(summary.skips)});
  }
  facts.push_back({"Contents with too few tags", CountCell(summary.too_small)});
  facts.push_back({"Files read", CountCell(summary.read_files)});
  facts.push_back({"Bytes read", CountCell(summary.read_bytes)});
  if (summary.verified) facts.push_back({"Pairs dropped by reading", CountCell(summary.dropped)});
  AddCount("Pairs beyond --limit, not read", summary.unverified, &facts);
  return facts;
}

std::vector<Fact> SettingsOf(const Summary& summary) {
  std::vector<Fact> facts = {{"Version", TextCell(summary.version)},
                             {"Method", TextCell(summary.method.Text())},
                             {"Least similarity", ShareCell(summary.minimum)},
                             {"Measure", TextCell(summary.measure)}};
  if (summary.verified) AddText("Shares", kMeasured, &facts);
  AddFilters(summary.filter, summary.filter_command, &facts);
  if (summary.with_sets) facts.push_back({"Marks of a set at least", CountCell(summary.set_minimum)});
  AddRoots(summary.roots, &facts);
  return facts;
}

std::vector<Fact> SettingsOf(const TreeComparison& comparison) {
  std::vector<Fact> facts = {{"Version", TextCell(comparison.version)},
                             {"Method", TextCell(comparison.method.Text())},
                             {"Least similarity", ShareCell(comparison.minimum)},
                             {"Shares", TextCell(comparison.verified ? kMeasured : "estimated")},
                             {"A", NameCell(comparison.a.root)},
                             {"B", NameCell(comparison.b.root)}};
  AddFilters(comparison.filter, comparison.filter_command, &facts);
  if (comparison.a_inside_b) AddText("Note", "A lies inside B: B is what lies outside A", &facts);
  if (comparison.b_inside_a) AddText("Note", "B lies inside A: A is what lies outside B", &facts);
  return facts;
}

std::vector<Fact> SettingsOf(const QueryHeader& query) {
  std::vector<Fact> facts;
  AddText("Version", query.version, &facts);
  AddText("Method", query.method.Text(), &facts);
  facts.push_back({"Least similarity", ShareCell(query.minimum)});
  AddText("Measure", query.measure, &facts);
  AddText("Shares", query.verified ? kMeasured : "estimated", &facts);
  AddFilters(query.filter, query.filter_command, &facts);
  AddTemplates(query.templates, query.template_keys, &facts);
  AddPools(query.pools, query.pool_files, &facts);
  return facts;
}

std::vector<Fact> SettingsOf(const SpanSummary& summary) {
  std::vector<Fact> facts = {{"Version", TextCell(summary.version)},
                             {"Least length in bytes", CountCell(summary.min_length)},
                             {"Seeds", TextCell(summary.seeds)},
                             {"Guarantee", TextCell(summary.guarantee)}};
  AddRoots(summary.roots, &facts);
  return facts;
}

std::vector<Fact> SettingsOf(const Comparison& comparison) {
  return {{"Least length in bytes", CountCell(comparison.min_length)}};
}

std::vector<Fact> SettingsOf(const NearSummary& summary) {
  std::vector<Fact> facts;
  if (!summary.first_look) AddText("Version", summary.version, &facts);
  AddText("Tallies", summary.database, &facts);
  AddText("Tags of tallies", summary.tags, &facts);
  AddText("Key of tallies", summary.key, &facts);
  AddText("Tolerance of near", fmt::format("{:.6g}%", summary.tolerance * 100), &facts);
  if (summary.first_look) return facts;
  if (summary.verified) AddText("Shares", kMeasured, &facts);
  if (!summary.query.empty()) facts.push_back({"File", NameCell(summary.query)});
  AddRoots(summary.roots, &facts);
  return facts;
}

std::vector<Fact> SkipFacts(const std::vector<SkipCount>& counts, std::uint64_t hidden,
                            std::uint64_t filtered) {
  std::vector<Fact> facts;
  for (const SkipCount& count : counts)
    facts.push_back({count.reason + (count.error ? " (error)" : ""), CountCell(count.files)});
  AddCount("hidden names", hidden, &facts);
  AddCount("left out by flags", filtered, &facts);
  return facts;
}

}  // namespace kindred::report
