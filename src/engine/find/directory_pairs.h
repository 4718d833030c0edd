// The similar directories and the interesting sets of a scanned tree, from places to paths.
#pragma once

#include <span>
#include <vector>

#include "engine/find/tree_marks.h"
#include "engine/scan/tree_scope.h"
#include "index/store/store.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "match/groups/directories.h"
#include "match/groups/interesting_sets.h"
#include "model/pair.h"

namespace kindred::engine {

struct DirectoryPairs {
  std::vector<DirectoryPair> pairs;
  std::uint64_t crowded_files = 0;  // as Summary
};

// Before they are shown; `links` as below.
match::DirectoriesFound SimilarDirectoriesOf(const ScannedTree& scanned, const TreeScope& tree,
                                             std::span<const Pair> links, double minimum, Measure measure,
                                             Observer& observer);

// `links` are the pairs that reach the minimum.
DirectoryPairs DirectoriesOf(const ScannedTree& scanned, const TreeScope& tree, std::span<const Pair> links,
                             const MatchOptions& options, Observer& observer);

match::InterestingSets SetsOf(const TreeScope& tree, const TreeMarks& marks, const FindOptions& options,
                              Observer& observer);

InterestingSet ShownSet(const match::SetOfPlaces& set, const TreeScope& tree, std::uint64_t limit);

}  // namespace kindred::engine
