// Runs of periodic data: what is reported of it, and what must never be. The rules are in span/runs/runs.h.
#include <gtest/gtest.h>

#include "tests/oracle/span_search.h"
#include "tests/rounds.h"

namespace kindred {
namespace {

using testing_support::Difference;
using testing_support::EveryRun;
using testing_support::MemorySource;
using testing_support::Random;
using testing_support::RunSet;
using testing_support::RunsOfBits;
using testing_support::SetOf;

std::string Cycle(const std::string& cycle, std::size_t size) {
  std::string bytes;
  while (bytes.size() < size) bytes += cycle;
  bytes.resize(size);
  return bytes;
}

TEST(PeriodicTest, IsOneRunAtItsSmallestPeriod) {
  Random random(6);
  for (std::size_t period : {1, 2, 3, 12, 31, 50, 64, 100, 230, 500, 1000}) {
    const std::string before = random.Bytes(300);
    const std::string region = Cycle(random.Bytes(period), 20'000);
    MemorySource source({before + region + "\xff" + random.Bytes(300)});
    const span::FoundRuns found = EveryRun(source, 256);
    // The byte before may happen to go on with the period.
    ASSERT_EQ(found.runs.size(), 1) << "period " << period;
    const auto& run = found.runs[0];
    EXPECT_NEAR(static_cast<double>(run.length), 20'000.0 - static_cast<double>(period), 3);
    ASSERT_EQ(run.places.size(), 2);
    EXPECT_NEAR(static_cast<double>(run.places[0].offset), 300, 2);
    EXPECT_EQ(run.places[1].offset - run.places[0].offset, period);
  }
}

TEST(PeriodicTest, TwoKeysInAPeriod) {
  Random random(7);
  const std::string part = random.Bytes(120);
  const std::string cycle = part + random.Bytes(90) + part + random.Bytes(170);
  MemorySource source({Cycle(cycle, 30'000)});
  const span::FoundRuns found = EveryRun(source, 200);
  ASSERT_EQ(found.runs.size(), 1);
  EXPECT_EQ(found.runs[0].length, 30'000 - cycle.size());
}

TEST(PeriodicTest, ZerosInTwoFilesBeginOrEndTogether) {
  Random random(8);
  const std::string zeros(5'000, '\0');
  const std::string fewer(2'000, '\0');
  const std::string tail = random.Bytes(100);
  MemorySource source({random.Bytes(400) + zeros + tail + "\x01", random.Bytes(400) + fewer + tail + "\x02"});
  const span::FoundRuns found = EveryRun(source, 256);
  RunSet expected = {{4'999, {{0, 400}, {0, 401}}},
                     {1'999, {{0, 400}, {0, 2'399}, {0, 3'401}, {1, 400}, {1, 401}}},
                     {2'100, {{0, 3'400}, {1, 400}}},
                     {2'000, {{0, 400}, {0, 2'400}, {0, 3'400}, {1, 400}}}};
  EXPECT_EQ(Difference(SetOf(found), expected), "");
}

// A shorter region with another phase lies wholly inside a longer one.
TEST(PeriodicTest, PhaseDoesNotMatter) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const std::size_t period = 20 + random.Below(180);
    const std::string cycle = random.Bytes(period);
    const std::size_t shift = random.Below(period);
    const std::string longer = Cycle(cycle, 50 * period);
    const std::string inside = longer.substr(shift, 256 + random.Below(300));
    MemorySource source({longer, random.Bytes(64) + inside + random.Bytes(64)});
    const span::FoundRuns found = EveryRun(source, 256);
    const bool whole = std::ranges::any_of(found.runs, [&](const auto& run) {
      return run.length >= inside.size() && run.places.front().content == 0 &&
             run.places.back().content == 1 && run.places.back().offset <= 64;
    });
    EXPECT_TRUE(whole) << "seed " << seed << ", period " << period << ", shift " << shift << ", inside "
                       << inside.size() << "\n"
                       << Difference(SetOf(found), {});
  }
}

TEST(PeriodicTest, AllZerosOnly) {
  MemorySource source({std::string(10'000, '\0'), std::string(300, '\0'), std::string(1, '\0'), ""});
  const span::FoundRuns found = EveryRun(source, 256);
  ASSERT_FALSE(found.runs.empty());
  EXPECT_EQ(found.runs[0].length, 9'999);
  EXPECT_LE(found.runs.size(), 4);
}

// A record that is written twice, then twice with a few bytes changed: the region before the change and the
// one behind it have nearly a period in common, and a key there occurs in both.
std::string Changed(const std::string& cycle, std::size_t size_before, std::size_t size, std::size_t at,
                    const std::string& change) {
  std::string bytes = Cycle(cycle, size_before);
  std::string changed = cycle;
  changed.replace(at, change.size(), change);
  while (bytes.size() < size) bytes += changed[bytes.size() % cycle.size()];
  return bytes;
}

TEST(PeriodicTest, APlaceInTwoRegionsIsOnePlace) {
  Random random(1);
  const std::string cycle = random.Bytes(592);
  // The change is the last byte but one of the second record and what follows: 9 bytes at the record's begin.
  MemorySource source({Changed(cycle, 2 * 592, 1'966, 1, std::string(8, '\xff'))});
  const span::FoundRuns found = EveryRun(source, 256);
  const RunSet expected = {
      {593, {{0, 0}, {0, 592}}}, {773, {{0, 601}, {0, 1'193}}}, {584, {{0, 9}, {0, 601}, {0, 1'193}}}};
  EXPECT_EQ(Difference(SetOf(found), expected), "");
}

// Regions that overlap in many ways: what is reported is right (EveryRun checks that), and no run is longer
// than what two different places can share.
TEST(PeriodicTest, RegionsThatMeet) {
  for (unsigned seed = 0; seed < Rounds(300); ++seed) {
    Random random(seed);
    const std::size_t period = 1 + random.Below(seed % 3 == 0 ? 40 : 700);
    const std::string cycle = random.Bytes(period, seed % 2 == 0 ? 3 : 255);
    std::string bytes;
    std::string now = cycle;
    for (std::size_t parts = 2 + random.Below(5); parts > 0; --parts) {
      const std::size_t size = random.Below(4 * period + 600);
      for (std::size_t i = 0; i < size; ++i) bytes += now[bytes.size() % period];
      const std::size_t at = random.Below(period);
      now.replace(at, 1, random.Bytes(1));
      if (random.Below(3) == 0) now = cycle;
      if (random.Below(4) == 0) bytes += random.Bytes(random.Below(50));
    }
    for (std::size_t piece : {std::size_t{100}, std::size_t{1} << 20}) {
      MemorySource source({bytes, bytes.substr(bytes.size() / 3)}, piece);
      const span::FoundRuns found = EveryRun(source, 64);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", piece " << piece;
      if (seed % 10 == 0 && bytes.size() < 4'000) RunsOfBits(source, 128, span::Grain::kBitLsbFirst);
      ASSERT_FALSE(HasFailure()) << "bits, seed " << seed << ", piece " << piece;
    }
  }
}

}  // namespace
}  // namespace kindred
