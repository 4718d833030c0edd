// Both sides are scanned as one tree, so that what they share is found as find does; then each file belongs
// to the side whose root is the deeper one above it. See compare_trees.h; src/match/groups/relations.h has
// the rules.
#include "engine/compare/compare_trees.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "engine/compare/side_facts.h"
#include "engine/compare/sides.h"
#include "engine/find/matched_pairs.h"
#include "engine/find/measure_stage.h"
#include "engine/inside/tree_parts.h"
#include "engine/make_method.h"
#include "engine/run_limits.h"
#include "engine/scan/current_tree.h"
#include "engine/scan/scanned_tree.h"
#include "engine/skips.h"
#include "engine/stage_timer.h"
#include "engine/stored_method.h"
#include "engine/summary_facts.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "match/groups/relations.h"
#include "model/entry.h"

namespace kindred::engine {

namespace {

// The same for parts of the same name in files at the same path.
void AddPartsOfSamePaths(const TreeScope& tree, const ScannedTree& scanned, const Sides& sides,
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
                                                               const TreeScope& tree,
                                                               const ScannedTree& scanned,
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

// As find would be called for both roots.
FindOptions AsFind(const CompareOptions& options, const std::string& a, const std::string& b) {
  FindOptions find;
  find.scan = options.scan;
  find.scan.walk.roots = {a, b};
  find.match = options.match;
  find.verify = options.verify;
  find.estimate = options.estimate;
  return find;
}

}  // namespace

void CompareTrees(base::FileSystem& files, const std::string& directory, const std::string& a,
                  const std::string& b, const CompareOptions& options, ResultSink& sink, Observer& observer) {
  StageTimer whole(observer, "compare");
  RefuseBoth(options.verify, options.estimate);
  if (!options.pools.files.empty())
    throw Error(ErrorKind::kUsage, "a pool takes the place of the second directory", OptionName{"pools"},
                "leave one of them out");
  const Sides sides(a, b);
  const FilterStage filters(options.match);
  const FindOptions find = AsFind(options, a, b);
  const auto method = MethodFrom(find.scan.methods.at(0));
  // Never from the index alone: a user may delete A because of this answer, so it must hold for the files as
  // they are now.
  ScannedTree scanned = CurrentTree(files, directory, find.scan, *method, true, observer);
  AddParts(&scanned);
  StageTimer load(observer, "load");
  TreeScope tree(scanned, scanned.snapshot->catalog().AllContents());
  TreeMarks marks = OpenTreeMarks(files, directory, *scanned.snapshot, *method, find.match);
  WeighTree(&tree, &marks, ThreadsOf(find.scan.run));
  StopMatchIfAsked(observer);
  const std::array<Side, 2> divided = Divide(tree, sides);
  load.Done(tree.scope().size(), "contents");

  // Pairs within one side are not needed.
  const PairView across = {.wanted =
                               [&](const Pair& pair) {
                                 // Pairs of parts count for their files, which may be on both sides.
                                 return tree.CopiesOf(pair.a).empty() || tree.CopiesOf(pair.b).empty() ||
                                        FromAToB(divided, pair) || FromAToB(divided, Turned(pair));
                               },
                           .shown = [&](const Pair& pair) { return AcrossItem(divided, tree.scope(), pair); },
                           .also = SamePaths(divided, tree, scanned, sides),
                           .only_files = true};
  MatchedPairs matched = MatchPairs(files, directory, tree, marks, *method, find, filters, across, observer);
  matched.pairs = PairsThatReach(matched.pairs, find.match.minimum);

  StopMatchIfAsked(observer);
  StageTimer relate(observer, "relate");
  const std::vector<match::RelatedFiles> lines =
      match::RelateFiles(divided[0].files, divided[1].files, matched.pairs, tree.scope());
  relate.Done(lines.size(), "relations");

  TreeComparison comparison;
  static_cast<RunFacts&>(comparison) = RunFactsOf(scanned, matched.skips, whole.Seconds());
  static_cast<MatchFacts&>(comparison) = matched;
  comparison.a = Sum(divided[0], divided[1], lines, true, matched.pairs, tree.scope());
  comparison.b = Sum(divided[1], divided[0], lines, false, matched.pairs, tree.scope());
  comparison.a.root = a, comparison.b.root = b;
  for (int side : {0, 1}) {
    TreeComparison::Side& sum = side == 0 ? comparison.a : comparison.b;
    CountUnread(
        scanned, [&](const std::string& path) { return sides.Of(path) == side; }, &sum);
    const OneInode one_inode = CountOneInode(divided[static_cast<std::size_t>(side)],
                                             divided[static_cast<std::size_t>(1 - side)], sides, side);
    sum.same_names = one_inode.same_names;
    if (side == 0) comparison.links = one_inode.links;
  }
  Answer(comparison.b, &comparison.a);
  Answer(comparison.a, &comparison.b);
  for (const match::RelatedFiles& line : lines)
    ++(line.further ? comparison.further : comparison.relations[static_cast<std::size_t>(line.relation)]);
  comparison.a_inside_b = sides.Inside(0);
  comparison.b_inside_a = sides.Inside(1);
  sink.On(comparison);
  RelationLimit limit(options.limit);
  for (const match::RelatedFiles& line : lines) {
    if (limit.Take(line)) sink.On(ShownRelation(divided, line, tree.scope()));
  }
  PushSkips(scanned.roots, scanned.skips, sink);
  for (const Skip& skip : matched.skips) sink.On(skip);
}

}  // namespace kindred::engine
