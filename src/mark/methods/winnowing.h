// Winnowing (Schleimer, Wilkerson, Aiken: Winnowing, SIGMOD 2003, section 3): of every window of w successive
// grams of k bytes, the one with the smallest hash is marked. Which one that is depends on the bytes of the
// window alone, so two equal runs of w + k - 1 bytes or more have a mark in common: a guarantee that no
// sampling gives, for about 2 marks in w + 1 bytes. Spans start from these marks.
//
// In detail, so that the marks of equal bytes are equal: of several smallest hashes in a window the last is
// taken. A gram is thus marked if right - left > w, where left is the last gram before it with a smaller hash
// (or one before the first gram) and right the next one with a hash as small or smaller (or one behind the
// last).
//
// Periodic grams. Zeros would be nothing but marks. So a gram whose own k bytes have a period of k / 2 or
// less is passed over, as if its hash were greater than all others. That too depends on the bytes of the
// window only, so windows with the same bytes still mark the same gram. Only a window of nothing but periodic
// grams marks none. Neighbouring grams share k - 1 bytes, so if both are periodic they have one period (Fine
// and Wilf), and so the whole window has it: it lies in a stretch. A stretch is what a row of periodic grams
// covers. Of each that is w + k - 1 bytes or longer, the gram with the least key is marked at its first two
// and its last two places. Therefore
//
//   two equal runs of w + k - 1 bytes or more have a mark at the same place, or both lie wholly inside
//   stretches of one period, which have marks with one key at their begins and ends.
//
// Two equal grams that are marked in windows are more than k / 2 bytes apart, else they would be periodic.
#pragma once

#include <cstdint>
#include <memory>

#include "mark/method/method.h"

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
