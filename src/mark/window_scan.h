// Which windows of a stretch of bytes have a small WindowHash: the first stage of `fingerprints`, for the
// vector units of whatever machine this runs on (Highway chooses at run time).
//
// A rolling hash is a chain, one step per byte. But over 2^16 the hash of a window is also a sum that can be
// built by doubling: with S_m(i) the hash of the m bytes at i, S_2m(i) = S_m(i) p^m + S_m(i+m), and a window
// of 50 is S_32(i) p^18 + S_16(i+32) p^2 + S_2(i+48). Each line is the same for every i, so 8 to 32 of them
// are done at once: 7 multiplications per window of 50 instead of 2 in a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kindred {

class WindowScan {
 public:
  explicit WindowScan(std::size_t window);

  static constexpr std::size_t kBlock = 1024;  // windows at a time: all intermediate sums stay in L1
  struct Hit {
    std::uint16_t at = 0;
    std::uint16_t value = 0;
  };

  // The windows that start at bytes[0] to bytes[count - 1] (kBlock at most) whose value is below `limit`; the
  // last one ends at bytes[count + window - 2]. Valid until the next call.
  std::span<const Hit> Below(const std::uint8_t* bytes, std::size_t count, std::uint32_t limit);

 private:
  std::size_t window_;
  std::vector<std::uint16_t> sums_;
  std::vector<std::uint16_t> values_;
  std::vector<Hit> hits_;
};

}  // namespace kindred
