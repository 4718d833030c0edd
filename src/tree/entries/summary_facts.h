// Fills in the parts that the summaries of several commands have in common.
#pragma once

#include <vector>

#include "kindred/options.h"
#include "kindred/values.h"
#include "tree/entries/scanned_tree.h"

namespace kindred::tree {

// What was left out of a scanned tree, and of the reading after it (`more`).
RunFacts RunFactsOf(const ScannedTree& tree, const std::vector<Skip>& more, double seconds);

// The options of a match; the results are filled in by the caller.
MatchFacts MatchFactsOf(const MatchOptions& options, const MethodInfo& method);

}  // namespace kindred::tree
