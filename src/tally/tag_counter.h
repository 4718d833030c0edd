// Counts tags: bytes in pieces -> the sum table (Sadowski and Levin 2007, section 4.1).
//
// A tag is looked for at every bit offset, bits taken from the most significant of each byte on. After a
// match the next 7 offsets are closed for this tag alone, so that a tag never overlaps itself: two zero
// bytes hold 0x00 twice, not nine times.
//
// Idea: the windows that end in a byte have the offsets 1 to 8, as seen from the byte before; each tag
// matches at most once among them. Long pieces are cut into one stretch per lane of the vector unit
// (tag_scan.h). Where a match at the end of a stretch closes offsets of the next one, plain code recounts the
// tags that match there until both ways agree. Beginnings, ends and short pieces are plain code, too.
// bench/micro/tags.cc measures. Rejected: a table of 2^15 rows by a byte and the 7 bits before it (0.3 GB/s,
// and 256 KB of cache), and a test per tag and bit (the oracle in tag_counter_test.cc).
//
// CountTags is a pure function of table, piece and carried state; where a content is cut does not matter.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "tally/tag_scan.h"
#include "tally/tag_set.h"

namespace kindred::tally {

class TagTable {
 public:
  explicit TagTable(const TagSet& set);

  // The tag that these 8 bits are, or -1.
  int TagOf(unsigned byte) const { return tag_of_[byte]; }
  // Where in two bytes a tag ends in the second one: bit s - 1 for the offset s.
  unsigned OffsetsOf(unsigned two_bytes) const {
    return four_offsets_[two_bytes >> 4 & 0x7FF] | static_cast<unsigned>(four_offsets_[two_bytes & 0x7FF])
                                                       << 4;
  }
  std::uint8_t ByteOf(std::size_t tag) const { return bytes_[tag]; }
  const NibbleTables& nibbles() const { return nibbles_; }

 private:
  std::array<std::int8_t, 256> tag_of_;
  std::array<std::uint8_t, 0x800> four_offsets_{};  // by 11 bits, which hold 4 windows
  std::array<std::uint8_t, kTags> bytes_;
  NibbleTables nibbles_;
};

// Up to which offset a tag is closed in the next byte: 0 to 7.
using ClosedTags = std::array<std::uint8_t, kTags>;

// What is carried from piece to piece.
struct TagState {
  // The first byte has a single window. The others would begin before the content.
  TagState() { closed.fill(7); }

  SumTable counts{};
  ClosedTags closed;
  std::uint8_t last = 0;  // the last byte
};

void CountTags(const TagTable& table, std::span<const std::uint8_t> piece, TagState* state);

// The sum of the absolute differences of all entries (section 4.2).
std::uint64_t SumDistance(const SumTable& a, const SumTable& b);

}  // namespace kindred::tally
