// The evidence behind a similarity: both files are read again, and what they share is measured exactly.
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

struct MeasuredShares {
  std::uint64_t shared_a = 0;  // bytes in runs of kRunLength or more
  std::uint64_t shared_b = 0;
  float of_a = 0;
  float of_b = 0;
  float similarity = 0;
};

// A byte of a large file is less than a float can tell: what is not all does not become 1.
float RoundedShare(double share);

MeasuredShares MeasureExactly(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                              Measure measure, Ignore ignore = {});

struct Verification {
  std::vector<Pair> pairs;    // those that reach the minimum, with exact shares; in their old order
  std::uint64_t dropped = 0;  // those that do not
  std::vector<Skip> skips;    // files that could not be read again; pairs with them are left out
};

// What the method ignores is left out here, too. Throws Error(kInterrupted) when the observer asks to stop.
Verification VerifyPairs(const TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                         const FindOptions& options, Observer& observer);

}  // namespace kindred::engine
