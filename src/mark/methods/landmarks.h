// Method `landmarks`: places in the bit stream of a content that the bits around them choose, found again at
// any bit offset (Hardy, Notes on the Transclusion Finder). The stream is convolved with a fixed string of
// bits, S(b)_i = xor of b_(i-j) p_j; a landmark is the start of a run of ones in S, and the bits of S around
// it, hashed, are its key. S is local and stationary, so equal runs of bits have equal landmarks inside them,
// whatever their distance from the start of the file, also if it is not a whole number of bytes.
//
// The polynomial. p is the reciprocal of h = 1 + x^61 + x^64 cut off at B: p_j = p_(j-64) xor p_(j-61), p_0 =
// 1, as in the paper: delays of 61 and 64 bits. Since squaring over GF(2) is free, h^8 = 1 + x^488 + x^512,
// and 1/h agrees with h^7 below x^488. h^7 has degree 448, so for every B from 449 to 488 the cut-off p is
// h^7 itself:
//     p = (1 + x^61 + x^64) (1 + x^122 + x^128) (1 + x^244 + x^256),
// three steps of two delays each, 64 bits at a time, without any table or recurrence.
//
// Bit order. Bit i of a content is bit i mod 8 of byte i div 8, counted from the least significant (Hardy's
// little-endian view); `order=msb` counts from the most significant. Offsets and lengths of marks are in
// bits.
//
// Parameters
//   run    ones in a row that make a landmark (11). One landmark in 2^(run+1) bits: 512 bytes at 11, 32 at 7
//   order  lsb or msb
// Cost: about a dozen operations per 8 bytes. Tested by landmarks_test.cc against the definition, bit by bit.
#pragma once

#include <memory>
#include <string>

#include "mark/method/method.h"

namespace kindred::mark {

// Bits before and behind a landmark that decide whether it is one, and its key.
inline constexpr std::uint64_t kLandmarkBefore = 448 + 64;
inline constexpr std::uint64_t kLandmarkBehind = 64;

// `parameters` is the text behind "landmarks:".
std::unique_ptr<Method> MakeLandmarks(const std::string& parameters);

}  // namespace kindred::mark
