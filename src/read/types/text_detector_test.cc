// Text or other: samples of both, and no difference by the size of the pieces.
#include "read/types/text_detector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace kindred::read {
namespace {

ContentType Decide(const std::string& bytes, std::size_t piece_size) {
  TextDetector detector;
  for (std::size_t i = 0; i < bytes.size(); i += piece_size) {
    const std::size_t size = std::min(piece_size, bytes.size() - i);
    detector.Feed({reinterpret_cast<const std::uint8_t*>(bytes.data()) + i, size});
  }
  return detector.Decide();
}

void ExpectType(ContentType type, const std::string& bytes) {
  for (const std::size_t piece_size : {1, 3, 240, 4096, 1 << 20}) {
    EXPECT_EQ(Decide(bytes, piece_size), type) << "piece size " << piece_size;
  }
}

std::string Repeat(const std::string& part, std::size_t size) {
  std::string all;
  while (all.size() < size) all += part;
  all.resize(size);
  return all;
}

TEST(TextDetectorTest, Texts) {
  ExpectType(ContentType::kText, "");
  ExpectType(ContentType::kText, "x");
  ExpectType(ContentType::kText, Repeat("Grüße, мир.\r\n\t", 100'000));
  ExpectType(ContentType::kText, Repeat("caf\xe9 latin 1\n", 1000));
  ExpectType(ContentType::kText, Repeat("N\bNA\bAM\bME\bE \x1b[1mbold\x1b[0m\f\n", 5000));
}

TEST(TextDetectorTest, ANulMakesItOther) {
  ExpectType(ContentType::kOther, std::string("a\0b", 3));
  ExpectType(ContentType::kOther, Repeat("text ", TextDetector::kSample - 1) + std::string(1, '\0'));
  // Bytes behind the sample are not looked at.
  ExpectType(ContentType::kText, Repeat("text ", TextDetector::kSample) + std::string(100, '\0'));
}

TEST(TextDetectorTest, ControlCharactersBelowTwoPercent) {
  ExpectType(ContentType::kText, Repeat("a", 981) + std::string(19, '\x01'));
  ExpectType(ContentType::kOther, Repeat("a", 980) + std::string(20, '\x01'));
  ExpectType(ContentType::kOther, Repeat("a", 980) + std::string(20, '\x7f'));
  ExpectType(ContentType::kOther, std::string(1, '\x02'));
}

TEST(TextDetectorTest, ByteOrderMarks) {
  ExpectType(ContentType::kText, std::string("\xff\xfe"
                                             "a\0b\0",
                                             6));
  ExpectType(ContentType::kText, std::string("\xfe\xff"
                                             "\0a\0b",
                                             6));
  ExpectType(ContentType::kText, "\xff\xfe" + Repeat("\x1f\x04", 1000));  // Cyrillic in UTF-16
  ExpectType(ContentType::kText, std::string("\0\0\xfe\xff\0\0\0a", 8));
  ExpectType(ContentType::kOther, std::string("\0\0\xfe", 3));
  ExpectType(ContentType::kOther, std::string("\xff\0", 2));
  ExpectType(ContentType::kText, "\xff\xfe");
  // Sound may begin so, too.
  ExpectType(ContentType::kOther, "\xff\xfe" + Repeat(std::string("\x01\0\x80\xd9\x12\x34", 6), 5000));
}

// Every byte as a character of so many bytes.
std::string Wide(const std::string& text, std::size_t unit, bool big) {
  std::string wide;
  for (const char c : text) {
    for (std::size_t i = 0; i < unit; ++i) wide += i == (big ? unit - 1 : 0) ? c : '\0';
  }
  return wide;
}

TEST(TextDetectorTest, WideTextsWithoutByteOrderMark) {
  for (const std::size_t unit : {2, 4}) {
    for (const bool big : {false, true}) {
      ExpectType(ContentType::kText, Wide("These are words.", unit, big));
      ExpectType(ContentType::kOther, Wide("Too few words.", unit, big));
      ExpectType(ContentType::kText, Wide(Repeat("These are more.\r\n", 100'000), unit, big));
      ExpectType(ContentType::kOther, Wide("These are numbers: \x01, \x02", unit, big));
      ExpectType(ContentType::kOther, Wide(Repeat("\xc5\xe9xy", 1000), unit, big));
      ExpectType(ContentType::kOther, Wide(Repeat("Texts end.", 5000), unit, big) + std::string(8, '\0'));
    }
  }
}

TEST(TextDetectorTest, IsKnownAsSoonAsItCanBe) {
  auto known = [](const std::string& bytes) {
    TextDetector detector;
    detector.Feed({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    return detector.Known();
  };
  EXPECT_EQ(known("text"), std::nullopt);
  EXPECT_EQ(known(std::string("a\0", 2)), std::nullopt) << "it may become UTF-16";
  EXPECT_EQ(known(std::string("abc\0", 4)), ContentType::kOther);
  EXPECT_EQ(known(std::string("a\0b\0", 4)), std::nullopt);
  EXPECT_EQ(known(std::string("a\0b\0\x01\0", 6)), ContentType::kOther);
  EXPECT_EQ(known(std::string(TextDetector::kSample, 'a')), ContentType::kText);
}

}  // namespace
}  // namespace kindred::read
