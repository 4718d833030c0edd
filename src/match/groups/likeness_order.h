// An order of contents in which similar ones are neighbours, for compressors: they find again what they read
// a window ago and no earlier, so files that share much should follow each other (Manber 1993, section 1: sif
// "as part of a global compression scheme to group similar files together before they are compressed").
//
// 1. The pairs, most resembling first (shared bytes by the union of both), are joined to a spanning forest.
// 2. Each tree is walked from its centre, the content that shares most along the tree's links, so that every
//    other content comes after one that it resembles (`like`). The branches below a content are walked in the
//    order of what their next content gains per byte of the branch: the small and certain ones first, so that
//    the content itself is not far back when the large branch begins.
// 3. Trees, and contents without a pair, are in the order of their first member's `rank`.
//
// Example. Versions a1, a2, a3 of one text and b, which quotes a2: pairs (a1,a2) and (a2,a3) of 90 %, (a1,a3)
// of 80 %, (a2,b) of 10 %. The forest has (a1,a2), (a2,a3), (a2,b); the centre is a2: a2 a1 a3 b.
//
// Tried on the manuals and releases of bench/order, and left: a path through each family by greedy joining of
// ends has more sharing between direct neighbours, but mostly larger archives, because a window holds more
// than one neighbour; a forest by shared bytes instead of resemblance joins large files that have little in
// common before small ones that are versions of each other; the branch that shares most first, or the
// smallest one.
//
// Cost: a sort of the pairs; 8 bytes a pair and some 60 a content. Tested by likeness_order_test.cc and
// tests/oracle/order_oracle_test.cc.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "match/scope.h"
#include "model/pair.h"

namespace kindred::match {

inline constexpr std::uint32_t kNoLike = std::numeric_limits<std::uint32_t>::max();

struct OrderedPlace {
  std::uint32_t place = 0;
  std::uint32_t like = kNoLike;  // an earlier place of the same tree, the one that this is a branch of
  std::uint32_t tree = 0;        // trees are numbered from 0 in their order; each is contiguous
  float share = 0;               // the part of the content that occurs in `like`
};

// `bytes` is what each place takes in the archive, with its copies; `rank` a place's position in the order of
// contents that share nothing. Every place once.
std::vector<OrderedPlace> OrderByLikeness(std::span<const Pair> pairs, const Scope& scope,
                                          std::span<const std::uint64_t> bytes,
                                          std::span<const std::uint32_t> rank);

}  // namespace kindred::match
