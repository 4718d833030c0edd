// Both sides are scanned as one tree, so that what they share is found as find does; then each file belongs
// to the side whose root is the deeper one above it. See compare_trees.h; src/match/groups/relations.h has
// the rules.
#include "engine/compare/compare_trees.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "base/errno_text.h"
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

// What is left out by its nature and holds no bytes that B might lack. Of anything else that was left out (a
// sparse file, one that vanished, a directory that is counted on the other side) nothing is known.
bool HoldsNoBytes(const Skip& skip) {
  static const std::set<std::string> kinds = {base::FileKindText(S_IFLNK),
                                              base::FileKindText(S_IFIFO),
                                              base::FileKindText(S_IFSOCK),
                                              base::FileKindText(S_IFCHR),
                                              base::FileKindText(S_IFBLK),
                                              "dangling link",
                                              "link loop",
                                              "link to a directory reached before"};
  if (skip.stage == kInsideStage) return true;  // its bytes were read
  return !skip.error && kinds.contains(skip.reason);
}

// By reason: what filters left out, links, special files, and regular files that are no error.
std::vector<SkipCount> LeftOutOf(const ScannedTree& tree, const Sides& sides, int side) {
  std::uint64_t filtered = 0;
  for (const walk::LeftOut& left_out : tree.left_out) {
    if (sides.Of(left_out.path) == side) filtered += left_out.files;
  }
  std::vector<Skip> skips;
  std::ranges::copy_if(tree.skips, std::back_inserter(skips), [&](const Skip& skip) {
    return !skip.error && skip.stage != kInsideStage && sides.Of(skip.path) == side;
  });
  std::vector<SkipCount> counts = CountSkips(skips);
  if (filtered > 0) counts.push_back({"filtered", filtered, false});
  return counts;
}

// Sets the answer to: is all of this side in the other one?
void Answer(const TreeComparison::Side& other, TreeComparison::Side* side) {
  if (side->files == 0 && !side->left_out.empty()) {
    side->cannot_tell = true;  // nothing was compared
  } else if (side->without_copy == 0) {
    side->cannot_tell = side->unknown > 0 || side->same_names > 0;
  } else {
    side->cannot_tell = other.unknown > 0;  // the copies may be what was not read
  }
  side->all_there = side->without_copy == 0 && !side->cannot_tell;
}

// Files that could not be read, or directories that could not be listed.
std::uint64_t ErrorsOf(const ScannedTree& tree, const Sides& sides, int side) {
  std::uint64_t errors = 0;
  for (const Skip& skip : tree.skips) errors += skip.error && sides.Of(skip.path) == side;
  return errors;
}

std::uint64_t UnknownOf(const ScannedTree& tree, const Sides& sides, int side) {
  std::uint64_t unknown = 0;
  for (const Skip& skip : tree.skips) unknown += !HoldsNoBytes(skip) && sides.Of(skip.path) == side;
  return unknown;
}

TreeComparison::Side Sum(const Side& own, const Side& other, std::span<const match::RelatedFiles> lines,
                         bool is_a, std::span<const Pair> pairs, const match::Scope& scope) {
  TreeComparison::Side sum;
  // An empty file has a copy only if a relation says so; see relations.h.
  std::vector<bool> has_copy(own.files.size(), false);
  for (const match::RelatedFiles& line : lines) {
    if (line.relation <= Relation::kMoved) has_copy[is_a ? line.a : line.b] = true;
  }
  const std::vector<float> shares = match::BestShares(own.files, other.files, pairs, scope);
  double shared = 0;
  for (std::size_t i = 0; i < own.files.size(); ++i) {
    const std::uint64_t size = scope[own.files[i].place].size;
    ++sum.files;
    sum.bytes += size;
    shared += std::min(1.0, static_cast<double>(shares[i])) * static_cast<double>(size);
    if (!has_copy[i]) ++sum.without_copy, sum.bytes_without += size;
  }
  sum.shared = static_cast<std::uint64_t>(shared + 0.5);
  sum.share = sum.bytes == 0 ? 1 : shared / static_cast<double>(sum.bytes);
  return sum;
}

Pair Turned(Pair pair) {
  std::swap(pair.a, pair.b);
  std::swap(pair.of_a, pair.of_b);
  return pair;
}

bool FromAToB(const std::array<Side, 2>& divided, const Pair& pair) {
  return divided[0].Holds(pair.a) && divided[1].Holds(pair.b);
}

// A pair as filters see it here: `a` is the file of A. Pairs come in the order of their contents; if both
// contents are on both sides, that order is kept.
FilterItem AcrossItem(const std::array<Side, 2>& divided, const match::Scope& scope, const Pair& found) {
  const Pair pair = FromAToB(divided, found) ? found : Turned(found);
  return {.pair = {.a = divided[0].shown[divided[0].first[pair.a]],
                   .b = divided[1].shown[divided[1].first[pair.b]],
                   .size_a = scope[pair.a].size,
                   .size_b = scope[pair.b].size,
                   .of_a = pair.of_a,
                   .of_b = pair.of_b,
                   .similarity = pair.similarity,
                   .shared_bytes = pair.shared_bytes,
                   .shared_marks = pair.shared_marks,
                   .measured = found.measured != 0},
          .type_a = scope[pair.a].type,
          .type_b = scope[pair.b].type};
}

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

void PushRelations(const std::array<Side, 2>& divided, std::span<const match::RelatedFiles> lines,
                   const match::Scope& scope, std::uint64_t limit, ResultSink& sink) {
  std::uint64_t pushed[kRelations][2] = {};
  for (const match::RelatedFiles& line : lines) {
    if (limit != 0 && pushed[static_cast<std::size_t>(line.relation)][line.further]++ >= limit) continue;
    FileRelation relation{.relation = line.relation,
                          .a = line.a == match::kNoFile ? "" : divided[0].shown[line.a],
                          .b = line.b == match::kNoFile ? "" : divided[1].shown[line.b],
                          .of_a = line.of_a,
                          .of_b = line.of_b,
                          .further = line.further,
                          .replaced = line.replaced};
    if (line.a != match::kNoFile) relation.size_a = scope[divided[0].files[line.a].place].size;
    if (line.b != match::kNoFile) relation.size_b = scope[divided[1].files[line.b].place].size;
    relation.measured = line.measured;
    sink.On(relation);
  }
}

}  // namespace

void CompareTrees(base::FileSystem& files, const std::string& directory, const std::string& a,
                  const std::string& b, const CompareOptions& options, ResultSink& sink, Observer& observer) {
  StageTimer whole(observer, "compare");
  RefuseBoth(options.verify, options.estimate);
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
  TreeMarks marks = OpenTreeMarks(files, directory, *scanned.snapshot, ToStored(*method), find.match);
  WeighTree(&tree, &marks, ThreadsOf(find.scan.run));
  StopMatchIfAsked(observer);
  const std::array<Side, 2> divided = Divide(tree, sides);
  load.Done(tree.scope().size(), "contents");

  // Pairs within one side are not needed.
  const PairView across = {.wanted =
                               [&](const Pair& pair) {
                                 // Those of parts tell of their files, which may be on both sides.
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
    sum.errors = ErrorsOf(scanned, sides, side);
    sum.unknown = UnknownOf(scanned, sides, side);
    sum.left_out = LeftOutOf(scanned, sides, side);
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
  PushRelations(divided, lines, tree.scope(), options.limit, sink);
  PushSkips(scanned.roots, scanned.skips, sink);
  for (const Skip& skip : matched.skips) sink.On(skip);
}

}  // namespace kindred::engine
