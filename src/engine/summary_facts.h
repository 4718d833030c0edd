// What the summaries of several commands say alike, made in one place.
#pragma once

#include <vector>

#include "engine/scan/scanned_tree.h"
#include "kindred/options.h"
#include "kindred/values.h"

namespace kindred::engine {

// What was left out of a scanned tree, and of the reading after it (`more`).
RunFacts RunFactsOf(const ScannedTree& tree, const std::vector<Skip>& more, double seconds);

// What was asked of a match; what it found comes on top.
MatchFacts MatchFactsOf(const MatchOptions& options, const MethodInfo& method);

}  // namespace kindred::engine
