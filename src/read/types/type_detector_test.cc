// Types by signature, and what they are called.
#include "read/types/type_detector.h"

#include <gtest/gtest.h>

#include <string>

#include "model/media_type.h"

namespace kindred::read {
namespace {

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(SniffType, Texts) {
  auto sniff = [](const std::string& text) { return SniffType(BytesOf(text), ContentType::kText); };
  EXPECT_EQ(sniff(""), MediaType::kPlain);
  EXPECT_EQ(sniff("Dear all,"), MediaType::kPlain);
  EXPECT_EQ(sniff("\n <!DOCTYPE HTML PUBLIC"), MediaType::kHtml);
  EXPECT_EQ(sniff("\xef\xbb\xbf<Html>"), MediaType::kHtml);
  EXPECT_EQ(sniff("<?xml version=\"1.0\"?>\n<!DOCTYPE html>\n<html xmlns=''>"), MediaType::kHtml);
  EXPECT_EQ(sniff("<?xml version=\"1.0\"?>\n<svg>"), MediaType::kXml);
  EXPECT_EQ(sniff("<angle brackets> are no page"), MediaType::kPlain);
  EXPECT_EQ(sniff("<joe@example.org> wrote <b>this</b>"), MediaType::kPlain);
  EXPECT_EQ(sniff("<!-- x -->\n<!-- y --><html>"), MediaType::kHtml);
  EXPECT_EQ(sniff("<!-- x --># Title"), MediaType::kPlain);
  EXPECT_EQ(sniff("<svg xmlns='x'><path d='"), MediaType::kXml);
  EXPECT_EQ(sniff("<project>\n<name>x</name>"), MediaType::kXml);
  EXPECT_EQ(sniff("<?xml-stylesheet href='x'?><svg:g/>"), MediaType::kXml);
  EXPECT_EQ(sniff("<div class='x'>\n<P>One</P>"), MediaType::kHtml);
  EXPECT_EQ(sniff("<p>One</p>"), MediaType::kHtml);
  EXPECT_EQ(sniff("<!--" + std::string(5000, 'x')), MediaType::kXml) << "what follows is not seen";
  EXPECT_EQ(sniff("% a comment\r\\documentclass{article}"), MediaType::kTex);
  EXPECT_EQ(sniff("\x04%!PS-Adobe-3.0"), MediaType::kPostScript);
  EXPECT_EQ(sniff("% a comment\n\\documentclass{article}"), MediaType::kTex);
  EXPECT_EQ(sniff("we write \\documentclass{article}"), MediaType::kPlain);
  EXPECT_EQ(sniff(".\\\" comment\n.TH LS 1"), MediaType::kTroff);
  EXPECT_EQ(sniff("%!PS-Adobe-3.0"), MediaType::kPostScript);
  EXPECT_EQ(sniff("%PDF-1.4"), MediaType::kPdf);
  EXPECT_EQ(sniff("#!/bin/sh\n"), MediaType::kScript);
}

TEST(SniffType, BytecodeHasCodeBehindItsHeader) {
  auto sniff = [](const std::string& bytes) { return SniffType(BytesOf(bytes), ContentType::kOther); };
  EXPECT_EQ(sniff(std::string("\xa7\r\r\n\0\0\0\0ttttssss\xe3", 17)), MediaType::kProgram);
  EXPECT_EQ(sniff(std::string("\xa7\r\r\n\0\0\0\0ttttssss\0\0", 18)), MediaType::kData);
  EXPECT_EQ(sniff(std::string("\xa7\r\r\n\0", 5)), MediaType::kData);
}

TEST(TypeDetector, OtherFilesInPiecesOfAnySize) {
  const std::vector<std::pair<std::string, MediaType>> files = {
      {std::string("\x7f"
                   "ELF\2\1\1\0",
                   8),
       MediaType::kProgram},
      {std::string("\x89PNG\r\n\x1a\n\0\0\0\r", 12), MediaType::kImage},
      {std::string("\x1f\x8b\x08\0", 4), MediaType::kCompressed},
      {std::string("SQLite format 3\0", 16), MediaType::kDatabase},
      {std::string("PK\3\4", 4) + std::string(26, '\0') + "mimetypeapplication/epub", MediaType::kDocument},
      {std::string("PK\3\4", 4) + std::string(26, '\0') + "a.txt", MediaType::kArchive},
      // Not in the list of signatures.
      {std::string("gimp xcf file\0\0\0\0\1\0\0\0\1\0\0\0\0", 26), MediaType::kData},
      {std::string(5000, '\0'), MediaType::kData},
      // Python 3.11, 3.3 and 2.7; the code follows headers of different sizes.
      {std::string("\xa7\r\r\n\0\0\0\0ttttssss\xe3", 17), MediaType::kProgram},
      {std::string("\x9e\x0c\r\nttttssss\xe3\0", 14), MediaType::kProgram},
      {std::string("\x03\xf3\r\nttttc\0", 10), MediaType::kProgram},
      {std::string("\xf0\xf1\r\n\xf2\0\xf3\xf4\0\0\0\0", 12), MediaType::kData},
      {std::string("\x04%!PS\n\0\0", 8), MediaType::kPostScript},
  };
  TypeDetector detector;
  for (const auto& [bytes, type] : files) {
    for (const std::size_t piece : {1, 3, 10'000}) {
      detector.Begin();
      for (std::size_t at = 0; at < bytes.size(); at += piece)
        detector.Feed(BytesOf(bytes).subspan(at, std::min(piece, bytes.size() - at)));
      EXPECT_EQ(detector.Decide(ContentType::kOther), type) << bytes.substr(0, 8);
    }
  }
}

TEST(TypeDetector, KnowsWhatLibmagicSays) {
  EXPECT_EQ(TypeOfMime("image/x-xcf"), MediaType::kImage);
  EXPECT_EQ(TypeOfMime("application/vnd.ms-opentype-font"), MediaType::kFont);
  EXPECT_EQ(TypeOfMime("application/x-sharedlib"), MediaType::kProgram);
  EXPECT_EQ(TypeOfMime("application/x-something"), MediaType::kData);
  EXPECT_EQ(TypeOfMime(""), MediaType::kData);
}

TEST(TypeDetector, TextsOfWideCharacters) {
  auto decide = [](const std::u16string& text) {
    std::vector<std::uint8_t> bytes;
    for (const char16_t c : text) {
      bytes.push_back(static_cast<std::uint8_t>(c >> 8));
      bytes.push_back(static_cast<std::uint8_t>(c));
    }
    TypeDetector detector;
    detector.Begin();
    detector.Feed(bytes);
    return detector.Decide(ContentType::kText);
  };
  for (const std::u16string mark : {u"\ufeff", u""}) {
    EXPECT_EQ(MediaName(decide(mark + u"<html><p>One</p>")), "html");
    EXPECT_EQ(MediaName(decide(mark + u"Words and more words")), "plain");
    EXPECT_EQ(UnitBytes(decide(mark + u"Words and more words")), 2);
  }
  EXPECT_EQ(UnitBytes(MediaType::kDocument), 1);
  for (const int bytes : {1, 2, 4}) EXPECT_EQ(UnitBytes(WithUnitBytes(MediaType::kXml, bytes)), bytes);
}

TEST(MediaType, NamesAreUnique) {
  for (const MediaTypeName& a : kMediaTypes) {
    for (const MediaTypeName& b : kMediaTypes) {
      EXPECT_EQ(a.type == b.type, std::string(a.name) == b.name) << a.name << " " << b.name;
    }
  }
}

}  // namespace
}  // namespace kindred::read
