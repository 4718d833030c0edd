// Which windows of a stretch of bytes are selected: the first stage of `fingerprints` and of `chunks`, for
// the vector units of whatever machine this runs on (Highway chooses at run time).
//
// The value of a window is a 16-bit hash of its last bytes t, made of delays alone. D^n is "n bytes before",
// d^n is "n bits before" in the same bytes as a stream of bits, least significant first; plus and minus are
// those of bytes:
//     a = t xor d^11 t                    bits of a byte meet those of others
//     b = a + D^3 a,   c = b xor D^5 b    each line doubles the bytes that count
//     d = c xor d^21 c                    small numbers reach the upper bits
//     e = d + D^11 d,  u = e - D^23 e     equal bytes give u = 0
//     value = (256 u + e) xor 0x8080
// It covers 48 bytes: 3 + 5 + 11 + 23 = 42 by D, up to 2 and 3 by d^11 and d^21, and the last byte itself.
// Each line is the same at every position: 16 bytes per step, no loop over the window, no table, no
// multiplication. Exclusive ors alone select sparse binary data unevenly, additions alone small numbers;
// alternating, they select as evenly as Manber's polynomial (bench/micro/selection.cc). Delays are odd, since
// data have periods of 2, 4, 8, ... bytes. Windows of less than 49 bytes have shorter delays.
//
// Example 1: 50 underlines. a is the same at every position, so b = 2a, c = b xor b = 0, d = e = u = 0, and
// the value is 0x8080. Every window of equal bytes has it, and no rate of one in two or coarser (a limit of
// 0x8000 or less) selects it. Manber (1993) met 50 underlines that the polynomial selected.
//
// Example 2: the 110 bytes "It was the best of times, it was the worst of times, it was the age of wisdom, it
// was the age of foolishness, " have 61 windows of 50 bytes. At level 4 (one in 16, values below 2^12) two
// are selected: those from byte 34 (value 0x01d1) and from byte 48 (0x062d).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kindred::mark {

class WindowScan {
 public:
  // `window` is 7 at least. Of more than 48 bytes the last 48 decide.
  explicit WindowScan(std::size_t window);

  static constexpr std::size_t kBlock = 4096;  // windows at a time: all arrays stay in L1
  static constexpr std::size_t kLeastWindow = 7;
  struct Hit {
    std::uint16_t at = 0;
    std::uint16_t value = 0;
  };

  // The windows that start at bytes[0] to bytes[count - 1] (kBlock at most) whose value is below
  // 2^(16 - level); the last one ends at bytes[count + window - 2]. Valid until the next call.
  std::span<const Hit> Select(const std::uint8_t* bytes, std::size_t count, int level);

 private:
  std::size_t window_;
  std::vector<std::uint8_t> upper_;
  std::vector<std::uint8_t> lower_;
  std::vector<std::uint64_t> selected_;
  std::vector<Hit> hits_;
};

}  // namespace kindred::mark
