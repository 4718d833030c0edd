// The similar directories and the interesting sets of a scanned tree, from places to paths.
#pragma once

#include <span>
#include <vector>

#include "engine/tree_marks.h"
#include "engine/tree_scope.h"
#include "index/store.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "match/interesting_sets.h"
#include "model/pair.h"

namespace kindred {

struct DirectoryPairs {
  std::vector<DirectoryPair> pairs;
  std::uint64_t crowded_files = 0;  // as Summary
};

// `links` are the pairs that reach the minimum.
DirectoryPairs DirectoriesOf(const ScannedTree& scanned, const TreeScope& tree, std::span<const Pair> links,
                             const MatchOptions& options, Observer& observer);

InterestingSets SetsOf(const TreeScope& tree, const TreeMarks& marks, const FindOptions& options,
                       Observer& observer);

InterestingSet ShownSet(const SetOfPlaces& set, const TreeScope& tree, std::uint64_t limit);

}  // namespace kindred
