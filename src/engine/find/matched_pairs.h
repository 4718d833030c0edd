// From a scanned tree to its pairs: the pairs of the last match if they can be used, else by collating keys;
// then the caller's thresholds, measuring, and the caller's filters. Shared by find and compare.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "engine/find/filter_stage.h"
#include "engine/find/tree_marks.h"
#include "engine/scan/tree_scope.h"
#include "index/store/store.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "mark/method.h"
#include "match/groups/clusters.h"
#include "match/pairs/sharing_sets.h"
#include "model/pair.h"

namespace kindred::engine {

struct MatchedPairs : MatchFacts {
  std::vector<Pair> pairs;  // all that may reach the threshold
  std::uint64_t marks = 0;
  std::uint64_t degree_cap = 0;            // 0: nothing was capped
  std::vector<FamilyMember> families;      // too large for all their pairs, by place
  std::vector<std::uint32_t> boilerplate;  // contents of which a quarter or more is above the cap, by place
  std::vector<std::uint32_t> same_inside;  // equal bytes inside files that no pair covers, by place
  std::vector<Skip> skips;                 // of the measuring
};

// Throws Error(kCancelled) when the observer asks to stop.
void StopMatchIfAsked(Observer& observer);

// The sharing sets of a tree, timed as the stage "collate".
match::SharingSets CollateTree(const TreeScope& tree, const TreeMarks& marks, const FindOptions& options,
                               Observer& observer);

// How the caller selects and shows pairs.
struct PairView {
  std::function<bool(const Pair&)> wanted;  // false: left out before it is measured; null: all are wanted
  std::function<FilterItem(const Pair&)> shown;  // as filters see it; null: as ShownPair
  // Pairs of places to measure even if no mark proposes them, by (a, b); unless nothing is measured.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> also = {};
  bool only_files = false;  // pairs of parts count for their files, and are left out themselves
};

MatchedPairs MatchPairs(base::FileSystem& files, const std::string& index_directory, const TreeScope& tree,
                        const TreeMarks& marks, const mark::Method& method, const FindOptions& options,
                        const FilterStage& filters, const PairView& view, Observer& observer);

// A pair for the report: an identical set is named by its first path.
FilePair ShownPair(const Pair& pair, const TreeScope& tree);

// Of the members' bytes, not their names or numbers: the same cluster keeps its id from run to run.
std::string IdOfCluster(const match::ClusterOfPlaces& cluster, const TreeScope& tree);

bool AllReach(std::span<const Pair> pairs, double minimum);
// Pairs whose estimate itself reaches the minimum: what groups and clusters are made of.
std::vector<Pair> PairsThatReach(std::span<const Pair> pairs, double minimum);

}  // namespace kindred::engine
