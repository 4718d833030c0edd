// Coverage against its definition: every window at every position.
#include "span/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace kindred::span {
namespace {

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::uint64_t Slowly(const std::string& a, const std::string& b, std::size_t least) {
  std::unordered_set<std::string_view> windows;
  for (std::size_t at = 0; at + least <= b.size(); ++at)
    windows.insert(std::string_view(b).substr(at, least));
  std::vector<bool> covered(a.size(), false);
  for (std::size_t at = 0; at + least <= a.size(); ++at) {
    if (!windows.contains(std::string_view(a).substr(at, least))) continue;
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), least, true);
  }
  return static_cast<std::uint64_t>(std::count(covered.begin(), covered.end(), true));
}

std::string Random(std::size_t size, unsigned letters, std::mt19937& random) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() % letters);
  return bytes;
}

TEST(SharedBytesTest, EqualsBruteForce) {
  std::mt19937 random(1);
  for (int round = 0; round < 400; ++round) {
    const unsigned letters = round % 3 == 0 ? 2 : 256;
    const std::string base = Random(3000, letters, random);
    std::string a = Random(random() % 300, letters, random);
    std::string b = Random(random() % 300, letters, random);
    for (int piece = 0; piece < 12; ++piece) {
      a += base.substr(random() % base.size(), random() % 150) + Random(random() % 40, letters, random);
      b += base.substr(random() % base.size(), random() % 150) + Random(random() % 40, letters, random);
    }
    for (std::size_t least : {16, 49, 50, 51, 100}) {
      ASSERT_EQ(SharedBytes(BytesOf(a), BytesOf(b), least), Slowly(a, b, least))
          << "round " << round << ", " << least;
      ASSERT_EQ(SharedBytes(BytesOf(b), BytesOf(a), least), Slowly(b, a, least))
          << "round " << round << ", " << least;
    }
  }
}

// One run starts where another is found, and begins before it.
TEST(SharedBytesTest, RunsThatBeginEarlierAreSeen) {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const std::string text = Random(300, 256, random);
    const std::size_t cut = 60 + random() % 60;
    const std::size_t back = 1 + random() % 50;
    const std::string b = Random(random() % 60, 256, random) + text.substr(cut) +
                          Random(random() % 60, 256, random) + text.substr(cut - back, 50 + random() % 40) +
                          Random(30, 256, random);
    ASSERT_EQ(SharedBytes(BytesOf(text), BytesOf(b)), Slowly(text, b, 50)) << "round " << round;
  }
}

TEST(SharedBytesTest, PeriodicData) {
  for (std::size_t period : {1, 2, 7, 25, 26, 60}) {
    std::string a(20'000, 'x');
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<char>('a' + i % period);
    const std::string b = "start" + a.substr(3, 9'000) + "end";
    EXPECT_EQ(SharedBytes(BytesOf(a), BytesOf(b)), a.size());
    EXPECT_EQ(SharedBytes(BytesOf(b), BytesOf(a)), 9'000);
  }
}

TEST(SharedBytesTest, SmallAndEmpty) {
  const std::string none;
  const std::string small = "0123456789012345678901234567890123456789012345678";  // 49
  EXPECT_EQ(SharedBytes(BytesOf(none), BytesOf(none)), 0);
  EXPECT_EQ(SharedBytes(BytesOf(small), BytesOf(small)), 0);
  EXPECT_EQ(SharedBytes(BytesOf(small + "9"), BytesOf(small + "9")), 50);
  EXPECT_EQ(SharedBytes(BytesOf(none), BytesOf(small + "9")), 0);
}

}  // namespace
}  // namespace kindred::span
