// Text or other, by counting: a NUL or more than 2 % of control characters make a file binary. In UTF-16 and
// UTF-32 the characters count instead of the bytes. Without a byte order mark such a text must be
// unmistakable: 16 characters or more, none of them broken or a control character, three of four ASCII. Cost:
// one vectorised pass over at most 32 KB; a slow one, to the first odd character, for what begins like a text
// of 16-bit or 32-bit characters. Tested in text_detector_test.cc.
#include "read/types/text_detector.h"

#include <algorithm>
#include <cstddef>

#include "read/types/byte_counts.h"

namespace kindred::read {

namespace {

constexpr std::uint64_t kFewestCharacters = 16;

bool IsOdd(char32_t character) {
  if (character < 0x80) return IsControl(static_cast<std::uint8_t>(character));
  return character < 0xa0 || character == kReplacement || (character & 0xfffe) == 0xfffe;
}

}  // namespace

void TextDetector::Feed(std::span<const std::uint8_t> piece) {
  const std::span<const std::uint8_t> rest =
      piece.first(std::min<std::uint64_t>(piece.size(), kSample - seen_));
  if (rest.empty()) return;
  const std::uint64_t before = seen_;
  seen_ += rest.size();
  const ByteCounts counts = CountBytes(rest);
  nul_ += counts.nul;
  control_ += counts.control;
  if (before >= sizeof(first_)) return FeedWide(rest);
  const std::size_t more = std::min<std::size_t>(rest.size(), sizeof(first_) - before);
  std::copy_n(rest.begin(), more, first_ + before);
  const std::size_t known = before + more;
  guess_ = GuessEncoding({first_, known});
  if (known < sizeof(first_)) return;
  decoder_ = WideDecoder(guess_.encoding);
  FeedWide(first_);
  FeedWide(rest.subspan(more));
}

void TextDetector::FeedWide(std::span<const std::uint8_t> sample) {
  constexpr std::size_t kSlice = 256;
  for (std::size_t at = 0; at < sample.size(); at += kSlice) {
    if (guess_.encoding == Encoding::kBytes || (!guess_.marked && odd_ > 0)) return;
    decoder_.Feed(sample.subspan(at, std::min(kSlice, sample.size() - at)),
                  [&](char32_t character, std::size_t) {
                    ++characters_;
                    odd_ += IsOdd(character) ? 1 : 0;
                    ascii_ += character < 0x80 ? 1 : 0;
                  });
  }
}

bool TextDetector::IsWideText() const {
  if (guess_.marked) return odd_ * 50 < std::max<std::uint64_t>(characters_, 1);
  return odd_ == 0 && characters_ >= kFewestCharacters && ascii_ * 4 >= characters_ * 3;
}

ContentType TextDetector::Decide() const {
  const bool wide = guess_.encoding != Encoding::kBytes;
  const bool text = wide ? IsWideText() : seen_ == 0 || (nul_ == 0 && control_ * 50 < seen_);
  return text ? ContentType::kText : ContentType::kOther;
}

std::optional<ContentType> TextDetector::Known() const {
  if (seen_ >= kSample) return Decide();
  const bool may_be_wide =
      seen_ < sizeof(first_) || (guess_.encoding != Encoding::kBytes && (guess_.marked || odd_ == 0));
  if (nul_ > 0 && !may_be_wide) return ContentType::kOther;
  return std::nullopt;
}

}  // namespace kindred::read
