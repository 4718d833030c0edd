// All pairs of near tallies (Sadowski and Levin 2007, section 4.2), without a query per file.
//
// Two tallies are near if their keys, sizes and sum tables are within reach of each other: at most the
// tolerance times the larger size apart; of two tolerances the smaller counts. By default the reach of keys
// is larger by the key's largest weight, so that the key never hides a near sum table; the paper discusses
// narrower ones (5.2), which `key_tolerance` gives.
//
// Idea: a k-d tree. Items are halved again and again, by the coordinate that spreads most, with a bounding
// box around each half. Then boxes are compared with boxes, and two that are out of reach of each other are
// dropped with all their items. The coordinates are key, size, and eight sums of all counts with different
// signs (rows of a Hadamard matrix): none of them differs by more than the distance of the sum tables, and
// each spreads four times as far as a single count.
//
// Example, with a tolerance of 0.01 and three tallies that count two tags only:
//     X: size 1000, counts 20 30     sum 50   sum with signs + -  -10
//     Y: size 1005, counts 26 27     sum 53                        -1
//     Z: size 1000, counts 30 20     sum 50                        10
// X and Y may be 0.01 x 1005 = 10.05 apart, and their sum tables are |20 - 26| + |30 - 27| = 9 apart: near.
// The sums differ by 3 and 9, never by more than the 9. X and Z may be 10 apart. Their plain sums are equal,
// but the other sums differ by 20, so they are out of reach and the tables are not compared.
//
// Cost: n log n to build the boxes, then box comparisons, and few comparisons of tallies beyond the answers
// (7 a tally among 1,000,000 generated ones). Building the boxes costs most; box comparisons grow faster than
// n, about as n^1.3, because more tallies in the same space are closer together. There is no proof that the
// cost stays below n^2 (bench/runs/2026-11-16-near.md).
//
// Rejected: a plain sweep over the sorted keys. Keys grow with file sizes, so a window of 1 % of the size
// holds a fixed part of all files, and the work still grows with the square (the paper's figure 9).
//
// Rejected: boxes around the sixteen counts. Each spreads too little to be worth a halving. For thousands of
// versions of one file they were better: 0.026 s against 0.041 s for 8,000.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tally/keys.h"
#include "tally/tag_counter.h"

namespace kindred::tally {

struct NearItem {
  SumTable counts{};
  std::int64_t key = 0;
  std::uint64_t size = 0;
  double tolerance = 0;       // of sizes and sum tables, as a part of the size
  double key_tolerance = 0;   // of keys; see KeyTolerance
  std::uint32_t content = 0;  // two items of the same one, which is not 0, are not a pair
  bool asked = true;          // two that are both not asked about are not a pair
};

// The tolerance of keys that hides nothing.
inline double KeyTolerance(KeyKind kind, double tolerance) {
  return tolerance * static_cast<double>(KeyWeight(kind));
}

// How far apart two items may be.
std::uint64_t Reach(const NearItem& a, const NearItem& b);
std::uint64_t KeyReach(const NearItem& a, const NearItem& b);
// The whole rule, for one pair.
bool IsNear(const NearItem& a, const NearItem& b);

// Places in the list of items; a < b.
struct NearEdge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float relative = 0;  // distance of the sum tables by the larger size
  bool operator==(const NearEdge&) const = default;
};

struct NearEdges {
  std::vector<NearEdge> edges;  // nearest first, then by index
  std::uint64_t total = 0;      // edges may be cut
  std::uint64_t compared = 0;   // pairs of which the numbers themselves were compared
};

// `limit` 0: all edges; then Error(kFailed) when they need more than `memory` bytes. The answer does not
// depend on `threads`.
NearEdges FindNearPairs(std::span<const NearItem> items, std::uint64_t limit, std::uint64_t memory,
                        unsigned threads);

}  // namespace kindred::tally
