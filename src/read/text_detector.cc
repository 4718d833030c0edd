// Text or other, by counting: a NUL or more than 2 % of control characters make a file binary, unless it
// begins with the byte order mark of UTF-16 or UTF-32, whose other bytes say nothing about that. Cost: one
// vectorised pass over at most 32 KB. Tested in text_detector_test.cc.
#include "read/text_detector.h"

#include <algorithm>
#include <cstddef>

#include "read/byte_counts.h"

namespace kindred::read {

void TextDetector::Feed(std::span<const std::uint8_t> piece) {
  for (std::size_t i = 0; i < piece.size() && seen_ + i < sizeof(first_); ++i) first_[seen_ + i] = piece[i];
  const std::span<const std::uint8_t> rest =
      piece.first(std::min<std::uint64_t>(piece.size(), kSample - seen_));
  seen_ += rest.size();
  const ByteCounts counts = CountBytes(rest);
  nul_ += counts.nul;
  control_ += counts.control;
}

ContentType TextDetector::Decide() const {
  const bool utf16 = seen_ >= 2 && ((first_[0] == 0xff && first_[1] == 0xfe) ||  // UTF-32 LE begins so, too
                                    (first_[0] == 0xfe && first_[1] == 0xff));
  const bool utf32_be =
      seen_ >= 4 && first_[0] == 0 && first_[1] == 0 && first_[2] == 0xfe && first_[3] == 0xff;
  if (utf16 || utf32_be || seen_ == 0) return ContentType::kText;
  return nul_ == 0 && control_ * 50 < seen_ ? ContentType::kText : ContentType::kOther;
}

}  // namespace kindred::read
