// What is left out of contents, in pieces of any size, and the offsets of the rest in the file.
#include "read/normaliser.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace kindred::read {
namespace {

constexpr Ignore kNothing{};
constexpr Ignore kMarkup{.letter_case = false, .markup = true, .space = false};
constexpr Ignore kSpace{.letter_case = false, .markup = false, .space = true};
constexpr Ignore kAll{.letter_case = true, .markup = true, .space = true};

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

struct Result {
  std::string text;
  std::vector<std::uint64_t> offsets;  // of each byte, in the file
  bool operator==(const Result&) const = default;
};

Result Normalised(const std::string& text, Ignore ignore, std::size_t piece) {
  Normaliser normaliser(ignore);
  Result result;
  const Normaliser::Take take = [&](std::span<const std::uint8_t> bytes) {
    result.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  normaliser.Begin();
  for (std::size_t at = 0; at < text.size(); at += piece)
    normaliser.Feed(BytesOf(text).subspan(at, std::min(piece, text.size() - at)), take);
  normaliser.Finish(take);
  std::vector<std::uint64_t*> places;
  for (std::size_t i = 0; i < result.text.size(); ++i) result.offsets.push_back(i);
  for (std::uint64_t& offset : result.offsets) places.push_back(&offset);
  if (normaliser.Changed()) normaliser.map().ToFile(places);
  return result;
}

std::string Text(const std::string& text, Ignore ignore) {
  return Normalised(text, ignore, text.size() + 1).text;
}

std::string Header(std::size_t size) {
  return "%!PS-Adobe-3.0\n" + std::string(size, 'h') + "\n%%EndProlog\n";
}

std::vector<std::string> Inputs() {
  std::string random;
  std::mt19937 draw(7);
  const std::string letters = "aB \n<>/&;%\\{}.-!fp(x\t";
  while (random.size() < 20000) random += letters[draw() % letters.size()];
  return {"",
          "x",
          "  A  b\n\nC ",
          "<html><p>One &amp; <b>two</b>s<!-- a -- > b --> three &nope four < five <br/>six",
          "<html>" + random,
          "<?xml version='1.0'?><doc>" + random,
          "\\documentclass{article}\n" + random,
          ".TH X 1\n.SH NAME\n" + random,
          random,
          "<html>a<!-- never closed " + random,
          "<html>a<!-->b<a b=\">" + random,
          "<x><![CDATA[" + random + "]]></x>",
          "\\documentclass{article}\r" + random,
          ".TH X 1\r\n" + random,
          "%!PS\nall of it",
          Header(10) + "page " + random,
          Header(9000) + random,
          "\x04" + Header(100) + random,
          "%!PS\n%%Title: x\n%%Page: 1 1\n" + random,
          "%!PS\n" + std::string(300'000, 'x') + "\n%%EndProlog\nrest",
          std::string("bin\0ary A  B", 12) + random};
}

TEST(Normaliser, PieceSizeDoesNotMatter) {
  for (const std::string& input : Inputs()) {
    for (const Ignore ignore : {kNothing, kMarkup, kSpace, kAll}) {
      const Result whole = Normalised(input, ignore, input.size() + 1);
      for (const std::size_t piece : {1, 2, 7, 1000, 4095, 4096, 4097, 100'000}) {
        if (input.size() / piece > 30'000) continue;
        EXPECT_TRUE(Normalised(input, ignore, piece) == whole) << input.substr(0, 30) << " by " << piece;
      }
    }
  }
}

// Every byte that is passed on is in the file where the map says, but for blanks, case and entities.
TEST(Normaliser, OffsetsAreThoseOfTheFile) {
  for (const std::string& input : Inputs()) {
    for (const Ignore ignore : {kNothing, kMarkup, kSpace, kAll}) {
      const Result result = Normalised(input, ignore, 4096);
      std::uint64_t least = 0;
      for (std::size_t i = 0; i < result.text.size(); ++i) {
        const std::uint64_t offset = result.offsets[i];
        ASSERT_LT(offset, input.size());
        ASSERT_GE(offset, least);
        least = offset + 1;
        const char there = input[offset];
        if (result.text[i] == ' ' || there == '&' || there == 'e') continue;
        ASSERT_TRUE(result.text[i] == there || (ignore.letter_case && result.text[i] == there + 32));
      }
    }
  }
}

TEST(Normaliser, WithoutAWishOnlyPostScriptHeadersAreLeftOut) {
  for (const std::string& input : Inputs()) {
    if (input.starts_with("%!PS") || input.starts_with("\x04")) continue;
    EXPECT_EQ(Text(input, kNothing), input);
  }
  EXPECT_EQ(Text(Header(10) + "page", kNothing), "page");
  EXPECT_EQ(Text("%!PS\n%%Title: x\n%%Page: 1 1\npage", kNothing), "%%Page: 1 1\npage");
  EXPECT_EQ(Text("%!PS\nno header ends here", kNothing), "%!PS\nno header ends here");
  const std::string endless = "%!PS\n" + std::string(300'000, 'x') + "\n%%EndProlog\nrest";
  EXPECT_EQ(Text(endless, kNothing), endless);
  EXPECT_EQ(Text(" " + Header(10), kNothing), " " + Header(10)) << "not PostScript";
}

TEST(Normaliser, SpaceAndCase) {
  EXPECT_EQ(Text("  One\r\n\tTWO  three", kSpace), "One TWO three");
  EXPECT_EQ(Text("One\nTWO", kAll), "one two");
  const std::string binary("A  b\0", 5);
  EXPECT_EQ(Text(binary, kAll), binary);
}

TEST(Normaliser, Html) {
  EXPECT_EQ(Text("<html><p>One &amp; <b>two</b>s<!-- a -- > b --> 3 < 4 &x y", kAll),
            "one & twos 3 < 4 &x y");
  EXPECT_EQ(Text("<html>a<br>b", kMarkup), " a b");
  EXPECT_EQ(Text("no page: <b>a</b>", kMarkup), "no page: <b>a</b>") << "plain text has no tags";
}

TEST(Normaliser, HtmlIsKnownByItsTags) {
  EXPECT_EQ(Text("<!-- a page --><html><b>One</b>", kAll), "one");
  EXPECT_EQ(Text("<svg width='1'><text>One</text></svg>", kAll), "one ");
  EXPECT_EQ(Text("<div><p>One</p></div>", kAll), "one ");
}

TEST(Normaliser, HtmlKeepsTheTextOfSections) {
  EXPECT_EQ(Text("<html>a<![CDATA[ b<c]] ]>d ]]]>e", kMarkup), " a b<c]] ]>d ]e");
  EXPECT_EQ(Text("<html>a<![CDATA[b", kMarkup), " ab");
}

TEST(Normaliser, HtmlCommentsSwallowNoText) {
  EXPECT_EQ(Text("<html>a<!-->b<!--->c<!-- d -->e", kMarkup), " a b c e");
  EXPECT_EQ(Text("<html>a<!-- b <i>c</i>", kMarkup), " a<!-- b c") << "never closed";
  const std::string much = std::string(100'000, 'b');
  EXPECT_EQ(Text("<html>a<!--" + much + "-->c", kMarkup), " a<!--" + much + "-->c") << "too long";
  // Many that are not closed must not cost the square of their number.
  std::string opened = "<html>";
  for (int i = 0; i < 100'000; ++i) opened += "<!--";
  EXPECT_EQ(Text(opened, kMarkup).size(), opened.size() - 5);
}

TEST(Normaliser, HtmlQuotedAttributes) {
  EXPECT_EQ(Text("<html><a title=\"b > c\" x = '>'>d</a>e", kMarkup), " de");
  EXPECT_EQ(Text("<html><p don't>a isn't>b", kMarkup), "  a isn't>b") << "a quote follows an =";
  const std::string much = std::string(10'000, 'b');
  EXPECT_EQ(Text("<html><a b=\"c>" + much, kMarkup), " " + much) << "never closed";
}

TEST(Normaliser, TexWithAnyLineEnds) {
  for (const std::string end : {"\n", "\r", "\r\n"})
    EXPECT_EQ(Text("% x" + end + "\\documentclass{y}" + end + "a% b" + end + "c", kMarkup), "y" + end + "ac");
}

TEST(Normaliser, TroffNamesAndSizes) {
  EXPECT_EQ(
      Text(".TH X 1\nThe \\f[B]word\\f[R] \\s-1SMALL\\s0 \\s+2b\\s10c\\s[4]d \\*[x]e\\[em]f\\n[y]\\n(zzg",
           kMarkup),
      "The word SMALL bcd efg");
  EXPECT_EQ(Text(".TH X 1\na\\h'1n'b\\fBc", kMarkup), "abc");
  EXPECT_EQ(Text(".TH X 1\r.B a\r\nb\rc", kMarkup), "a\r\nb\rc");
  EXPECT_EQ(Text(".TH X 1\na\\f[never\nb", kMarkup), "a\nb") << "a name ends with its line";
}

TEST(Normaliser, PostScriptAfterControlD) {
  EXPECT_EQ(Text("\x04" + Header(10) + "page", kNothing), "page");
  EXPECT_EQ(Text("\x04" + Header(10) + "pa  ge", kSpace), "pa ge");
}

TEST(Normaliser, Tex) {
  EXPECT_EQ(Text("\\documentclass{x}\nA {\\bf bold} word% comment\n, 5\\% of~it \\\\ end", kAll),
            "x a bold word, 5% of it end");
}

TEST(Normaliser, Troff) {
  EXPECT_EQ(Text(".TH X 1\n.SH NAME\nls \\- list\n.\\\" comment\n.TP 5\n.B \\-a\nall \\fIfiles\\fR\\(em\\e\n",
                 kAll),
            "name ls - list -a all files\\ ");
}

}  // namespace
}  // namespace kindred::read
