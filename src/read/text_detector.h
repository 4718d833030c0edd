// Text or other? Decided from the first 32 KB, whatever the size of the pieces they come in.
#pragma once

#include <cstdint>
#include <span>

#include "model/content.h"

namespace kindred::read {

class TextDetector {
 public:
  static constexpr std::uint64_t kSample = 32 * 1024;

  void Feed(std::span<const std::uint8_t> piece);
  ContentType Decide() const;  // an empty file is text

 private:
  std::uint64_t seen_ = 0;
  std::uint64_t nul_ = 0;
  std::uint64_t control_ = 0;
  std::uint8_t first_[4] = {};
};

}  // namespace kindred::read
