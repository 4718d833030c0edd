// A mark: a key for a piece of a content, found again wherever the same bytes occur.
//
// Keys are uniform 64-bit numbers, and selection is by value: a content whose method keeps one mark in 2^L
// holds exactly its keys below 2^(64-L). So a coarse selection is a part of every finer one, the level of a
// key can be read from the key alone, and two contents of different levels are compared at the coarser one
// without knowing the method that made the keys.
#pragma once

#include <bit>
#include <cstdint>

namespace kindred {

// What offsets and lengths of marks count.
enum class Unit : std::uint8_t { kByte = 1, kBit = 2 };

struct Mark {
  std::uint64_t key = 0;
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  bool operator==(const Mark&) const = default;
};

// Levels run from 0 (every key) to kMaxLevel.
inline constexpr int kMaxLevel = 16;

// The coarsest level at which `key` is still selected.
inline int KeyLevel(std::uint64_t key) {
  int zeros = std::countl_zero(key);
  return zeros < kMaxLevel ? zeros : kMaxLevel;
}

// What a mark weighs when the share of a content is measured.
enum class Weight : std::uint8_t {
  kMarks = 1,  // each counts one: the share is an estimate (sif)
  kBytes = 2,  // each counts its length: the share is a lower bound (HP)
};

}  // namespace kindred
