// Encodings by their first bytes, and characters as UTF-8; normaliser_test.cc has whole texts.
#include "read/types/wide_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kindred::read {
namespace {

Encoding Guess(const std::string& head, bool marked) {
  const EncodingGuess guess =
      GuessEncoding({reinterpret_cast<const std::uint8_t*>(head.data()), head.size()});
  if (guess.encoding != Encoding::kBytes) {
    EXPECT_EQ(guess.marked, marked);
  }
  return guess.encoding;
}

TEST(WideText, ByteOrderMarks) {
  EXPECT_EQ(Guess("\xff\xfe", true), Encoding::kUtf16Le);
  EXPECT_EQ(Guess(std::string("\xff\xfe\0\0", 4), true), Encoding::kUtf32Le);
  EXPECT_EQ(Guess(std::string("\xff\xfe\0", 3), true), Encoding::kUtf16Le);
  EXPECT_EQ(Guess("\xfe\xffxy", true), Encoding::kUtf16Be);
  EXPECT_EQ(Guess(std::string("\0\0\xfe\xff", 4), true), Encoding::kUtf32Be);
  EXPECT_EQ(Guess("\xef\xbb\xbf!", true), Encoding::kBytes);
  EXPECT_EQ(Guess("", true), Encoding::kBytes);
}

TEST(WideText, WithoutThemAsciiCharactersTell) {
  EXPECT_EQ(Guess(std::string("a\0b\0", 4), false), Encoding::kUtf16Le);
  EXPECT_EQ(Guess(std::string("\0a\0b", 4), false), Encoding::kUtf16Be);
  EXPECT_EQ(Guess(std::string("a\0\0\0", 4), false), Encoding::kUtf32Le);
  EXPECT_EQ(Guess(std::string("\0\0\0a", 4), false), Encoding::kUtf32Be);
  for (const std::string& other : {std::string("a\0b", 3), std::string("a\0bc", 4), std::string("ab\0\0", 4),
                                   std::string(4, '\0'), std::string("abcd")})
    EXPECT_EQ(Guess(other, false), Encoding::kBytes);
}

TEST(WideText, CharactersAsUtf8) {
  auto text = [](char32_t character) {
    const Utf8 utf8 = ToUtf8(character);
    return std::string(utf8.bytes, utf8.bytes + utf8.size);
  };
  EXPECT_EQ(text(0), std::string(1, '\0'));
  EXPECT_EQ(text(0x7f), "\x7f");
  EXPECT_EQ(text(0x80), "\xc2\x80");
  EXPECT_EQ(text(0x7ff), "\xdf\xbf");
  EXPECT_EQ(text(0x800), "\xe0\xa0\x80");
  EXPECT_EQ(text(0xffff), "\xef\xbf\xbf");
  EXPECT_EQ(text(0x10000), "\xf0\x90\x80\x80");
  EXPECT_EQ(text(0x10ffff), "\xf4\x8f\xbf\xbf");
}

TEST(WideText, LengthsAddUpToTheFile) {
  const std::vector<std::uint8_t> bytes = {'a', 0, 0x3d, 0xd8, 0x00, 0xde, 0x3d, 0xd8, 'b', 0, 0x3d, 0xd8, 7};
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    WideDecoder decoder(Encoding::kUtf16Le);
    std::u32string text;
    std::size_t length = 0;
    auto emit = [&](char32_t character, std::size_t size) {
      text += character;
      length += size;
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      decoder.Feed(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)), emit);
    decoder.Finish(emit);
    EXPECT_EQ(text, U"a\U0001f600\ufffdb\ufffd\ufffd");
    EXPECT_EQ(length, bytes.size());
  }
}

}  // namespace
}  // namespace kindred::read
