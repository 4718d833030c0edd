// A number of 64 bits for each place, all bits of which depend on all of the place's (the finaliser of
// splitmix64; Steele, Lea and Flood 2014). Sets of places are recognised by the sum or the XOR of these: the
// order of the members does not matter, and parts of a set can be combined wherever they are
// (kindred/steps.h).
#pragma once

#include <cstdint>

namespace kindred::match {

inline std::uint64_t Mixed(std::uint64_t place) {
  std::uint64_t x = (place + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace kindred::match
