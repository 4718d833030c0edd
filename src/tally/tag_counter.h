// Counts tags: bytes in pieces -> the sum table (Sadowski and Levin 2007, section 4.1).
//
// A tag is looked for at every bit offset, bits taken from the most significant of each byte on. After a
// match the next 7 offsets are passed over for this tag alone, so that a tag never overlaps itself: two zero
// bytes hold 0x00 twice, not nine times.
//
// Idea: the 7 bits before a byte and the byte itself decide which tags may match so that they end in this
// byte, each at most once. A table of 2^15 rows says which, as 16 numbers of 4 bits that are added up at
// once. Only where a match in the byte before may forbid one in this byte (both have the tag, the later
// offset first) the bits are looked at one by one; flags in the row tell that, too. 256 KB, made once per set
// of tags. Cost: some 3 ns a byte on noise and text, 10 where zeros and other bytes alternate
// (bench/near/growth.cc). Rejected: a test per tag and bit (the oracle in tag_counter_test.cc), and a list of
// matches per row, whose branches cost more than the sums.
//
// CountTags is a pure function of table, piece and carried state; where a content is cut does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tally/tag_set.h"

namespace kindred {

using SumTable = std::array<std::uint64_t, kTags>;

class TagTable {
 public:
  explicit TagTable(const TagSet& set);

  // For the matches that end in the last 8 of these 15 bits, 4 bits a tag: 1 there is one; 2 one starts after
  // the first offset, so that it may forbid another in the next byte; 4 one starts before the last offset, so
  // that it may be forbidden.
  std::uint64_t Row(unsigned bits) const { return rows_[bits]; }
  // The tag that these 8 bits are, or -1.
  int TagOf(unsigned byte) const { return tag_of_[byte]; }

 private:
  std::vector<std::uint64_t> rows_;
  std::array<std::int8_t, 256> tag_of_;
};

// What is carried from piece to piece. Bits are numbered from 8 on: the 7 before the first byte, which are no
// part of the content, then have numbers below that.
struct TagState {
  TagState() { free_from.fill(8); }

  SumTable counts{};
  std::array<std::uint64_t, kTags> free_from;  // the first bit at which a tag may start again, if `exact`
  std::uint64_t bit = 8;                       // the first bit of the next byte
  std::uint32_t history = 0;                   // the last bytes
  std::uint64_t row = 0x2222222222222222;      // of the last byte; at the start everything may be forbidden
  bool exact = true;                           // free_from holds for the tags of the last row
};

void CountTags(const TagTable& table, std::span<const std::uint8_t> piece, TagState* state);

// The sum of the absolute differences of all entries (section 4.2).
std::uint64_t SumDistance(const SumTable& a, const SumTable& b);

}  // namespace kindred
