// What comes first in each list of find (FindOrder). Ties are broken as the lists come, so the order is the
// same from run to run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "jobs/find/findings.h"
#include "kindred/options.h"

namespace kindred::jobs {

struct ListOrder {
  std::vector<std::uint32_t> families;  // numbers, in the order of the report
  std::vector<std::uint32_t> groups;
};

// Identical sets, equal parts and contained files are put in order themselves.
ListOrder OrderLists(FindOrder order, const tree::TreeScope& tree, Findings* found);

// Copied folders have no similarity: in that order they come by value.
std::vector<CopiedFolders> FoldersInOrder(FindOrder order, std::vector<CopiedFolders> sets);

// Indexes in `pairs`, `limit` of them at most (0: all), first those that come first, equals in their order.
// Cost: one pass with a heap of that size, since there may be a hundred million pairs.
std::vector<std::size_t> FirstPairs(FindOrder order, std::span<const Pair> pairs, const tree::TreeScope& tree,
                                    std::uint64_t limit);

}  // namespace kindred::jobs
