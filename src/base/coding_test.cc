// Numbers survive the way to bytes and back, and no cut or oversized number is taken for one.
#include "base/coding.h"

#include <gtest/gtest.h>

#include <random>

#include "base/hashing.h"

namespace kindred::base {
namespace {

std::vector<std::uint64_t> Samples() {
  std::vector<std::uint64_t> samples = {0, 1, ~std::uint64_t{0}};
  std::mt19937_64 random(7);
  for (int bits = 1; bits <= 64; ++bits) {
    std::uint64_t top = std::uint64_t{1} << (bits - 1);
    samples.insert(samples.end(), {top, top - 1, top + 1, top | (random() & (top - 1))});
  }
  return samples;
}

TEST(Coding, VarintsComeBackWithAndWithoutRoomBehindThem) {
  for (std::uint64_t sample : Samples()) {
    for (std::size_t padding : {0, 1, 7, 8, 20}) {
      std::vector<std::uint8_t> bytes;
      PutVarint(&bytes, sample);
      std::size_t length = bytes.size();
      bytes.resize(length + padding, 0xff);
      std::uint64_t value = 0;
      EXPECT_EQ(ReadVarint(bytes.data(), bytes.data() + bytes.size(), &value), bytes.data() + length);
      EXPECT_EQ(value, sample);
    }
  }
}

TEST(Coding, CutVarintsAreRefused) {
  for (std::uint64_t sample : Samples()) {
    std::vector<std::uint8_t> bytes;
    PutVarint(&bytes, sample);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      std::uint64_t value = 0;
      EXPECT_EQ(ReadVarint(bytes.data(), bytes.data() + length, &value), nullptr);
    }
  }
}

TEST(Coding, OversizedVarintsAreRefused) {
  std::vector<std::uint8_t> bytes(9, 0xff);
  bytes.push_back(0x02);
  std::uint64_t value = 0;
  EXPECT_EQ(ReadVarint(bytes.data(), bytes.data() + bytes.size(), &value), nullptr);
  bytes.back() = 0x01;
  EXPECT_NE(ReadVarint(bytes.data(), bytes.data() + bytes.size(), &value), nullptr);
  bytes.assign(30, 0xff);
  EXPECT_EQ(ReadVarint(bytes.data(), bytes.data() + bytes.size(), &value), nullptr);
}

TEST(Coding, ZigZagKeepsSmallDifferencesSmall) {
  EXPECT_EQ(ZigZag(0), 0u);
  EXPECT_EQ(ZigZag(std::uint64_t{0} - 1), 1u);
  EXPECT_EQ(ZigZag(1), 2u);
  for (std::uint64_t sample : Samples()) EXPECT_EQ(UnZigZag(ZigZag(sample)), sample);
}

TEST(Coding, ReaderStopsAtItsEnd) {
  std::vector<std::uint8_t> bytes;
  PutFixed32(&bytes, 0x01020304);
  PutFixed64(&bytes, 0x0102030405060708);
  PutVarint(&bytes, 300);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.Fixed32(), 0x01020304u);
  EXPECT_EQ(reader.Fixed64(), 0x0102030405060708u);
  EXPECT_EQ(reader.Varint(), 300u);
  EXPECT_TRUE(reader.ok());
  EXPECT_TRUE(reader.AtEnd());
  EXPECT_EQ(reader.Byte(), 0u);
  EXPECT_FALSE(reader.ok());

  ByteReader other(bytes);
  EXPECT_TRUE(other.Bytes(~std::uint64_t{0}).empty());
  EXPECT_FALSE(other.ok());
  EXPECT_EQ(other.Varint(), 0u);
}

TEST(Coding, ReaderHoldsNumbersToTheirLimit) {
  std::vector<std::uint8_t> bytes;
  PutVarint(&bytes, 5);
  EXPECT_EQ(ByteReader(bytes).VarintUpTo(5), 5u);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.VarintUpTo(4), 0u);
  EXPECT_FALSE(reader.ok());
}

TEST(Hashing, PiecesDoNotMatter) {
  std::vector<std::uint8_t> bytes(10000);
  std::mt19937_64 random(1);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  RunningChecksum running;
  running.Add(std::span(bytes).first(1));
  running.Add(std::span(bytes).subspan(1, 7000));
  running.Add(std::span(bytes).subspan(7001));
  EXPECT_EQ(running.Value(), Checksum(bytes));
  std::uint64_t before = Checksum(bytes);
  bytes[5000] ^= 1;
  EXPECT_NE(Checksum(bytes), before);
}

}  // namespace
}  // namespace kindred::base
