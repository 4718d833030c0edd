// Which windows of a stretch of bytes are selected: the first stage of `fingerprints` and of `chunks`, for
// the vector units of whatever machine this runs on (Highway chooses at run time).
//
// The value of a window is a hash of 16 bits of its last bytes t, made of delays alone. D^n is "n bytes
// before", d^n is "n bits before" of the same bytes as a stream of bits, the least of each byte first; plus
// and minus are those of bytes:
//     a = t xor d^11 t                    bits of a byte meet those of others
//     b = a + D^3 a,   c = b xor D^5 b    each line doubles the bytes that count
//     d = c xor d^21 c                    small numbers reach the upper bits
//     e = d + D^11 d,  u = e - D^23 e     equal bytes give u = 0
//     value = (256 u + e) xor 0x8080
// So it looks at 48 bytes, and each line is the same for every place: 16 bytes to a step, no loop over the
// window, no table, no multiplication. Exclusive ors alone select sparse binary data unevenly, additions
// alone small numbers; in turn they select as evenly as Manber's polynomial (bench/micro/selection.cc).
// Delays are odd, since data have periods of 2, 4, 8, ... bytes.
//
// A window of equal bytes has u = 0 and a value of 0x8000 or more: no rate of one in two or coarser selects
// it. (Manber 1993 met 50 underlines that were.) Windows of less than 49 bytes have shorter delays.
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
