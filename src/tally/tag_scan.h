// The vector kernel under CountTags: bytes -> counts, many stretches of a piece at once.
//
// Idea: one stretch of the piece per lane, so that each lane goes through its bytes in order, as the skip
// rule wants it, and all lanes do so at once. The byte of a lane and the one before it hold 8 windows, one
// for each offset. A window is a tag if its upper and its lower 4 bits fit: two lookups in tables of 16 rows,
// with a bit for each of 8 tags, and an `and` decide it, whatever the tags are. Two pairs of tables make 16
// tags.
//
// The skip rule for 8 tags at once: let closed(s) be the tags that a match in the byte before closes at
// offset s, and done(s) those that matched at an offset up to s of this byte.
//   done(s) = done(s - 1) | matches(s) & ~closed(s)      each tag matches at most once in 8 offsets
//   closed'(s) = done(8) & ~done(s)                      for the next byte: what matched later than s
// done(8) is what this byte adds to the counts. Adders of single bits sum it up (carry-save).
//
// Example: the tag 'e' is 0x65 = 0110 0101. The bytes 06 52 are 0000 0110 0101 0010: the window at offset 4
// of the two has the upper bits 0110 (row 6 of the upper table) and the lower bits 0101 (row 5 of the lower
// one), and both rows have the bit of 'e'. So done(4) to done(8) contain 'e', and the count grows by one. For
// the next byte, closed'(1) to closed'(3) contain 'e': windows there would overlap the match, which ends 4
// bits into the byte 52.
//
// What the stretch before a lane closes at its first byte is unknown. The lane assumes that the byte before
// was counted if it is a tag, which is right for aligned data such as zeros. The kernel returns what it had
// to assume, and tag_counter.cc corrects the few boundaries where the assumption was wrong.
//
// Cost: about 120 vector operations for a byte of every lane, 44 cycles of an AVX2 unit that does at most 4
// of them at once; half of that is Skip, which runs at this limit. bench/micro/tags.cc measures. Rejected: a
// comparison per tag and offset (256 operations), and, from the count of its operations, not built: bit
// planes, one bit per stretch and a vector per pattern of 4 bits (95 operations, but 40 loads and 20 stores).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "tally/tag_set.h"

namespace kindred::tally {

using SumTable = std::array<std::uint64_t, kTags>;

// Tag t is bit t % 8 of the tables t / 8, in the row of its upper and of its lower 4 bits.
struct NibbleTables {
  explicit NibbleTables(const TagSet& set);
  alignas(16) std::uint8_t upper[2][16] = {};
  alignas(16) std::uint8_t lower[2][16] = {};
};

inline constexpr std::size_t kMostTagLanes = 64;
inline constexpr std::size_t kLongestStretch = 9 * 64;  // an odd number of cache lines; fits 10 bits
inline constexpr std::size_t kTagScanSlack = 16;        // bytes that must follow the last stretch

// What is needed at the ends of stretches, as bits of tags; the offset s is at [s - 1].
struct TagSeams {
  // Tags assumed to be closed at all of the offsets 1 to 7 of the first byte of a stretch.
  std::uint8_t assumed[2][kMostTagLanes];
  // Matches at offset s of the first byte of a stretch, closed or not.
  std::uint8_t first[2][7][kMostTagLanes];
  // Tags closed at offset s of the byte after a stretch, which is entry `lane + 1`. Entry 0 is the caller's.
  std::uint8_t closed[2][7][kMostTagLanes + 1];
};

// How many stretches ScanTags takes on this machine; 0: there is no kernel for it.
std::size_t TagScanLanes();

// Counts in TagScanLanes() stretches of `length` bytes (even, at most kLongestStretch) that follow each other
// from `bytes` on, and are followed by `following` more. bytes[-1] is read, too.
void ScanTags(const NibbleTables& tables, const std::uint8_t* bytes, std::size_t length,
              std::size_t following, SumTable* counts, TagSeams* seams);

}  // namespace kindred::tally
