// Coverage against its definition: every window at every position.
#include "span/shares/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <unordered_set>
#include <vector>

namespace kindred::span {
namespace {

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::vector<bool> CoveredSlowly(const std::string& a, const std::string& b, std::size_t least) {
  std::unordered_set<std::string_view> windows;
  for (std::size_t at = 0; at + least <= b.size(); ++at)
    windows.insert(std::string_view(b).substr(at, least));
  std::vector<bool> covered(a.size(), false);
  for (std::size_t at = 0; at + least <= a.size(); ++at) {
    if (!windows.contains(std::string_view(a).substr(at, least))) continue;
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), least, true);
  }
  return covered;
}

std::uint64_t Slowly(const std::string& a, const std::string& b, std::size_t least) {
  const std::vector<bool> covered = CoveredSlowly(a, b, least);
  return static_cast<std::uint64_t>(std::count(covered.begin(), covered.end(), true));
}

bool IsTrivial(std::string_view window) {
  for (const std::size_t period : {1u, 4u, 8u}) {
    std::size_t changes = 0;
    for (std::size_t i = period; i < window.size(); ++i) changes += window[i] != window[i - period];
    if (changes < window.size() / 4) return true;
  }
  return false;
}

// By the definition in trivial_windows.h, stretch by stretch.
std::uint64_t CountedSlowly(const std::string& a, const std::string& b, std::size_t least) {
  const std::vector<bool> covered = CoveredSlowly(a, b, least);
  std::uint64_t counted = 0;
  for (std::size_t begin = 0, end; begin < a.size(); begin = end + 1) {
    end = begin;
    while (end < a.size() && covered[end]) ++end;
    std::vector<std::size_t> telling;
    for (std::size_t at = begin; at + least <= end; ++at) {
      if (!IsTrivial(std::string_view(a).substr(at, least))) telling.push_back(at);
    }
    if (telling.empty()) continue;
    counted += (end == a.size() ? end : telling.back() + least) - (begin == 0 ? 0 : telling.front());
  }
  return counted;
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

TEST(CountedBytesTest, EqualsBruteForce) {
  std::mt19937 random(11);
  // Passages, blanks, rules and patterns, in another order in each file.
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> pieces;
    for (int i = 0; i < 6; ++i) {
      pieces.push_back(Random(20 + random() % 100, 200, random));
      pieces.push_back(std::string(random() % 150, ' '));
      pieces.push_back(std::string(random() % 90, '-') + "x");
      std::string pattern;
      while (pattern.size() < random() % 120) pattern += "0, 0";
      pieces.push_back(pattern);
    }
    std::array<std::string, 2> files;
    for (std::string& file : files) {
      for (int i = 0; i < 12; ++i) file += pieces[random() % pieces.size()];
    }
    const std::size_t least = 16 + random() % 60;
    const auto& [a, b] = files;
    ASSERT_EQ(CountedBytes(BytesOf(a), BytesOf(b), least), CountedSlowly(a, b, least)) << "round " << round;
    ASSERT_EQ(CountedBytes(BytesOf(b), BytesOf(a), least), CountedSlowly(b, a, least)) << "round " << round;
  }
}

TEST(CountedBytesTest, TrivialRunsAloneAreNothing) {
  const std::string blanks(500, ' '), rule(70, '=');
  const std::string a = "int Length(const char* text);" + blanks + rule + "the first file ends here";
  const std::string b = "struct Another { long size; }; " + blanks + rule + "and this is the other one";
  EXPECT_GT(SharedBytes(BytesOf(a), BytesOf(b)), 500);
  EXPECT_EQ(CountedBytes(BytesOf(a), BytesOf(b)), 0);
}

TEST(CountedBytesTest, BlanksInsideOfACopiedPassageWereCopied) {
  std::mt19937 random(3);
  const std::string passage = Random(100, 200, random) + std::string(2000, ' ') + Random(100, 200, random);
  const std::string a = "front of a" + passage + "back", b = "b's own front" + passage + "end of b";
  EXPECT_EQ(CountedBytes(BytesOf(a), BytesOf(b)), passage.size());
  // Padding up to the end of both belongs to what is before it; in front of other bytes it does not.
  const std::string text = Random(300, 200, random), zeros(10'000, '\0');
  EXPECT_EQ(CountedBytes(BytesOf(text + zeros), BytesOf("x" + text + zeros)), text.size() + zeros.size());
  const std::uint64_t part = CountedBytes(BytesOf(text + zeros + "other"), BytesOf("x" + text + zeros));
  EXPECT_GE(part, text.size());
  EXPECT_LT(part, text.size() + 50);
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
