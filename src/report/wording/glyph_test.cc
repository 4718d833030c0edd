// Widths as terminals have them, and escapes for all that a terminal would interpret.
#include "report/wording/glyph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace kindred::report {
namespace {

using testing::ElementsAre;

std::string Displayed(std::string_view text) {
  std::string shown;
  for (GlyphReader reader(text, 0); !reader.AtEnd();) shown += reader.Next().text;
  return shown;
}

TEST(Glyph, Widths) {
  EXPECT_EQ(DisplayWidth(""), 0u);
  EXPECT_EQ(DisplayWidth("plain"), 5u);
  EXPECT_EQ(DisplayWidth("日本"), 4u);
  EXPECT_EQ(DisplayWidth("한국"), 4u);
  EXPECT_EQ(DisplayWidth("ＡＢ"), 4u);          // full width
  EXPECT_EQ(DisplayWidth("\U0001F600"), 2u);    // a face
  EXPECT_EQ(DisplayWidth("e\u0301"), 1u);       // e and an acute accent
  EXPECT_EQ(DisplayWidth("\u2764\uFE0F"), 1u);  // a heart; what asks for its colourful form is not sent
  EXPECT_EQ(DisplayWidth("é\u00A0ß"), 3u);
}

TEST(Glyph, TabsGoToTheNextStopOfTheirLine) {
  EXPECT_EQ(Displayed("a\tb"), "a       b");
  EXPECT_EQ(DisplayWidth("1234567\t8"), 9u);
  EXPECT_EQ(DisplayWidth("12345678\t"), 16u);
  EXPECT_EQ(DisplayWidth("日\t"), 8u);
  GlyphReader later("\t", 13);
  EXPECT_EQ(later.Next().width, 3u);
}

TEST(Glyph, Escapes) {
  EXPECT_EQ(Displayed("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(Displayed(std::string_view("\0\r\x7f", 3)), "\\x00\\x0d\\x7f");
  EXPECT_EQ(Displayed("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(Displayed("\xc2\x9b"), "\\x9b");                // a terminal may take it for ESC [
  EXPECT_EQ(Displayed("\xe2\x80\xae"), "\\u{202e}");        // turns the direction of text
  EXPECT_EQ(Displayed("\xe2\x80\x8d"), "\\u{200d}");        // joins pictures into one of unknown width
  EXPECT_EQ(Displayed("\xf4\x8f\xbf\xbf"), "\\u{10ffff}");  // not a character
  EXPECT_EQ(Displayed("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a pair of UTF-16
  EXPECT_EQ(Displayed("\xee\x82\xa0"), "\\u{e0a0}");        // private: as wide as its font likes
}

TEST(Glyph, AMarkNeedsALetterAndNoneHasDozens) {
  EXPECT_EQ(Displayed("\u0301x"), "\\u{301}x");
  std::string many = "x";
  for (int i = 0; i < 9; ++i) many += "\u0301";
  EXPECT_EQ(DisplayWidth(many), 1 + std::string("\\u{301}").size());
}

TEST(Glyph, AnyBytesGiveHarmlessTextOfTheWidthTold) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string bytes(100, ' ');
    for (char& c : bytes) c = static_cast<char>(random());
    std::size_t taken = 0;
    for (GlyphReader reader(bytes, 0); !reader.AtEnd();) {
      Glyph glyph = reader.Next();
      ASSERT_GT(glyph.bytes, 0u);
      ASSERT_LE(glyph.width, kWidestGlyph);
      taken += glyph.bytes;
      for (char c : glyph.text) ASSERT_TRUE(static_cast<unsigned char>(c) >= ' ' && c != 0x7f);
      if (glyph.escaped) {
        ASSERT_EQ(glyph.text.size(), glyph.width);
      }
    }
    EXPECT_EQ(taken, bytes.size());
  }
}

TEST(Glyph, WrapsAtBlanksAndWithinWordsOnlyWhereItMust) {
  EXPECT_THAT(WrapText("one two three", 8), ElementsAre("one two", "three"));
  EXPECT_THAT(WrapText("a/very/long/path, 3 kB", 10), ElementsAre("a/very/lon", "g/path, 3", "kB"));
  EXPECT_THAT(WrapText("日本語", 5), ElementsAre("日本", "語"));
  EXPECT_THAT(WrapText("", 5), ElementsAre(""));
}

}  // namespace
}  // namespace kindred::report
