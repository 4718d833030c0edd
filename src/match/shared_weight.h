// What a pair shares, with what each side weighs at the coarser of their two selection levels.
#pragma once

#include <algorithm>
#include <span>

#include "index/segment.h"
#include "match/measure.h"
#include "model/pair.h"

namespace kindred {

// `marks` by place.
inline SharedWeight AtCoarserLevel(const PairSums& sums, std::span<const ContentMarks> marks) {
  const int level = std::max(marks[sums.a].level, marks[sums.b].level);
  return {.keys = sums.keys,
          .weight_a = sums.weight_a,
          .total_a = marks[sums.a].weight_at[level],
          .weight_b = sums.weight_b,
          .total_b = marks[sums.b].weight_at[level],
          .level = level};
}

}  // namespace kindred
