// Counts tags: bytes in pieces -> the sum table (Sadowski and Levin 2007, section 4.1).
//
// A tag is looked for at every bit offset, bits taken from the most significant of each byte on. After a
// match the next 7 offsets are passed over for this tag alone, so that a tag never overlaps itself: two zero
// bytes hold 0x00 twice, not nine times.
//
// Idea: the last 7 bits before a byte and the byte itself decide all matches that end in it, so a table of
// 2^15 rows gives them at once. A row is one word: how many matches, then each as (tag, offset), by offset.
// Only those that do occur cost anything: on random bytes one every second byte. 256 KB, made once per set.
// Cost: about 2 ns a byte. Rejected: a test per tag and bit (16 x 8 steps a byte, 0.1 GB/s), which is now the
// oracle in tag_counter_test.cc.
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

  // The matches that end in the last 8 of these 15 bits: the lowest 4 bits are their number, then 7 bits
  // each: 4 for the tag, 3 for the offset at which it starts, ascending.
  std::uint64_t MatchesIn(unsigned bits) const { return rows_[bits]; }

 private:
  std::vector<std::uint64_t> rows_;
};

// What is carried from piece to piece. Bits are numbered from 8 on: the 7 before the first byte, which are no
// part of the content, then have numbers below that.
struct TagState {
  TagState() { free_from.fill(8); }

  SumTable counts{};
  std::array<std::uint64_t, kTags> free_from;  // the first bit at which a tag may match again
  std::uint64_t bit = 8;                       // the first bit of the next byte
  std::uint8_t last = 0;                       // the byte before it
};

void CountTags(const TagTable& table, std::span<const std::uint8_t> piece, TagState* state);

// The sum of the absolute differences of all entries (section 4.2).
std::uint64_t SumDistance(const SumTable& a, const SumTable& b);

}  // namespace kindred
