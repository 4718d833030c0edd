// Texts whose characters have 16 or 32 bits each: UTF-16 and UTF-32, of either byte order. They are compared
// as UTF-8, which nearly all other texts are.
//
// A byte order mark shows which it is. Without one, the first four bytes must be those of ASCII characters in
// one of the four; TextDetector then looks whether what follows is text.
// What is broken becomes U+FFFD, one for each: half of a surrogate pair, a number that is not a character, a
// character that the end cuts off. Cost: a few nanoseconds a character. Tested in wide_text_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kindred::read {

enum class Encoding : std::uint8_t { kBytes, kUtf16Le, kUtf16Be, kUtf32Le, kUtf32Be };

inline constexpr char32_t kByteOrderMark = 0xfeff;
inline constexpr char32_t kReplacement = 0xfffd;

// By the first four bytes, or by fewer if the content has no more. kBytes: neither UTF-16 nor UTF-32.
struct EncodingGuess {
  Encoding encoding = Encoding::kBytes;
  bool marked = false;  // by a byte order mark
};
EncodingGuess GuessEncoding(std::span<const std::uint8_t> head);

// Of a unit: a character, or half of a surrogate pair.
inline int BytesOfUnit(Encoding encoding) {
  if (encoding == Encoding::kBytes) return 1;
  return encoding == Encoding::kUtf16Le || encoding == Encoding::kUtf16Be ? 2 : 4;
}

struct Utf8 {
  std::uint8_t bytes[4];
  std::size_t size;
};
Utf8 ToUtf8(char32_t character);

// Bytes in pieces of any size to characters. `emit(character, bytes)` gets each with its length in the file.
class WideDecoder {
 public:
  explicit WideDecoder(Encoding encoding)
      : unit_bytes_(static_cast<std::size_t>(BytesOfUnit(encoding))),
        big_(encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf32Be) {}

  template <typename Emit>
  void Feed(std::span<const std::uint8_t> bytes, const Emit& emit) {
    std::size_t at = 0;
    while (cut_ > 0 && at < bytes.size()) {
      held_[cut_++] = bytes[at++];
      if (cut_ < unit_bytes_) continue;
      cut_ = 0;
      Unit(UnitAt(held_), emit);
    }
    for (; bytes.size() - at >= unit_bytes_; at += unit_bytes_) Unit(UnitAt(&bytes[at]), emit);
    while (at < bytes.size()) held_[cut_++] = bytes[at++];
  }

  template <typename Emit>
  void Finish(const Emit& emit) {
    if (high_ != 0) emit(kReplacement, 2);
    if (cut_ != 0) emit(kReplacement, cut_);
    high_ = 0;
    cut_ = 0;
  }

 private:
  char32_t UnitAt(const std::uint8_t* bytes) const {
    char32_t unit = 0;
    for (std::size_t i = 0; i < unit_bytes_; ++i) unit = unit << 8 | bytes[big_ ? i : unit_bytes_ - 1 - i];
    return unit;
  }

  template <typename Emit>
  void Unit(char32_t unit, const Emit& emit) {
    const bool high = unit >= 0xd800 && unit < 0xdc00;
    const bool low = unit >= 0xdc00 && unit < 0xe000;
    if (unit_bytes_ == 4) return emit(high || low || unit > 0x10ffff ? kReplacement : unit, std::size_t{4});
    if (high_ != 0) {
      const char32_t first = high_;
      high_ = 0;
      if (low) return emit(0x10000 + ((first - 0xd800) << 10) + (unit - 0xdc00), std::size_t{4});
      emit(kReplacement, std::size_t{2});
    }
    if (high) {
      high_ = unit;
    } else {
      emit(low ? kReplacement : unit, std::size_t{2});
    }
  }

  std::size_t unit_bytes_;
  bool big_;
  std::uint8_t held_[4] = {};  // the first bytes of a unit that a piece cut
  std::size_t cut_ = 0;        // how many
  char32_t high_ = 0;          // the first half of a surrogate pair, if that came last
};

// The beginning of a text, without its byte order mark.
std::vector<std::uint8_t> HeadAsUtf8(std::span<const std::uint8_t> head, Encoding encoding);

}  // namespace kindred::read
