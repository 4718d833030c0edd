// What a pair shares, with what each side weighs at the coarser of their two selection levels.
#pragma once

#include <algorithm>

#include "match/keys/scope_weights.h"
#include "match/measure.h"
#include "model/pair.h"

namespace kindred::match {

inline SharedWeight AtCoarserLevel(const PairSums& sums, const ScopeWeights& weights) {
  const int level = std::max(weights.LevelOf(sums.a), weights.LevelOf(sums.b));
  return {.keys = sums.keys,
          .weight_a = sums.weight_a,
          .total_a = weights.At(sums.a, level),
          .weight_b = sums.weight_b,
          .total_b = weights.At(sums.b, level),
          .level = level};
}

}  // namespace kindred::match
