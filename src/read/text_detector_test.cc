// Text or other: samples of both, and no difference by the size of the pieces.
#include "read/text_detector.h"

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
  // Behind the sample nobody looks.
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
}

}  // namespace
}  // namespace kindred::read
