// Declared character sets: what is found, and that texts in different sets are the same text afterwards.
#include "read/text/charset.h"

#include <gtest/gtest.h>

#include "read/text/normaliser.h"

namespace kindred::read {
namespace {

std::string NameIn(std::string_view head) {
  const auto found = FindCharset({reinterpret_cast<const std::uint8_t*>(head.data()), head.size()});
  return found ? found->name : "";
}

TEST(Charset, IsFoundWhereItIsDeclared) {
  EXPECT_EQ(NameIn("<?xml version=\"1.0\" encoding='ISO-8859-2'?>\n<a/>"), "ISO-8859-2");
  EXPECT_EQ(NameIn("<!DOCTYPE html><html><META charset = windows-1251 >"), "WINDOWS-1251");
  EXPECT_EQ(NameIn("<meta http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">"), "CP932");
  EXPECT_EQ(NameIn("<meta charset=latin1>"), "WINDOWS-1252") << "as browsers take it";
  EXPECT_EQ(NameIn("{\\rtf1\\ansi\\ansicpg1251\\deff0 text}"), "CP1251");
  EXPECT_EQ(NameIn("{\\rtf1\\mac text}"), "WINDOWS-1252");
  EXPECT_EQ(NameIn("<meta charset=\"utf-8\">"), "");
  EXPECT_EQ(NameIn("<meta charset=klingon>"), "");
  EXPECT_EQ(NameIn("<p>the charset=latin1 of a text</p>"), "") << "not in a meta tag";
  EXPECT_EQ(NameIn("<meta charset=latin"), "") << "cut off";
  EXPECT_EQ(NameIn(std::string(2000, ' ') + "<meta charset=latin1>"), "") << "too far behind";
}

// The text that is compared, in whatever pieces the bytes come.
std::string TextOf(const std::string& bytes) {
  std::string first;
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{1 << 20}}) {
    TextDetector type;
    Normaliser normaliser({}, type);
    std::string text;
    const Normaliser::Take take = [&](std::span<const std::uint8_t> some) {
      text.append(some.begin(), some.end());
    };
    normaliser.Begin();
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      const std::string_view some = std::string_view(bytes).substr(at, piece);
      const std::span<const std::uint8_t> span(reinterpret_cast<const std::uint8_t*>(some.data()),
                                               some.size());
      type.Feed(span);
      normaliser.Feed(span, take);
    }
    normaliser.Finish(take);
    if (first.empty()) first = text;
    EXPECT_EQ(text, first) << piece;
  }
  return first;
}

TEST(Charset, TextsBecomeUtf8) {
  EXPECT_EQ(TextOf("<meta charset=latin1>\r\nsch\xf6n \x80\n"), "<meta charset=latin1>\nsch\u00f6n \u20ac\n");
  EXPECT_EQ(TextOf("<meta charset=koi8-r>\xed\xc9\xd2\n"), "<meta charset=koi8-r>\u041c\u0438\u0440\n");
  EXPECT_EQ(TextOf("<meta charset=shift_jis>\x93\xfa\x96\x7b\n"), "<meta charset=shift_jis>\u65e5\u672c\n");
  EXPECT_EQ(TextOf("<meta charset=gbk>\xd6\xd0\xb9\xfa\n"), "<meta charset=gbk>\u4e2d\u56fd\n");
  EXPECT_EQ(TextOf("<meta charset=euc-kr>\xc7\xd1\n"), "<meta charset=euc-kr>\ud55c\n");
  EXPECT_EQ(TextOf("<meta charset=shift_jis>\x93<b>"), "<meta charset=shift_jis>\ufffd<b>")
      << "a broken character does not take the tag";
  EXPECT_EQ(TextOf("<meta charset=utf-8>\xf6\n"), "<meta charset=utf-8>\xf6\n") << "as it is";
}

TEST(Charset, EscapesOfRtf) {
  EXPECT_EQ(TextOf("{\\rtf1\\ansi\\ansicpg1252 sch\\'f6n\\par}"),
            "{\\rtf1\\ansi\\ansicpg1252 sch\u00f6n\\par}");
  EXPECT_EQ(TextOf("{\\rtf1 it\\u8217?s \\u8217\\'92 \\u-4064 x}"), "{\\rtf1 it\u2019s \u2019 \uf020}");
  EXPECT_EQ(TextOf("{\\rtf1 \\ul a\\ulnone \\'zz \\u}"), "{\\rtf1 \\ul a\\ulnone \\'zz \\u}")
      << "other words stay";
  EXPECT_EQ(TextOf("{\\rtf1 \\u8217"), "{\\rtf1 \\u8217") << "cut off";
}

TEST(Charset, OffsetsAreThoseOfTheFile) {
  const std::string page = "<meta charset=latin1>\xe4\xf6\xfc end";
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(page.data()), page.size());
  TextDetector type;
  Normaliser normaliser({}, type);
  std::string text;
  const Normaliser::Take take = [&](std::span<const std::uint8_t> some) {
    text.append(some.begin(), some.end());
  };
  type.Feed(bytes);
  normaliser.Begin();
  normaliser.Feed(bytes, take);
  normaliser.Finish(take);
  std::uint64_t offset = text.find("end");
  EXPECT_EQ(offset, page.find("end") + 3);
  std::uint64_t* const place = &offset;
  normaliser.ToFile({&place, 1});
  EXPECT_EQ(offset, page.find("end"));
}

}  // namespace
}  // namespace kindred::read
