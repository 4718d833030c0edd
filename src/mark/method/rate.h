// How many marks a content of some size should get, for the methods that select windows of bytes.
#pragma once

#include <bit>
#include <cstdint>

#include "model/mark.h"

namespace kindred::mark {

inline constexpr int kFinestAuto = 2;  // one byte in 4, for files under 400 bytes

// No content gets many more marks than this, so that memory stays bounded.
inline int WithinMemory(int level, std::uint64_t size) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 23;
  while (level < kMaxLevel && (size >> level) > kMany) ++level;
  return level;
}

// The level at which one byte in 2^level starts a mark: one in 4 under 400 bytes, one in 8 to 560 bytes, one
// in 16 to 1 KB, then twice as coarse with each doubling until one in 128 at 4 KB; so a file of any size gets
// around 32 marks or more, and two that share half of 200 bytes share several (Manber 1993, section 6, second
// area). One in 128, whatever the size from there on: two files are compared at the coarser level of the two,
// so what a small file has in common with a large one is found by what the large one keeps.
// docs/inside/performance.md has what other ends cost and lose. Beyond 1 GB the level grows with the size.
inline int AutoLevel(std::uint64_t size) {
  constexpr int kUsualLevel = 7;
  // Half of a small file holds fewer windows than its size suggests.
  if (size < 400) return kFinestAuto;
  if (size < 560) return kFinestAuto + 1;
  // Doublings of 256: 2 under 1 KB, 3 under 2 KB, ...
  if (size < (std::uint64_t{4} << 10)) return kFinestAuto + static_cast<int>(std::bit_width(size >> 8));
  return WithinMemory(kUsualLevel, size);
}

// Half as many marks from 8 KB on (sif's one in 256), a quarter beyond 256 KB, an eighth beyond 1 MB: an
// index of half the size, which finds less of what small files have in common with large ones.
inline int CoarseLevel(std::uint64_t size) {
  constexpr int kUsualLevel = 8;
  if (size < (std::uint64_t{4} << 10)) return AutoLevel(size);
  if (size < (std::uint64_t{8} << 10)) return kUsualLevel - 1;
  if (size < (std::uint64_t{256} << 10)) return kUsualLevel;
  if (size < (std::uint64_t{1} << 20)) return kUsualLevel + 1;
  return WithinMemory(kUsualLevel + 2, size);
}

}  // namespace kindred::mark
