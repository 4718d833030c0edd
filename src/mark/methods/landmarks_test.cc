// Landmarks against their definition, bit by bit, and at every bit offset.
#include "mark/methods/landmarks.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace kindred::mark {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Mark> MarksOf(const std::string& parameters, const Bytes& bytes, int level = 0) {
  auto marker = MakeLandmarks(parameters)->NewMarker();
  std::vector<Mark> marks;
  marker->Begin(level);
  marker->Feed(bytes);
  marker->Finish(&marks);
  return marks;
}

Bytes RandomBytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

std::vector<bool> BitsOf(const Bytes& bytes, bool msb) {
  std::vector<bool> bits;
  for (std::uint8_t byte : bytes) {
    for (int i = 0; i < 8; ++i) bits.push_back(byte >> (msb ? 7 - i : i) & 1);
  }
  return bits;
}

Bytes BytesOf(const std::vector<bool>& bits) {
  Bytes bytes((bits.size() + 7) / 8, 0);
  for (std::size_t i = 0; i < bits.size(); ++i) bytes[i / 8] |= static_cast<std::uint8_t>(bits[i] << i % 8);
  return bytes;
}

// The paper's definitions: p_0 = 1, p_j = p_(j-64) xor p_(j-61) below B; S(b)_i = xor of b_(i-j) p_j.
std::vector<bool> HashedStream(const std::vector<bool>& b, int cutoff) {
  std::vector<bool> p(static_cast<std::size_t>(cutoff), false);
  p[0] = true;
  for (std::size_t j = 1; j < p.size(); ++j) p[j] = (j >= 64 && p[j - 64]) != (j >= 61 && p[j - 61]);
  std::vector<bool> s(b.size(), false);
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = 0; j < p.size() && j <= i; ++j) {
      if (p[j] && b[i - j]) s[i] = !s[i];
    }
  }
  return s;
}

// Starts of runs of at least `run` ones whose neighbourhood lies within the stream.
std::vector<std::uint64_t> PlacesByDefinition(const std::vector<bool>& s, std::size_t run) {
  std::vector<std::uint64_t> places;
  std::size_t ones = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    ones = s[i] ? ones + 1 : 0;
    const std::size_t at = i + 1 - run;
    if (ones == run && i + 1 >= run + kLandmarkBefore && at + kLandmarkBehind <= s.size())
      places.push_back(at - kLandmarkBefore);
  }
  return places;
}

// For every B that landmarks.h claims; the wrong one next to it must differ.
TEST(Landmarks, StandWhereTheDefinitionPutsThem) {
  const Bytes bytes = RandomBytes(1500, 1);
  for (const char* order : {"lsb", "msb"}) {
    const auto bits = BitsOf(bytes, order == std::string("msb"));
    const auto least = HashedStream(bits, 449);
    EXPECT_EQ(HashedStream(bits, 488), least);
    for (int run : {4, 5, 7, 8, 11}) {
      std::vector<std::uint64_t> places;
      for (const Mark& mark : MarksOf("run=" + std::to_string(run) + ",order=" + order, bytes))
        places.push_back(mark.offset);
      if (run < 8) {
        ASSERT_GT(places.size(), 10u);
      }
      EXPECT_EQ(places, PlacesByDefinition(least, run)) << run << order;
    }
  }
  EXPECT_NE(HashedStream(BitsOf(bytes, false), 489), HashedStream(BitsOf(bytes, false), 488));
}

TEST(Landmarks, AllSizesAroundWords) {
  for (std::size_t size = 60; size < 180; ++size) {
    const Bytes bytes = RandomBytes(size, static_cast<unsigned>(size));
    std::vector<std::uint64_t> places;
    for (const Mark& mark : MarksOf("run=4", bytes)) places.push_back(mark.offset);
    EXPECT_EQ(places, PlacesByDefinition(HashedStream(BitsOf(bytes, false), 449), 4)) << size;
  }
}

TEST(Landmarks, SameBitsSameKeysAtAnyBitOffset) {
  const auto shared = BitsOf(RandomBytes(4000, 2), false);
  const auto expected = MarksOf("run=7", BytesOf(shared));
  ASSERT_GT(expected.size(), 80u);
  for (std::size_t before = 0; before < 70; ++before) {
    std::vector<bool> stream = BitsOf(RandomBytes(100, 3), false);
    stream.resize(before);
    stream.insert(stream.end(), shared.begin(), shared.end());
    const auto marks = MarksOf("run=7", BytesOf(stream));
    std::map<std::uint64_t, std::uint64_t> key_at;
    for (const Mark& mark : marks) key_at[mark.offset] = mark.key;
    for (const Mark& mark : expected) EXPECT_EQ(key_at[mark.offset + before], mark.key) << before;
  }
}

TEST(Landmarks, RunsOfOneByteDoNotFlood) {
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_LT(MarksOf("", Bytes(100000, static_cast<std::uint8_t>(byte))).size(), 10u) << byte;
  }
}

TEST(Landmarks, OneIn512BytesAtARunOf11) {
  const auto marks = MarksOf("", RandomBytes(4 << 20, 4));
  EXPECT_NEAR(static_cast<double>(marks.size()), (4 << 20) / 512.0, 300);
}

}  // namespace
}  // namespace kindred::mark
