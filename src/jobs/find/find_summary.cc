// See find_summary.h.
#include "jobs/find/find_summary.h"

#include <algorithm>

#include "tree/entries/summary_facts.h"

namespace kindred::jobs {

namespace {

std::uint64_t LargeFamilies(std::span<const LargeFamilyMember> large_families) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      large_families, [](const LargeFamilyMember& member) { return member.place == member.centre; }));
}

// Contents that are similar to no other, though they share much with very many.
std::uint64_t OnlyBoilerplate(const MatchedPairs& matched, std::size_t contents) {
  if (matched.boilerplate.empty()) return 0;
  std::vector<bool> in_pair(contents);
  for (const Pair& pair : matched.pairs) in_pair[pair.a] = in_pair[pair.b] = true;
  return static_cast<std::uint64_t>(
      std::ranges::count_if(matched.boilerplate, [&](std::uint32_t place) { return !in_pair[place]; }));
}

void CountTree(const tree::ScannedTree& scanned, const tree::TreeScope& tree, Summary* summary) {
  summary->roots = scanned.summary.roots;
  summary->files = scanned.summary.files;
  summary->bytes = scanned.summary.bytes;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place)
    summary->contents += !tree.CopiesOf(place).empty();
  for (const index::StoredDirectory& directory : scanned.files) {
    if (!directory.inside) continue;
    ++summary->containers;
    summary->parts += directory.entries.size();
  }
}

void CountCopies(const tree::TreeScope& tree, const Findings& found, Summary* summary) {
  summary->identical_sets = found.identical.size();
  summary->same_inside = found.matched.same_inside.size();
  summary->folder_sets = found.folders.sets().size();
  for (const IdenticalPlaces& set : found.identical) {
    summary->identical_bytes += set.wasted;
    const std::uint64_t here = tree.CopiesOf(set.place).size() - set.links - set.elsewhere;
    summary->copies += here == 0 ? 0 : here - 1;
    summary->covered_sets += set.covered;
  }
}

void CountFamilies(const tree::TreeScope& tree, const Findings& found, Summary* summary) {
  summary->links_between = found.families.links_between();
  summary->large_families = LargeFamilies(found.matched.large_families);
  for (std::uint32_t number = 0; number < found.families.size(); ++number) {
    if (found.IsHidden(number)) continue;
    const match::FamilyOfPlaces& family = found.families[number];
    ++summary->families;
    if (found.OnlyContained(family)) {
      ++summary->contained_families;
      continue;
    }
    summary->family_files += family.members.size();
    for (const std::uint32_t place : family.members) summary->family_bytes += tree.scope()[place].size;
  }
}

}  // namespace

Summary SummaryOf(const Corpus& corpus, const Findings& found, double seconds) {
  const tree::TreeScope& tree = corpus.tree;
  const MatchedPairs& matched = found.matched;
  Summary summary;
  static_cast<RunFacts&>(summary) = tree::RunFactsOf(corpus.scanned, matched.skips, seconds);
  static_cast<MatchFacts&>(summary) = matched;
  summary.pools = corpus.pools.opened().size();
  summary.pool_files = corpus.pools.Files();
  CountTree(corpus.scanned, tree, &summary);
  CountCopies(tree, found, &summary);
  CountFamilies(tree, found, &summary);
  summary.marks = matched.marks;
  summary.groups = found.groups.size();
  summary.boilerplate = OnlyBoilerplate(matched, tree.scope().size());
  summary.pairs = matched.pairs.size();
  summary.degree_cap = matched.degree_cap;
  summary.contained = found.contained.size();
  summary.directories = found.directories.pairs.size();
  summary.crowded_files = found.directories.crowded_files;
  summary.sets = found.sets.sets.size();
  summary.sets_complete = found.sets.complete;
  if (!corpus.pools.Empty()) corpus.joined.CountTree(tree, corpus.marks, &summary);
  return summary;
}

}  // namespace kindred::jobs
