// Text or other? Decided from the first 32 KB, whatever the size of the pieces they come in.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/content.h"
#include "read/types/wide_text.h"

namespace kindred::read {

class TextDetector {
 public:
  static constexpr std::uint64_t kSample = 32 * 1024;

  void Feed(std::span<const std::uint8_t> piece);
  // Of a content that ends here. An empty file is text.
  ContentType Decide() const;
  // The result of Decide whatever follows, if that is certain by now.
  std::optional<ContentType> Known() const;
  // That of the characters, if it is text.
  Encoding encoding() const { return guess_.encoding; }

 private:
  void FeedWide(std::span<const std::uint8_t> sample);
  bool IsWideText() const;

  std::uint64_t seen_ = 0;
  std::uint64_t nul_ = 0;
  std::uint64_t control_ = 0;
  std::uint8_t first_[4] = {};
  EncodingGuess guess_;
  // What the bytes are as characters of that encoding.
  WideDecoder decoder_{Encoding::kBytes};
  std::uint64_t characters_ = 0;
  std::uint64_t odd_ = 0;  // broken, or control characters
  std::uint64_t ascii_ = 0;
};

// Whether a content that begins so is text.
inline bool IsText(std::span<const std::uint8_t> bytes) {
  TextDetector detector;
  detector.Feed(bytes);
  return detector.Decide() == ContentType::kText;
}

}  // namespace kindred::read
