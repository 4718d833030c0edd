// Keys: a sum table as one number, near for near sum tables (Sadowski and Levin 2007, section 4.1).
//
// uniform  every tag weighs 1.
// skew     only the first four tags of the set weigh: 8, 4, 3, 1, the first (0x00) most. The paper's standard
//          after its trials (section 5.1); it prints no weights. Ours sum to 16, as those of uniform do.
// +suffix  the same plus a hash of the first three characters of the name's suffix, scaled over the range of
// 32
//          bits: files with different suffixes get keys far apart, those with the same one keep their
//          distance.
//
// A key is a filter that loses nothing: two sum tables of distance d have keys without suffix at most
// d x KeyWeight() apart.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tally/tag_counter.h"

namespace kindred::tally {

enum class KeyKind : std::uint8_t { kUniform, kUniformSuffix, kSkew, kSkewSuffix };
inline constexpr std::size_t kKeys = 4;

// All keys of a content under one name, by KeyKind. Stored side by side.
using Keys = std::array<std::int64_t, kKeys>;

// "uniform", "uniform+suffix", "skew", "skew+suffix", by KeyKind.
const std::array<std::string, kKeys>& KeyNames();
// Throws Error(kUsage) for another name.
KeyKind ParseKeyKind(const std::string& name);

// The largest weight of a tag in the key.
std::uint64_t KeyWeight(KeyKind kind);

// The first three bytes of the suffix of a file's name, ASCII letters made small: "txt", "htm", "c", "".
std::string KeySuffix(std::string_view name);
// Spread evenly over 0..2^32-1; 0 for a name without a suffix.
std::uint32_t SuffixTerm(std::string_view key_suffix);

Keys KeysOf(const SumTable& counts, std::string_view name);

inline std::uint64_t KeyDistance(std::int64_t a, std::int64_t b) {
  return a > b ? static_cast<std::uint64_t>(a - b) : static_cast<std::uint64_t>(b - a);
}

}  // namespace kindred::tally
