// Both sides are scanned as one tree, so that what they share is found as find does; then each file belongs
// to the side whose root is the deeper one above it. See compare_trees.h; src/match/groups/relations.h has
// the rules.
#include "jobs/compare/compare_trees.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "jobs/compare/side_facts.h"
#include "jobs/compare/sides.h"
#include "jobs/match/corpus.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "match/groups/relations.h"
#include "model/entry.h"
#include "run/stage_timer.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/skips.h"
#include "tree/entries/summary_facts.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

namespace {

// The same for parts of the same name in files at the same path.
void AddPartsOfSamePaths(const tree::TreeScope& tree, const tree::ScannedTree& scanned, const Sides& sides,
                         std::vector<std::pair<std::uint32_t, std::uint32_t>>* pairs) {
  if (!tree.HasParts()) return;
  std::unordered_map<std::string, std::uint32_t> in_a;  // places, by path below A
  for (const int wanted : {0, 1}) {
    for (const index::StoredDirectory& directory : scanned.files) {
      const std::string path = directory.path;
      if (!directory.inside || sides.Of(path) != wanted) continue;
      for (const index::StoredEntry& part : directory.entries) {
        const std::uint32_t place = tree.PlaceOf(part.content);
        if (tree.scope()[place].size < kRunLength) continue;
        const std::string below = sides.Below(wanted, path) + part.entry.name;
        if (wanted == 0) {
          in_a.emplace(below, place);
        } else if (const auto other = in_a.find(below); other != in_a.end() && other->second != place) {
          pairs->push_back(std::minmax(other->second, place));
        }
      }
    }
  }
}

// Different contents at the same path on both sides, by (a, b). They are always read, whatever their marks:
// only measured pairs can show that a file was replaced by another one.
std::vector<std::pair<std::uint32_t, std::uint32_t>> SamePaths(const std::array<Side, 2>& divided,
                                                               const tree::TreeScope& tree,
                                                               const tree::ScannedTree& scanned,
                                                               const Sides& sides) {
  const match::Scope& scope = tree.scope();
  std::unordered_map<std::string_view, std::uint32_t> place_of;
  for (const match::PlacedFile& file : divided[1].files) place_of.emplace(file.path, file.place);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const match::PlacedFile& file : divided[0].files) {
    const auto other = place_of.find(file.path);
    if (other == place_of.end() || other->second == file.place) continue;
    if (scope[file.place].size < kRunLength || scope[other->second].size < kRunLength) continue;
    pairs.push_back(std::minmax(file.place, other->second));
  }
  AddPartsOfSamePaths(tree, scanned, sides, &pairs);
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// What could not be read, and which names are links to the same file.
void CountSides(const tree::ScannedTree& scanned, const std::array<Side, 2>& divided, const Sides& sides,
                TreeComparison* comparison) {
  for (int side : {0, 1}) {
    TreeComparison::Side& sum = side == 0 ? comparison->a : comparison->b;
    CountUnread(
        scanned, [&](const std::string& path) { return sides.Of(path) == side; }, &sum);
    const OneInode one_inode = CountOneInode(divided[static_cast<std::size_t>(side)],
                                             divided[static_cast<std::size_t>(1 - side)], sides, side);
    sum.same_names = one_inode.same_names;
    if (side == 0) comparison->links = one_inode.links;
  }
  comparison->a_inside_b = sides.Inside(0);
  comparison->b_inside_a = sides.Inside(1);
}

}  // namespace

void CompareTrees(base::FileSystem& files, const std::string& directory, const std::string& a,
                  const std::string& b, const CompareOptions& options, ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "compare");
  const Measuring measuring = MeasuringFor(options.verify, options.estimate, true, {});
  if (!options.pools.files.empty())
    throw Error(ErrorKind::kUsage, "a pool takes the place of the second directory", OptionName{"pools"},
                "leave one of them out");
  const Sides sides(a, b);
  const FilterStage filters(options.match);
  ScanOptions scan = options.scan;
  scan.walk.roots = {a, b};
  const auto method = tree::MethodFrom(scan.methods.at(0));
  const Pools no_pools;
  // Never from the index alone: a user may delete A because of this answer, so it must hold for the files as
  // they are now.
  const Corpus corpus(files, directory, {.scan = scan, .templates = options.match.templates}, *method,
                      no_pools, observer);
  const tree::TreeScope& tree = corpus.tree;
  StopMatchIfAsked(observer);
  const std::array<Side, 2> divided = Divide(tree, sides);

  // Pairs within one side are not needed.
  const PairView across = {.wanted =
                               [&](const Pair& pair) {
                                 // Pairs of parts count for their files, which may be on both sides.
                                 return tree.CopiesOf(pair.a).empty() || tree.CopiesOf(pair.b).empty() ||
                                        FromAToB(divided, pair) || FromAToB(divided, Turned(pair));
                               },
                           .shown = [&](const Pair& pair) { return AcrossItem(divided, tree.scope(), pair); },
                           .also = SamePaths(divided, tree, corpus.scanned, sides),
                           .only_files = true};
  const MatchRun run{options.match, scan.run, measuring, scan.walk.follow_links};
  MatchedPairs matched = MatchPairs(corpus, run, filters, across, observer);
  matched.pairs = PairsThatReach(matched.pairs, options.match.minimum);

  StopMatchIfAsked(observer);
  run::StageTimer relate(observer, "relate");
  const std::vector<match::RelatedFiles> lines =
      match::RelateFiles(divided[0].files, divided[1].files, matched.pairs, tree.scope());
  relate.Done(lines.size(), "relations");

  TreeComparison comparison = CompareSides(divided, lines, matched.pairs, tree.scope());
  static_cast<RunFacts&>(comparison) = tree::RunFactsOf(corpus.scanned, matched.skips, whole.Seconds());
  static_cast<MatchFacts&>(comparison) = matched;
  CountSides(corpus.scanned, divided, sides, &comparison);
  comparison.a.root = a, comparison.b.root = b;
  Answer(comparison.b, &comparison.a);
  Answer(comparison.a, &comparison.b);
  CountRelations(lines, &comparison);
  sink.On(comparison);
  RelationLimit limit(options.limit);
  for (const match::RelatedFiles& line : lines) {
    if (limit.Take(line)) sink.On(ShownRelation(divided, line, tree.scope()));
  }
  tree::PushSkips(corpus.scanned.roots, corpus.scanned.skips, sink);
  for (const Skip& skip : matched.skips) sink.On(skip);
}

}  // namespace kindred::jobs
