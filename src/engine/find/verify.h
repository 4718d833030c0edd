// Verifies the pairs that find proposes from marks: reads them and keeps those that reach the minimum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/scan/tree_scope.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "model/ignore.h"
#include "model/pair.h"

namespace kindred::engine {

struct Verification {
  std::vector<Pair> pairs;    // those that reach the minimum, with exact shares; in their old order
  std::uint64_t dropped = 0;  // those that do not
  std::vector<Skip> skips;    // files that could not be read again; pairs with them are left out
};

// What the method ignores is left out here, too. Throws Error(kCancelled) when the observer asks to stop.
Verification VerifyPairs(const TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                         const FindOptions& options, Observer& observer);

}  // namespace kindred::engine
