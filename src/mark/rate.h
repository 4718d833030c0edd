// How many marks a content of some size should get, for the methods that select windows of bytes.
#pragma once

#include <bit>
#include <cstdint>

#include "model/mark.h"

namespace kindred::mark {

inline constexpr int kFinestAuto = 2;  // one byte in 4, for files under 400 bytes

// The level at which one byte in 2^level starts a mark: one in 4 under 400 bytes, one in 8 to 560 bytes, one
// in 16 to 1 KB, then twice as coarse with each doubling until sif's one in 256 at 8 KB; so a file of any
// size gets around 32 marks or more, and two that share half of 200 bytes share five (Manber 1993, section 6,
// second area). Beyond 256 KB one in 512, beyond 1 MB one in 1024: there are enough of them. Beyond 1 GB the
// level grows with the size, so that memory stays bounded. With twice as many marks in small files the index
// would be a third larger, and the mean error of a share 0.05 instead of 0.06 (docs/performance.md).
inline int AutoLevel(std::uint64_t size) {
  constexpr int kUsualLevel = 8;                           // one in 256, as sif
  constexpr std::uint64_t kMany = std::uint64_t{1} << 20;  // no content gets many more marks than this
  // Half of a small file holds fewer windows of 50 bytes than its size would tell.
  if (size < 400) return kFinestAuto;
  if (size < 560) return kFinestAuto + 1;
  // Doublings of 256: 2 under 1 KB, 3 under 2 KB, ...
  if (size < (std::uint64_t{8} << 10)) return kFinestAuto + static_cast<int>(std::bit_width(size >> 8));
  if (size < (std::uint64_t{256} << 10)) return kUsualLevel;
  if (size < (std::uint64_t{1} << 20)) return kUsualLevel + 1;
  int level = kUsualLevel + 2;
  while (level < kMaxLevel && (size >> level) > kMany) ++level;
  return level;
}

}  // namespace kindred::mark
