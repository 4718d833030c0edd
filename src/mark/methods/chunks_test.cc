// What only `chunks` promises; the laws of all methods are in tests/contract.
#include "mark/methods/chunks.h"

#include <gtest/gtest.h>

#include <random>

namespace kindred::mark {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Mark> MarksOf(const std::string& parameters, const Bytes& bytes, int level = 0) {
  auto marker = MakeChunks(parameters)->NewMarker();
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

TEST(Chunks, CoverTheContentWithoutGapsWithinTheThresholds) {
  for (std::size_t size : {1u, 459u, 460u, 461u, 2799u, 2800u, 2801u, 500000u}) {
    const auto marks = MarksOf("", RandomBytes(size, 1));
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      EXPECT_EQ(marks[i].offset, at);
      EXPECT_LE(marks[i].length, 2800u);
      if (i + 1 < marks.size()) {
        EXPECT_GE(marks[i].length, 460u);
      }
      at += marks[i].length;
    }
    EXPECT_EQ(at, size);
  }
}

TEST(Chunks, TheAverageIsWhatWasAskedFor) {
  const Bytes bytes = RandomBytes(4 << 20, 2);
  for (double average : {100.0, 1015.0, 5000.0}) {
    const auto marks = MarksOf("average=" + std::to_string(static_cast<int>(average)), bytes);
    EXPECT_NEAR(static_cast<double>(bytes.size()) / static_cast<double>(marks.size()), average,
                average * 0.1);
  }
}

// With the backup divisor few chunks end at the maximum only because nothing better came.
TEST(Chunks, TheBackupDivisorSparesBlindCuts) {
  const auto marks = MarksOf("", RandomBytes(8 << 20, 3));
  const auto blind =
      std::count_if(marks.begin(), marks.end(), [](const Mark& mark) { return mark.length == 2800; });
  EXPECT_LT(static_cast<double>(blind) / static_cast<double>(marks.size()), 0.001);
}

TEST(Chunks, ARunOfZerosIsCutAtTheMaximum) {
  const auto marks = MarksOf("", Bytes(28000, 0));
  ASSERT_EQ(marks.size(), 10u);
  for (const Mark& mark : marks) EXPECT_EQ(mark.key, marks[0].key);
}

TEST(Chunks, AnInsertionDisturbsOnlyItsNeighbourhood) {
  Bytes bytes = RandomBytes(1 << 20, 4);
  const auto before = MarksOf("", bytes);
  bytes.insert(bytes.begin() + 500000, 0x55);
  const auto after = MarksOf("", bytes);
  std::size_t kept = 0;
  for (const Mark& mark : after) {
    kept +=
        std::any_of(before.begin(), before.end(), [&](const Mark& other) { return other.key == mark.key; });
  }
  EXPECT_GE(kept + 6, after.size());
}

TEST(Chunks, GiantsKeepANestedSample) {
  auto method = MakeChunks("");
  EXPECT_EQ(method->LevelFor(std::uint64_t{1} << 29), 0);
  EXPECT_GT(method->LevelFor(std::uint64_t{1} << 40), 8);
}

}  // namespace
}  // namespace kindred::mark
