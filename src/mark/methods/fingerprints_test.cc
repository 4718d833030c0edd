// What only `fingerprints` promises; the laws of all methods are in tests/contract.
#include "mark/methods/fingerprints.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace kindred::mark {
namespace {

std::vector<Mark> MarksOf(const std::string& parameters, const std::string& text, int level) {
  auto marker = MakeFingerprints(parameters)->NewMarker();
  std::vector<Mark> marks;
  marker->Begin(level);
  marker->Feed(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  marker->Finish(&marks);
  return marks;
}

std::string RandomText(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(size, ' ');
  for (char& letter : text) letter = static_cast<char>('a' + random() % 26);
  return text;
}

// Section 6, second area: "at least 5-10 shared fingerprints are needed for a strong evidence of similarity".
TEST(Fingerprints, FilesFrom200BytesUpShareFiveMarksOrMoreWhenHalfIsShared) {
  const auto method = MakeFingerprints("");
  for (const std::size_t size : {200, 300, 399, 400, 560, 1000, 5000, 16384, 100'000}) {
    for (unsigned trial = 0; trial < 50; ++trial) {
      const std::string shared = RandomText(size / 2, 3 * trial + 1);
      std::set<std::uint64_t> keys;
      std::size_t common = 0;
      for (const Mark& mark :
           MarksOf("", RandomText(size / 2, 3 * trial + 2) + shared, method->LevelFor(size)))
        keys.insert(mark.key);
      for (const Mark& mark :
           MarksOf("", shared + RandomText(size / 2, 3 * trial + 3), method->LevelFor(size)))
        common += keys.contains(mark.key);
      EXPECT_GE(common, 5u) << size << " bytes, trial " << trial;
    }
  }
}

TEST(Fingerprints, ARunOfOneByteIsNeverSelected) {
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_TRUE(MarksOf("", std::string(300, static_cast<char>(byte)), 2).empty()) << byte;
  }
}

TEST(Fingerprints, PeriodicTextGivesEachKeyOnce) {
  const std::string cycle = RandomText(30, 2);
  std::string text;
  for (int i = 0; i < 100; ++i) text += cycle;
  const auto marks = MarksOf("", text, 2);
  ASSERT_FALSE(marks.empty());
  std::set<std::uint64_t> keys;
  for (const Mark& mark : marks) EXPECT_TRUE(keys.insert(mark.key).second);
  EXPECT_GT(MarksOf("overlap=all", text, 2).size(), 90 * marks.size());
}

TEST(Fingerprints, TheSameWindowFurtherAwayCountsAgain) {
  const std::string piece = RandomText(400, 3);
  const auto once = MarksOf("", piece, 4);
  const auto twice = MarksOf("", piece + RandomText(100, 4) + piece, 4);
  ASSERT_GT(once.size(), 5u);
  for (const Mark& mark : once) {
    EXPECT_EQ(
        std::count_if(twice.begin(), twice.end(), [&](const Mark& other) { return other.key == mark.key; }),
        2);
  }
}

TEST(Fingerprints, OverlapNoneLeavesAWindowBetweenMarks) {
  const auto marks = MarksOf("overlap=none,rate=16", RandomText(20000, 5), 4);
  ASSERT_GT(marks.size(), 100u);
  for (std::size_t i = 1; i < marks.size(); ++i) EXPECT_GE(marks[i].offset, marks[i - 1].offset + 32);
}

TEST(Fingerprints, SmallFilesGetMoreMarksPerByteAndHugeOnesABoundedNumber) {
  auto method = MakeFingerprints("");
  int last = 0;
  for (std::uint64_t size = 1; size < (std::uint64_t{1} << 42); size += size / 3 + 1) {
    const int level = method->LevelFor(size);
    EXPECT_GE(level, last) << size;
    EXPECT_LE(size >> level, std::uint64_t{1} << 26) << size;
    if (size >= 512) {
      EXPECT_GE(size >> level, 32u) << size;
    }
    last = level;
  }
}

}  // namespace
}  // namespace kindred::mark
