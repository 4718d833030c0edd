// The tags: 16 patterns of 8 bits whose occurrences make a tally (Sadowski and Levin 2007,
// sections 4.1, 5.1).
//
// The paper found 0x00 to be the strongest single sign of a file's structure, took 'e' and 't' as signs of
// text, some bytes outside ASCII, and for the rest "an essentially random selection", which did better than
// any contrived one; it does not print its set. Ours, kindred-1, is made the same way and hides nothing:
// 0x00, 'e', 't', then the first bytes of pi's fraction in base 16 (24 3f 6a 88 85 a3 08 d3 13 19 8a 2e 03),
// of which 88 comes first, because the first four tags are those of the skew key (keys.h). Tallies of
// different sets cannot be compared, so a set never changes: another one has another name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace kindred::tally {

inline constexpr std::size_t kTags = 16;

struct TagSet {
  std::string name;  // "kindred-1", or the tags themselves: "00,65,...": what NearOptions::tags takes and the
                     // store keeps
  std::array<std::uint8_t, kTags> tags{};
  bool operator==(const TagSet&) const = default;
};

const TagSet& DefaultTagSet();

// "kindred-1", or 16 different bytes as hexadecimal numbers with commas between. Throws Error(kUsage).
TagSet ParseTagSet(const std::string& text);

}  // namespace kindred::tally
