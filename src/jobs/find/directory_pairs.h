// The similar directories and the interesting sets of a scanned tree, from places to paths.
#pragma once

#include <span>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "match/groups/directories.h"
#include "match/groups/interesting_sets.h"
#include "model/pair.h"
#include "tree/entries/tree_scope.h"
#include "tree/marks/tree_marks.h"

namespace kindred::jobs {

struct DirectoryPairs {
  std::vector<DirectoryPair> pairs;
  std::uint64_t crowded_files = 0;  // as Summary
};

// Before they are shown; `links` as below.
match::DirectoriesFound SimilarDirectoriesOf(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                                             std::span<const Pair> links, double minimum, Measure measure,
                                             Observer& observer);

// `links` are the pairs that reach the minimum.
DirectoryPairs DirectoriesOf(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                             std::span<const Pair> links, const MatchOptions& options, Observer& observer);

// `work` as FindOptions::set_work.
match::InterestingSets SetsOf(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                              const MatchOptions& options, unsigned threads, std::uint64_t work,
                              Observer& observer);

InterestingSet ShownSet(const match::SetOfPlaces& set, const tree::TreeScope& tree, std::uint64_t limit);

}  // namespace kindred::jobs
