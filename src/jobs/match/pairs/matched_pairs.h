// From a corpus to its pairs: the pairs of the last match if they can be used, else by collating keys; then
// the caller's thresholds, measuring, and the caller's filters. Shared by all jobs that match.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "jobs/match/corpus.h"
#include "jobs/match/pairs/filter_stage.h"
#include "jobs/match/pairs/match_run.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "match/keys/sharing_sets.h"
#include "model/pair.h"
#include "tree/entries/tree_scope.h"
#include "tree/marks/tree_marks.h"

namespace kindred::jobs {

struct MatchedPairs : MatchFacts {
  std::vector<Pair> pairs;  // all that may reach the threshold
  std::uint64_t marks = 0;
  std::uint64_t degree_cap = 0;                   // 0: nothing was capped
  std::vector<LargeFamilyMember> large_families;  // too large for all their pairs, by place
  std::vector<std::uint32_t> boilerplate;  // contents of which a quarter or more is above the cap, by place
  std::vector<std::uint32_t> same_inside;  // equal bytes inside files that no pair covers, by place
  std::vector<Skip> skips;                 // of the measuring
};

// Throws Error(kCancelled) when the observer asks to stop.
void StopMatchIfAsked(Observer& observer);

// The sharing sets of a tree, timed as the stage "collate".
match::SharingSets CollateTree(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                               const MatchOptions& options, unsigned threads, Observer& observer);

// How the caller selects and shows pairs.
struct PairView {
  std::function<bool(const Pair&)> wanted;  // false: left out before it is measured; null: all are wanted
  std::function<FilterItem(const Pair&)> shown;  // as filters see it; null: as ShownPair
  // Pairs of places to measure even if no mark proposes them, by (a, b); unless nothing is measured.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> also = {};
  bool only_files = false;  // pairs of parts count for their files, and are left out themselves
};

MatchedPairs MatchPairs(const Corpus& corpus, const MatchRun& run, const FilterStage& filters,
                        const PairView& view, Observer& observer);

// A pair for the report: an identical set is named by its first path.
FilePair ShownPair(const Pair& pair, const tree::TreeScope& tree);

bool AllReach(std::span<const Pair> pairs, double minimum);
// Pairs whose estimate itself reaches the minimum: what groups and families are made of.
std::vector<Pair> PairsThatReach(std::span<const Pair> pairs, double minimum);

}  // namespace kindred::jobs
