// How often a test repeats itself with other random input. A sanitizer makes a round many times as long and
// looks for errors that the first rounds show as well as the last, so there are fewer of them under one; the
// plain build, in which the answers are checked, runs them all.
#pragma once

namespace kindred {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr unsigned kRoundsDivisor = 4;
#else
inline constexpr unsigned kRoundsDivisor = 1;
#endif

// At least one.
constexpr unsigned Rounds(unsigned in_full) {
  return in_full < kRoundsDivisor ? 1 : in_full / kRoundsDivisor;
}

}  // namespace kindred
