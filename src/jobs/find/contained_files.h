// Files of which nearly all is in a larger file: an extract, a chapter in a book, a log in its archive.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kindred/values.h"
#include "model/pair.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

// The smaller content of a pair counts as contained if so much of it is shared, and the larger one has so
// many times its size. Nearly equal sizes are versions, not containment.
inline constexpr float kContainedShare = 0.9f;
inline constexpr std::uint64_t kContainedRatio = 2;

struct ContainedPlace {
  std::uint32_t place = 0;
  std::uint32_t in = 0;
  std::uint32_t pair = 0;  // its number
};

// Each contained content once, with the one that has most of it, of these the smallest. Ascending by place.
std::vector<ContainedPlace> FindContained(std::span<const Pair> pairs, const match::Scope& scope);

ContainedFile ShownContained(const ContainedPlace& contained, std::span<const Pair> pairs,
                             const tree::TreeScope& tree);

}  // namespace kindred::jobs
