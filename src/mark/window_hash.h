// The rolling checksum of sif (Manber 1993, section 2): F = (t1*p^(w-1) + ... + tw) mod M, over every window
// of w bytes, kept to 16 bits (M = 2^16). Only selection rests on it, so 16 bits do: the key of a window that
// is selected comes from a strong hash. 16-bit lanes also let a vector kernel compute the same values.
//
// Selection is by comparison, `value < limit`, not by "the last k bits are 0": any rate is possible and
// selections nest. kMultiplier is a prime for which all 256 windows of 50 equal bytes hash into
// [kOffset, kOffset + 255*134], which no limit up to a quarter reaches: 50 blanks or underlines, which
// troubled Manber, are never selected.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kindred {

class WindowHash {
 public:
  static constexpr std::uint16_t kMultiplier = 53173;
  static constexpr std::uint16_t kOffset = 24000;

  explicit WindowHash(std::size_t window) : window_(window) {
    for (std::size_t i = 0; i < window; ++i) leaving_ = static_cast<std::uint16_t>(leaving_ * kMultiplier);
  }

  std::size_t window() const { return window_; }

  // The value of the window that starts at `bytes`.
  std::uint16_t Start(const std::uint8_t* bytes) {
    hash_ = 0;
    for (std::size_t i = 0; i < window_; ++i) {
      hash_ = static_cast<std::uint16_t>(hash_ * kMultiplier + bytes[i]);
    }
    return Value();
  }

  // Moves on by one byte: `out` leaves the window, `in` enters it.
  std::uint16_t Roll(std::uint8_t out, std::uint8_t in) {
    hash_ = static_cast<std::uint16_t>(hash_ * kMultiplier + in - out * leaving_);
    return Value();
  }

 private:
  std::uint16_t Value() const { return static_cast<std::uint16_t>(hash_ + kOffset); }

  std::size_t window_;
  std::uint16_t leaving_ = 1;  // p^w
  std::uint16_t hash_ = 0;
};

}  // namespace kindred
