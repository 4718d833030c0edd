// Winnowing (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003, section 3): of every window of w successive
// grams of k bytes, the one with the smallest hash is marked. Which one that is depends on the bytes of the
// window alone, so two equal runs of w + k - 1 bytes or more have a mark in common: a guarantee that no
// sampling gives, for about 2 marks in w + 1 bytes. Spans start from these marks.
//
// In detail, so that the marks of equal bytes are equal: of several smallest hashes in a window the last is
// taken. A gram is thus marked if right - left > w, where left is the last gram before it with a smaller hash
// (or one before the first gram) and right the next one with a hash as small or smaller (or one behind the
// last). Grams that overlap an equal gram before and an equal one behind at the same distance stand inside
// periodic data and are left out but for the first two and the last of their row: zeros would be nothing but
// marks.
#pragma once

#include <cstdint>
#include <memory>

#include "mark/method.h"

namespace kindred::mark {

struct Winnowing {
  std::uint32_t gram = 32;     // k: 8, 16 or 32
  std::uint32_t window = 225;  // w, in grams
  // Every shared run of so many bytes has a common mark.
  std::uint64_t Guarantee() const { return std::uint64_t{window} + gram - 1; }
};

// The smallest run that winnowing can promise.
inline constexpr std::uint64_t kLeastRun = 16;

// The gram and window that promise every run of `length` bytes (kLeastRun or more), with the longest gram
// that is at most half of it: longer grams are rarer by accident.
Winnowing WinnowingFor(std::uint64_t length);

// Marks have offset and length of their gram. Levels are ignored: every mark is needed for the guarantee.
std::unique_ptr<Marker> NewWinnower(const Winnowing& winnowing);

}  // namespace kindred::mark
