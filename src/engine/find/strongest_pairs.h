// Which pairs a cut list shows: the strongest, not those whose names come first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include "model/pair.h"

namespace kindred::engine {

// Indexes in `pairs`, `limit` of them at most: those with the highest similarity first, equals in their
// order. Cost: one pass with a heap of that size, since there may be a hundred million pairs.
inline std::vector<std::size_t> StrongestPairs(std::span<const Pair> pairs, std::uint64_t limit) {
  std::vector<std::size_t> strongest(std::min<std::uint64_t>(limit, pairs.size()));
  std::ranges::partial_sort_copy(std::views::iota(std::size_t{0}, pairs.size()), strongest,
                                 [&](std::size_t a, std::size_t b) {
                                   if (pairs[a].similarity != pairs[b].similarity)
                                     return pairs[a].similarity > pairs[b].similarity;
                                   return a < b;
                                 });
  return strongest;
}

}  // namespace kindred::engine
