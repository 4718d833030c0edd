// What is left out of contents, in pieces of any size, and the offsets of the rest in the file.
#include "read/text/normaliser.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace kindred::read {
namespace {

constexpr Ignore kNothing{};
constexpr Ignore kRaw{.raw = true};
constexpr Ignore kMarkup{.markup = true};
constexpr Ignore kSpace{.space = true};
constexpr Ignore kAll{.letter_case = true, .markup = true, .space = true};
constexpr Ignore kAllRaw{.letter_case = true, .markup = true, .space = true, .raw = true};
constexpr Ignore kIgnores[] = {kNothing, kRaw, kMarkup, kSpace, kAll, kAllRaw};

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

struct Result {
  std::string text;
  std::vector<std::uint64_t> offsets;  // of each byte, in the file
  bool operator==(const Result&) const = default;
};

Result Normalised(const std::string& text, Ignore ignore, std::size_t piece) {
  TextDetector type;
  Normaliser normaliser(ignore, type);
  Result result;
  const Normaliser::Take take = [&](std::span<const std::uint8_t> bytes) {
    result.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  normaliser.Begin();
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const auto bytes = BytesOf(text).subspan(at, std::min(piece, text.size() - at));
    type.Feed(bytes);
    normaliser.Feed(bytes, take);
  }
  normaliser.Finish(take);
  std::vector<std::uint64_t*> places;
  for (std::size_t i = 0; i < result.text.size(); ++i) result.offsets.push_back(i);
  for (std::uint64_t& offset : result.offsets) places.push_back(&offset);
  if (normaliser.Changed()) normaliser.ToFile(places);
  return result;
}

std::string Text(const std::string& text, Ignore ignore) {
  return Normalised(text, ignore, text.size() + 1).text;
}

// Each unit of `text` in so many bytes.
std::string Wide(const std::u32string& text, std::size_t unit, bool big) {
  std::string bytes;
  for (const char32_t c : text) {
    for (std::size_t i = 0; i < unit; ++i) bytes += static_cast<char>(c >> 8 * (big ? unit - 1 - i : i));
  }
  return bytes;
}

std::string Header(std::size_t size) {
  return "%!PS-Adobe-3.0\n" + std::string(size, 'h') + "\n%%EndProlog\n";
}

// With CR LF for most LF, and CR for others.
std::string Returned(const std::string& text) {
  std::string returned;
  for (const char c : text) returned += c != '\n' ? std::string(1, c) : returned.size() % 5 ? "\r\n" : "\r";
  return returned;
}

std::vector<std::string> Inputs() {
  std::string random;
  std::mt19937 draw(7);
  const std::string letters = "aB \n<>/&;%\\{}.-!fp(x\t";
  while (random.size() < 20000) random += letters[draw() % letters.size()];
  std::u32string wide;
  for (const char c : random) wide += static_cast<char32_t>(c);
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
          std::string("bin\0ary A  B", 12) + random,
          "\r",
          "a\r\n\r\r\nb\r",
          Returned(random),
          random + Returned(random) + random,
          "\xef\xbb\xbf<html>" + Returned(random),
          "<html>" + Returned(random) + std::string(2, '\0'),
          random + Returned(random) + std::string(2, '\0'),
          Header(10) + "page\r\n" + Returned(random),
          "\xff\xfe",
          "\xff\xfe" + Wide(U"<html>a\r\n<b>\u00e9\u4e2d</b>" + wide, 2, false) + "x",
          Wide(U"\ufeff" + wide + U"\xd83d\xde00\xd83d!\xde00\xd83d", 2, true),
          Wide(wide, 2, false),
          Wide(wide, 4, true),
          Wide(U"\ufeff" + wide + U"\x1f600\x110000\xd800", 4, false),
          "\xff\xfe" + random};
}

