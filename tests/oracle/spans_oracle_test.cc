// Runs from seeds against the truth: a suffix array for bytes, bit by bit comparison for bits. Periodic data:
// spans_periodic_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>

#include "tests/oracle/repeats.h"
#include "tests/oracle/span_search.h"
#include "tests/rounds.h"

namespace kindred {
namespace {

using testing_support::BitOf;
using testing_support::Difference;
using testing_support::EveryRun;
using testing_support::MemorySource;
using testing_support::Random;
using testing_support::Repeats;
using testing_support::RunsOfBits;
using testing_support::SetOf;

// Files that took passages from each other.
std::vector<std::string> Quoting(unsigned seed, unsigned letters) {
  Random random(seed);
  std::vector<std::string> files;
  for (int file = 0; file < 12; ++file) {
    std::string bytes = random.Bytes(random.Below(1500), letters);
    for (std::size_t quotes = random.Below(4); quotes > 0 && !files.empty(); --quotes) {
      const std::string& from = files[random.Below(files.size())];
      const std::size_t begin = random.Below(from.size() + 1);
      bytes.insert(random.Below(bytes.size() + 1), from.substr(begin, random.Below(800)));
      if (random.Below(3) == 0)
        bytes.insert(random.Below(bytes.size() + 1), bytes.substr(bytes.size() / 2, 300));
    }
    files.push_back(bytes);
  }
  files.push_back("");
  files.push_back("x");
  return files;
}

// Versions of one file, each with a few changes.
std::vector<std::string> Versions(unsigned seed, int count) {
  Random random(seed);
  std::vector<std::string> files = {random.Bytes(4000)};
  while (static_cast<int>(files.size()) < count) {
    std::string next = files.back();
    for (std::size_t edits = 1 + random.Below(4); edits > 0; --edits) {
      const std::size_t at = random.Below(next.size());
      next.replace(at, random.Below(40), random.Bytes(random.Below(60)));
    }
    files.push_back(next);
  }
  return files;
}

// Contents in small pieces, and whole ones, which are compared in place.
constexpr std::array<std::size_t, 2> kPieces = {100, 1 << 20};

TEST(EveryRunTest, EqualsTheSuffixArrayOnFilesThatQuote) {
  for (unsigned seed = 0; seed < Rounds(60); ++seed) {
    const unsigned letters = seed % 3 == 0 ? 4 : 255;
    for (std::uint64_t length : {24, 50, 64, 200}) {
      const Repeats truth(Quoting(seed, letters), length);
      for (std::size_t piece : kPieces) {
        MemorySource source(Quoting(seed, letters), piece);
        ASSERT_EQ(Difference(SetOf(EveryRun(source, length)), truth.all()), "")
            << "seed " << seed << ", length " << length << ", piece " << piece;
      }
    }
  }
}

TEST(EveryRunTest, EqualsTheSuffixArrayOnVersions) {
  for (unsigned seed = 0; seed < 25; ++seed) {
    const Repeats truth(Versions(seed, 3 + static_cast<int>(seed)), 64);
    for (std::size_t piece : kPieces) {
      MemorySource source(Versions(seed, 3 + static_cast<int>(seed)), piece);
      ASSERT_EQ(Difference(SetOf(EveryRun(source, 64)), truth.all()), "")
          << "seed " << seed << ", piece " << piece;
    }
  }
}

TEST(EveryRunTest, ThreadsDoNotMatter) {
  MemorySource source(Versions(77, 20));
  const auto one = SetOf(EveryRun(source, 64, 1));
  EXPECT_EQ(SetOf(EveryRun(source, 64, 2)), one);
  EXPECT_EQ(SetOf(EveryRun(source, 64, 5)), one);
}

TEST(EveryRunTest, LongestFirst) {
  MemorySource source(Versions(78, 6));
  const span::FoundRuns found = EveryRun(source, 64);
  ASSERT_GT(found.runs.size(), 5);
  EXPECT_TRUE(std::ranges::is_sorted(found.runs, std::greater<>(), &kindred::span::Run::length));
}

// A run of some places is reported only if it is longer than what all of them share.
TEST(FoldTest, ShortAdditionsAreLeftOut) {
  Random random(5);
  const std::string header = random.Bytes(1000);
  const std::string more = random.Bytes(300);
  MemorySource source({header + "abc" + random.Bytes(500), header + "abd" + random.Bytes(500),
                       header + more + random.Bytes(500), header + more + random.Bytes(500)});
  const span::FoundRuns exact = EveryRun(source, 64);
  const span::FoundRuns folded = EveryRun(source, 64, 1, 32);
  ASSERT_EQ(exact.runs.size(), 3);
  EXPECT_EQ(exact.runs[1].length, 1002);
  ASSERT_EQ(folded.runs.size(), 2);
  EXPECT_EQ(folded.runs[0].length, 1300);
  EXPECT_EQ(folded.runs[1].length, 1000);
  EXPECT_EQ(folded.runs[1].places.size(), 4);
}

// The same licence at the start of very many files: one line, not a million.
TEST(CrowdTest, ACommonHeaderIsOneRun) {
  Random random(9);
  const std::string header = random.Bytes(3'000);
  std::vector<std::string> files;
  for (int i = 0; i < 3'000; ++i) files.push_back(header + random.Bytes(400));
  files[100] += files[2000].substr(3'100);  // and a true find among them
  MemorySource source(std::move(files), 4096);
  const auto start = std::chrono::steady_clock::now();
  const span::FoundRuns found = EveryRun(source, 256, 1, 32);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(seconds, 20);  // with all pairs it would be hours
  EXPECT_FALSE(found.crowds.empty());
  ASSERT_EQ(found.runs.size(), 2);
  EXPECT_GE(found.runs[0].length, 3'000);
  EXPECT_EQ(found.runs[0].places.size(), 3'000);
  EXPECT_EQ(found.runs[1].length, 300);
  EXPECT_THAT(found.runs[1].places, testing::ElementsAre(span::Place{100, 3'400}, span::Place{2000, 3'100}));
}

// More files than are compared two by two: where nothing is folded, nothing is missed either.
TEST(CrowdTest, EqualsTheSuffixArray) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const std::string common = random.Bytes(300);
    std::vector<std::string> files;
    for (int i = 0; i < 300; ++i) {
      const std::size_t begin = random.Below(150);
      files.push_back(random.Bytes(random.Below(40), 3) + common.substr(begin, 100 + random.Below(100)) +
                      random.Bytes(random.Below(40), 3));
    }
    const Repeats truth(files, 64);
    for (std::size_t piece : kPieces) {
      MemorySource source(files, piece);
      const span::FoundRuns found = EveryRun(source, 64);
      EXPECT_TRUE(found.crowds.empty());
      ASSERT_EQ(Difference(SetOf(found), truth.all()), "") << "seed " << seed << ", piece " << piece;
    }
  }
}

// Each file goes on where the one before ends: the runs have as many places as there are pairs of files.
TEST(CrowdTest, RowsOfGrowingFilesStayLinear) {
  Random random(12);
  const std::string log = random.Bytes(200'000);
  std::vector<std::string> files;
  for (std::size_t i = 1; i <= 2'000; ++i) files.push_back(log.substr(0, 100 * i));
  MemorySource source(std::move(files), 1 << 20);
  const span::FoundRuns found = EveryRun(source, 256, 1, 32);
  std::size_t places = 0;
  for (const auto& run : found.runs) places += run.places.size();
  EXPECT_LT(places, 1'200'000);
  EXPECT_FALSE(found.crowds.empty());
  EXPECT_GT(found.runs.size(), 100);
}

// Pairs of files that go on together behind what all of them share.
TEST(CrowdTest, FamiliesWithinACrowdAreFound) {
  for (bool before : {false, true}) {
    Random random(10);
    const std::string common = random.Bytes(300);
    std::vector<std::string> files;
    for (int i = 0; i < 50; ++i) {
      const std::string own = random.Bytes(150);
      for (int copy = 0; copy < 2; ++copy)
        files.push_back(random.Bytes(200) + (before ? own + common : common + own) + random.Bytes(200));
    }
    MemorySource source(std::move(files), 4096);
    std::size_t families = 0;
    for (const auto& run : EveryRun(source, 256).runs)
      families += run.length >= 450 && run.places.size() == 2;
    EXPECT_EQ(families, 50);
  }
}

// What is folded is hardly longer than something that is reported.
TEST(FoldTest, ChainsAreNotFoldedAway) {
  Random random(11);
  const std::string text = random.Bytes(2'000);
  std::vector<std::string> files;
  for (std::size_t i = 0; i < 21; ++i) files.push_back(text.substr(0, 256 + 31 * i) + random.Bytes(300));
  MemorySource source(std::move(files));
  const span::FoundRuns exact = EveryRun(source, 64);
  const span::FoundRuns folded = EveryRun(source, 64, 1, 32);
  EXPECT_LT(folded.runs.size(), exact.runs.size());
  for (const auto& run : exact.runs) {
    EXPECT_TRUE(std::ranges::any_of(folded.runs, [&](const auto& kept) {
      return kept.length <= run.length && kept.length + 32 > run.length;
    })) << run.length;
  }
}

std::string FromBits(const std::vector<bool>& bits, span::Grain grain) {
  std::string bytes(bits.size() / 8, '\0');
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    const std::size_t in_byte = grain == span::Grain::kBitLsbFirst ? i % 8 : 7 - i % 8;
    if (bits[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << in_byte);
  }
  return bytes;
}

TEST(BitsTest, RunsAtAnyBitOffsetHaveExactEnds) {
  for (unsigned seed = 0; seed < Rounds(60); ++seed) {
    for (span::Grain grain : {span::Grain::kBitLsbFirst, span::Grain::kBitMsbFirst}) {
      std::mt19937 random(seed);
      auto bits = [&](std::size_t count) {
        std::vector<bool> some(count);
        for (std::size_t i = 0; i < count; ++i) some[i] = random() % 2;
        return some;
      };
      const std::vector<bool> run = bits(512 * 8 + random() % 3000);
      std::vector<std::vector<bool>> files = {bits(random() % 5000), bits(random() % 5000)};
      const std::uint64_t in_a = files[0].size();
      const std::uint64_t in_b = files[1].size();
      for (auto& file : files) {
        file.insert(file.end(), run.begin(), run.end());
        const auto rest = bits(seed % 4 == 0 ? 0 : random() % 4000);  // sometimes the run ends the file
        file.insert(file.end(), rest.begin(), rest.end());
      }
      MemorySource source({FromBits(files[0], grain), FromBits(files[1], grain)});
      // What the bits of the files say: their last bits, less than a byte, are cut off.
      const std::uint64_t size_a = source[0].size() * 8;
      const std::uint64_t size_b = source[1].size() * 8;
      std::uint64_t begin = 0;
      while (begin < std::min(in_a, in_b) &&
             BitOf(source[0], in_a - begin - 1, grain) == BitOf(source[1], in_b - begin - 1, grain))
        ++begin;
      std::uint64_t end = 0;
      while (in_a + end < size_a && in_b + end < size_b &&
             BitOf(source[0], in_a + end, grain) == BitOf(source[1], in_b + end, grain))
        ++end;
      const span::FoundRuns found = RunsOfBits(source, 256, grain);
      ASSERT_EQ(found.runs.size(), 1) << "seed " << seed;
      EXPECT_EQ(found.runs[0].length, begin + end);
      EXPECT_THAT(found.runs[0].places,
                  testing::ElementsAre(span::Place{0, in_a - begin}, span::Place{1, in_b - begin}));
    }
  }
}

// What bytes find, bits find, too.
TEST(BitsTest, WholeBytesAreFoundAsWell) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    MemorySource source(Quoting(seed, 255));
    std::set<std::pair<std::uint64_t, std::vector<std::uint32_t>>> bytes;
    for (const auto& run : EveryRun(source, 256).runs) {
      ASSERT_GE(run.places.size(), 2);
      bool found = false;
      for (const auto& other : RunsOfBits(source, 256, span::Grain::kBitLsbFirst).runs) {
        if (other.length < run.length * 8 || other.length >= run.length * 8 + 16) continue;
        found |= std::ranges::any_of(other.places, [&](const span::Place& place) {
          return place.content == run.places[0].content && place.offset <= run.places[0].offset * 8 &&
                 place.offset + other.length >= (run.places[0].offset + run.length) * 8;
        });
      }
      EXPECT_TRUE(found) << "seed " << seed << ", length " << run.length;
    }
  }
}

TEST(BitsTest, FewLetters) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    MemorySource source(Quoting(seed, 3));
    EXPECT_FALSE(RunsOfBits(source, 128, span::Grain::kBitLsbFirst).runs.empty()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace kindred
