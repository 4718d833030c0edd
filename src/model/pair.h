// A pair: two contents and what they share. `a` < `b`: places in the scope of the match it came from.
#pragma once

#include <cstdint>

namespace kindred {

// What two contents share, before any threshold: keys, and what they weigh in each.
struct PairSums {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint64_t keys = 0;
  std::uint64_t weight_a = 0;
  std::uint64_t weight_b = 0;
  bool operator==(const PairSums&) const = default;
};

// A content of a family that is too large for all its pairs (match/pairs/crowds.h).
struct LargeFamilyMember {
  std::uint32_t place = 0;
  std::uint32_t centre = 0;  // the member that all of them are linked to
  bool operator==(const LargeFamilyMember&) const = default;
};

struct Pair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float of_a = 0;  // the part of A's bytes that occurs in B
  float of_b = 0;
  float similarity = 0;
  float error = 0;  // standard error of the shares, the larger of the two; 0: measured
  std::uint32_t shared_marks : 30 = 0;
  std::uint32_t measured : 1 = 0;  // by reading both; else the shares are estimates
  std::uint32_t inside : 1 = 0;    // the shares are those of what is inside both
  std::uint64_t shared_bytes = 0;
};

}  // namespace kindred
