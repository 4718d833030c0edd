// The selected windows of a content that comes in pieces. Windows that reach over from the last piece are
// looked at in a small copy; all others in place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mark/scan/window_scan.h"

namespace kindred::mark {

class FedWindows {
 public:
  explicit FedWindows(std::size_t window) : window_(window), scan_(window) {}

  std::size_t window() const { return window_; }
  std::uint64_t fed() const { return fed_; }  // bytes before the next piece

  void Clear() {
    fed_ = 0;
    tail_.clear();
  }

  // take(value, bytes, offset) for each window whose value is below 2^(16 - level), in order; `bytes` are its
  // own, `offset` is that of its first byte in the content.
  template <class Take>
  void Feed(std::span<const std::uint8_t> piece, int level, const Take& take) {
    const std::size_t overhang = window_ - 1;
    const std::size_t carried = tail_.size();
    if (carried > 0) {
      const std::size_t begin = std::min(overhang, piece.size());
      tail_.insert(tail_.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(begin));
      Scan(tail_, fed_ - carried, level, take);
    }
    if (carried > 0 && piece.size() < overhang) {
      if (tail_.size() > overhang)
        tail_.erase(tail_.begin(), tail_.end() - static_cast<std::ptrdiff_t>(overhang));
    } else {
      Scan(piece, fed_, level, take);
      tail_.assign(piece.end() - static_cast<std::ptrdiff_t>(std::min(overhang, piece.size())), piece.end());
    }
    fed_ += piece.size();
  }

 private:
  template <class Take>
  void Scan(std::span<const std::uint8_t> bytes, std::uint64_t base, int level, const Take& take) {
    for (std::size_t at = 0; at + window_ <= bytes.size(); at += WindowScan::kBlock) {
      const std::size_t count = std::min(WindowScan::kBlock, bytes.size() - window_ + 1 - at);
      for (const WindowScan::Hit& hit : scan_.Select(bytes.data() + at, count, level))
        take(hit.value, bytes.data() + at + hit.at, base + at + hit.at);
    }
  }

  std::size_t window_;
  WindowScan scan_;
  std::uint64_t fed_ = 0;
  std::vector<std::uint8_t> tail_;  // the last window - 1 bytes fed
};

}  // namespace kindred::mark
