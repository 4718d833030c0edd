// See wide_text.h.
#include "read/types/wide_text.h"

namespace kindred::read {

EncodingGuess GuessEncoding(std::span<const std::uint8_t> head) {
  auto begins = [&](std::initializer_list<int> bytes) {
    return head.size() >= bytes.size() && std::equal(bytes.begin(), bytes.end(), head.begin());
  };
  if (begins({0xff, 0xfe, 0, 0})) return {Encoding::kUtf32Le, true};  // before UTF-16, which begins alike
  if (begins({0, 0, 0xfe, 0xff})) return {Encoding::kUtf32Be, true};
  if (begins({0xff, 0xfe})) return {Encoding::kUtf16Le, true};
  if (begins({0xfe, 0xff})) return {Encoding::kUtf16Be, true};
  if (head.size() < 4 || (head[0] != 0 && head[1] != 0)) return {};
  auto zeros = [&](bool first, bool second, bool third, bool fourth) {
    return (head[0] == 0) == first && (head[1] == 0) == second && (head[2] == 0) == third &&
           (head[3] == 0) == fourth;
  };
  if (zeros(false, true, false, true)) return {Encoding::kUtf16Le, false};
  if (zeros(true, false, true, false)) return {Encoding::kUtf16Be, false};
  if (zeros(false, true, true, true)) return {Encoding::kUtf32Le, false};
  if (zeros(true, true, true, false)) return {Encoding::kUtf32Be, false};
  return {};
}

Utf8 ToUtf8(char32_t character) {
  auto last = [&](int shift) { return static_cast<std::uint8_t>(0x80 | (character >> shift & 0x3f)); };
  auto first = [&](int shift, int mark) { return static_cast<std::uint8_t>(mark | character >> shift); };
  if (character < 0x80) return {{first(0, 0)}, 1};
  if (character < 0x800) return {{first(6, 0xc0), last(0)}, 2};
  if (character < 0x10000) return {{first(12, 0xe0), last(6), last(0)}, 3};
  return {{first(18, 0xf0), last(12), last(6), last(0)}, 4};
}

std::vector<std::uint8_t> HeadAsUtf8(std::span<const std::uint8_t> head, Encoding encoding) {
  std::vector<std::uint8_t> text;
  WideDecoder decoder(encoding);
  // What the end of the head cuts off is not broken, so the decoder is not finished.
  decoder.Feed(head, [&](char32_t character, std::size_t) {
    if (text.empty() && character == kByteOrderMark) return;
    const Utf8 utf8 = ToUtf8(character);
    text.insert(text.end(), utf8.bytes, utf8.bytes + utf8.size);
  });
  return text;
}

}  // namespace kindred::read