TEST(Normaliser, PieceSizeDoesNotMatter) {
  for (const std::string& input : Inputs()) {
    for (const Ignore ignore : kIgnores) {
      const Result whole = Normalised(input, ignore, input.size() + 1);
      for (const std::size_t piece : {1, 2, 7, 1000, 4095, 4096, 4097, 100'000}) {
        if (input.size() / piece > 30'000) continue;
        EXPECT_TRUE(Normalised(input, ignore, piece) == whole) << input.substr(0, 30) << " by " << piece;
      }
    }
  }
}

// Every byte that is passed on is in the file where the map places it, but for line ends, blanks, case,
// entities and characters that are not ASCII.
TEST(Normaliser, OffsetsAreThoseOfTheFile) {
  for (const std::string& input : Inputs()) {
    for (const Ignore ignore : kIgnores) {
      const Result result = Normalised(input, ignore, 4096);
      std::uint64_t least = 0;
      for (std::size_t i = 0; i < result.text.size(); ++i) {
        const std::uint64_t offset = result.offsets[i];
        ASSERT_LT(offset, input.size());
        ASSERT_GE(offset, least);
        least = offset + (static_cast<unsigned char>(result.text[i]) < 0x80 ? 1 : 0);
        // In texts of large units that begin with the high byte, the letter is the last one.
        char there = input[offset];
        for (std::uint64_t at = offset;
             there == 0 && result.text[i] != 0 && at < offset + 4 && at < input.size(); ++at)
          there = input[at];
        if (result.text[i] == ' ' || there == '&' || there == 'e' || there == '\r') continue;
        if (static_cast<unsigned char>(result.text[i]) >= 0x80) continue;
        ASSERT_TRUE(result.text[i] == there || (ignore.letter_case && result.text[i] == there + 32))
            << input.substr(0, 30) << " at " << offset;
      }
    }
  }
}

TEST(Normaliser, WithoutAWishOnlyPostScriptHeadersAreLeftOut) {
  for (const std::string& input : Inputs()) {
    if (input.starts_with("%!PS") || input.starts_with("\x04")) continue;
    EXPECT_EQ(Text(input, kRaw), input);
    if (input.find('\r') == std::string::npos && input.find('\0') == std::string::npos &&
        input[0] != '\xff') {
      EXPECT_EQ(Text(input, kNothing), input);
    }
  }
  EXPECT_EQ(Text(Header(10) + "page", kNothing), "page");
  EXPECT_EQ(Text("%!PS\n%%Title: x\n%%Page: 1 1\npage", kNothing), "%%Page: 1 1\npage");
  EXPECT_EQ(Text("%!PS\nno header ends here", kNothing), "%!PS\nno header ends here");
  const std::string endless = "%!PS\n" + std::string(300'000, 'x') + "\n%%EndProlog\nrest";
  EXPECT_EQ(Text(endless, kNothing), endless);
  EXPECT_EQ(Text(" " + Header(10), kNothing), " " + Header(10)) << "not PostScript";
}

TEST(Normaliser, LineEndsOfTextsAreOne) {
  EXPECT_EQ(Text("a\r\nb\rc\nd\r\r\n\n\r", kNothing), "a\nb\nc\nd\n\n\n\n");
  EXPECT_EQ(Text("\r\n", kNothing), "\n");
  EXPECT_EQ(Normalised("a\r\nb\rc", kNothing, 1).offsets, (std::vector<std::uint64_t>{0, 1, 3, 4, 5}));
  const std::string binary("a\r\nb\0", 5);
  EXPECT_EQ(Text(binary, kNothing), binary);
  // Beyond the sample, too.
  std::string text;
  while (text.size() < 100'000) text += "A line of it.\n";
  EXPECT_EQ(Text(text + Returned(text), kNothing), text + text);
}

TEST(Normaliser, ATextWithManyLinesOfEachKindKeepsItsOffsets) {
  const std::string text = "one\r\ntwo\r\nthree\nfour\r\nfive\r\n";
  const Result result = Normalised(text, kNothing, 3);
  ASSERT_EQ(result.text, "one\ntwo\nthree\nfour\nfive\n");
  for (std::size_t i = 0; i < result.text.size(); ++i) {
    if (result.text[i] == '\n') continue;
    EXPECT_EQ(text[result.offsets[i]], result.text[i]);
  }
}

TEST(Normaliser, ByteOrderMarksAreLeftOut) {
  EXPECT_EQ(Text("\xef\xbb\xbfone", kNothing), "one");
  EXPECT_EQ(Normalised("\xef\xbb\xbfone", kNothing, 2).offsets, (std::vector<std::uint64_t>{3, 4, 5}));
  EXPECT_EQ(Text("\xef\xbb\xbfone", kRaw), "\xef\xbb\xbfone");
  EXPECT_EQ(Text("\xef\xbb", kNothing), "\xef\xbb");
  EXPECT_EQ(Text("one\xef\xbb\xbf", kNothing), "one\xef\xbb\xbf") << "only at the beginning";
  EXPECT_EQ(Text(std::string("\xef\xbb\xbf\0", 4), kNothing), std::string("\xef\xbb\xbf\0", 4)) << "no text";
}

TEST(Normaliser, WideTextsBecomeUtf8) {
  const std::u32string text = U"One caf\u00e9,\r\n\u4e2d\u6587 \u0416\r";
  const std::string utf8 = "One caf\u00e9,\n\u4e2d\u6587 \u0416\n";
  for (const std::size_t unit : {2, 4}) {
    for (const bool big : {false, true}) {
      const std::string marked = Wide(U"\ufeff" + text, unit, big);
      EXPECT_EQ(Text(marked, kNothing), utf8) << unit << big;
      EXPECT_EQ(Text(marked, kRaw), marked);
      // In plain English it is unmistakable without a mark.
      EXPECT_EQ(Text(Wide(U"This is plain English.\r\n", unit, big), kNothing), "This is plain English.\n");
      EXPECT_EQ(Text(Wide(U"\ufeff<html><p>ONE</p>\r\n two", unit, big), kAll), "one two");
    }
  }
  EXPECT_EQ(Text(Wide(U"\ufeff\x1f600", 4, true), kNothing), "\xf0\x9f\x98\x80");
  EXPECT_EQ(Text(Wide(U"\ufeff\xd83d\xde00", 2, true), kNothing), "\xf0\x9f\x98\x80") << "a surrogate pair";
  EXPECT_EQ(Normalised(Wide(U"\ufeffa\u4e2d!", 2, false), kNothing, 1).offsets,
            (std::vector<std::uint64_t>{2, 4, 5, 5, 6}));
}

TEST(Normaliser, WhatIsBrokenInWideTextsIsReplaced) {
  const std::u32string much(200, U'x');  // what is broken is rare in texts
  const std::string same(200, 'x'), odd = "\xef\xbf\xbd";
  EXPECT_EQ(Text(Wide(U"\ufeff" + much + U"\xd83d!", 2, false), kNothing), same + odd + "!");
  EXPECT_EQ(Text(Wide(U"\ufeff" + much + U"\xde00!", 2, false), kNothing), same + odd + "!");
  EXPECT_EQ(Text(Wide(U"\ufeff" + much + U"\xd83d", 2, false), kNothing), same + odd);
  EXPECT_EQ(Text(Wide(U"\ufeff" + much + U"\xd83d\xd83d\xde00", 2, false), kNothing),
            same + odd + "\xf0\x9f\x98\x80");
  EXPECT_EQ(Text(Wide(U"\ufeff" + much, 2, true) + "y", kNothing), same + odd) << "an odd byte at the end";
  EXPECT_EQ(Text(Wide(U"\ufeff" + much, 4, true) + "yz", kNothing), same + odd);
  EXPECT_EQ(Text(Wide(U"\ufeff" + much + U"\x110000\xdfff", 4, true), kNothing), same + odd + odd);
}

TEST(Normaliser, WhatIsUnchangedIsNotCopied) {
  for (const std::string& input : Inputs()) {
    for (const Ignore ignore : kIgnores) {
      const auto result = Normalise(BytesOf(input), ignore);
      const std::string expected = Text(input, ignore);
      EXPECT_EQ(result ? std::string(result->begin(), result->end()) : input, expected);
    }
  }
  EXPECT_FALSE(Normalise(BytesOf("Lines\nthat end as most do\n"), kNothing));
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
    EXPECT_EQ(Text("% x" + end + "\\documentclass{y}" + end + "a% b" + end + "c", kMarkup), "y\nac");
}

TEST(Normaliser, TroffNamesAndSizes) {
  EXPECT_EQ(
      Text(".TH X 1\nThe \\f[B]word\\f[R] \\s-1SMALL\\s0 \\s+2b\\s10c\\s[4]d \\*[x]e\\[em]f\\n[y]\\n(zzg",
           kMarkup),
      "The word SMALL bcd efg");
  EXPECT_EQ(Text(".TH X 1\na\\h'1n'b\\fBc", kMarkup), "abc");
  EXPECT_EQ(Text(".TH X 1\r.B a\r\nb\rc", kMarkup), "a\nb\nc");
  EXPECT_EQ(Text(".TH X 1\r.B a\r\nb\rc", {.markup = true, .raw = true}), "a\r\nb\rc");
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
