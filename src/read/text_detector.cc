// Text or other, by counting: a NUL or more than 2 % of control characters make a file binary, unless it
// begins with the byte order mark of UTF-16 or UTF-32, whose other bytes say nothing about that. Cost: one
// vectorised pass over at most 32 KB. Tested in text_detector_test.cc.
#include "read/text_detector.h"

#include <algorithm>
#include <cstddef>

namespace kindred {

namespace {

// Counters of one byte and a length that is known let the compiler compare 16 bytes at once; they cannot
// overflow in a block.
constexpr std::size_t kBlock = 240;
struct Counts {
  std::uint8_t nul = 0;
  std::uint8_t control = 0;
};

// Control characters that texts do not contain. \b and ESC stand in formatted manual pages and terminal logs.
// One comparison after the other: what is written shorter is not vectorised (-fopt-info-vec tells).
inline Counts Count(const std::uint8_t* bytes, std::size_t size) {
  Counts counts;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint8_t byte = bytes[i];
    auto add = [](std::uint8_t* to, bool more) { *to = static_cast<std::uint8_t>(*to + more); };
    auto take = [](std::uint8_t* from, bool less) { *from = static_cast<std::uint8_t>(*from - less); };
    add(&counts.nul, byte == 0);
    add(&counts.control, byte < 0x20);
    add(&counts.control, byte == 0x7f);
    take(&counts.control, byte == '\b');
    take(&counts.control, byte == '\t');
    take(&counts.control, byte == '\n');
    take(&counts.control, byte == '\f');
    take(&counts.control, byte == '\r');
    take(&counts.control, byte == 0x1b);
  }
  return counts;
}

}  // namespace

void TextDetector::Feed(std::span<const std::uint8_t> piece) {
  for (std::size_t i = 0; i < piece.size() && seen_ + i < sizeof(first_); ++i) first_[seen_ + i] = piece[i];
  std::span<const std::uint8_t> rest = piece.first(std::min<std::uint64_t>(piece.size(), kSample - seen_));
  seen_ += rest.size();
  while (!rest.empty()) {
    const Counts counts =
        rest.size() >= kBlock ? Count(rest.data(), kBlock) : Count(rest.data(), rest.size());
    nul_ += counts.nul;
    control_ += counts.control;
    rest = rest.subspan(std::min(rest.size(), kBlock));
  }
}

ContentType TextDetector::Decide() const {
  const bool utf16 = seen_ >= 2 && ((first_[0] == 0xff && first_[1] == 0xfe) ||  // UTF-32 LE begins so, too
                                    (first_[0] == 0xfe && first_[1] == 0xff));
  const bool utf32_be =
      seen_ >= 4 && first_[0] == 0 && first_[1] == 0 && first_[2] == 0xfe && first_[3] == 0xff;
  if (utf16 || utf32_be || seen_ == 0) return ContentType::kText;
  return nul_ == 0 && control_ * 50 < seen_ ? ContentType::kText : ContentType::kOther;
}

}  // namespace kindred
