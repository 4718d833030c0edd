// How many marks a content of some size should get, for the methods that select windows of bytes.
#pragma once

#include <bit>
#include <cstdint>

#include "model/mark.h"

namespace kindred {

inline constexpr int kFinestAuto = 2;  // one byte in 4, for files under 300 bytes

// The level at which one byte in 2^level starts a mark: one in 4 under 300 bytes, twice as coarse with each
// doubling until sif's one in 256 at 9,600 bytes; so a file of any size gets around 38 marks or more (Manber
// 1993, section 6, second area). Beyond 256 KB one in 512, beyond 1 MB one in 1024: there are enough of them.
// Beyond 1 GB the level grows with the size, so that memory stays bounded. With twice as many marks the index
// is a third larger, and the mean error of a share 0.05 instead of 0.06 (docs/performance.md).
inline int AutoLevel(std::uint64_t size) {
  constexpr int kUsualLevel = 8;                           // one in 256, as sif
  constexpr std::uint64_t kMany = std::uint64_t{1} << 20;  // no content gets many more marks than this
  constexpr std::uint64_t kSmall = 300;
  if (size < kSmall << (kUsualLevel - kFinestAuto - 1)) {
    // Doublings: 0 under 300 bytes, 1 under 600, ...
    return kFinestAuto + static_cast<int>(std::bit_width(size / kSmall));
  }
  if (size < (std::uint64_t{256} << 10)) return kUsualLevel;
  if (size < (std::uint64_t{1} << 20)) return kUsualLevel + 1;
  int level = kUsualLevel + 2;
  while (level < kMaxLevel && (size >> level) > kMany) ++level;
  return level;
}

}  // namespace kindred
