// Runs from seeds against the truth: a suffix array for bytes, bit by bit comparison for bits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>

#include "mark/landmarks.h"
#include "mark/winnowing.h"
#include "span/runs.h"
#include "tests/oracle/memory_source.h"
#include "tests/oracle/repeats.h"

namespace kindred {
namespace {

using testing_support::MemorySource;
using testing_support::Repeats;

struct Counting : RunListener {
  void OnMatch(const Place&, const Place&, std::uint64_t) override { ++matches; }
  void OnFault(const Place&, const Place&) override { ++faults; }
  int matches = 0;
  int faults = 0;
};

void AddSeeds(MemorySource& source, Grain grain, Marker& marker, std::uint64_t units_per_offset,
              SeedTable* seeds) {
  const auto starts = Starts(source, grain);
  Extender extender(source, grain);
  for (std::uint32_t content = 0; content < source.Count(); ++content) {
    std::vector<Mark> marks;
    marker.Begin(0);
    marker.Feed({reinterpret_cast<const std::uint8_t*>(source[content].data()), source[content].size()});
    marker.Finish(&marks);
    std::vector<MarkedPlace> places;
    for (const Mark& mark : marks)
      places.push_back({mark.key, mark.offset * units_per_offset, mark.length * units_per_offset});
    for (const Seed& seed : LinkedSeeds(extender, content, starts[content], places)) seeds->Add(0, seed);
  }
}

FoundRuns EveryRun(MemorySource& source, std::uint64_t length, unsigned threads = 1, std::uint64_t fold = 0) {
  SeedTable seeds(1);
  AddSeeds(source, Grain::kByte, *NewWinnower(WinnowingFor(length)), 1, &seeds);
  seeds.KeepTelling();
  Counting listener;
  return FindRuns(source, seeds, {length, Grain::kByte, fold, threads}, listener);
}

std::string TextOf(const std::pair<std::uint64_t, std::vector<Place>>& run) {
  std::string text = std::to_string(run.first) + " at";
  for (const Place& place : run.second)
    text += " " + std::to_string(place.content) + ":" + std::to_string(place.offset);
  return text;
}

// What one has and the other has not; empty if they are equal.
template <typename Runs>
std::string Difference(const Runs& found, const Runs& expected) {
  std::string text;
  for (const auto& run : found) {
    if (!expected.contains(run)) text += "found only: " + TextOf(run) + "\n";
  }
  for (const auto& run : expected) {
    if (!found.contains(run)) text += "missed: " + TextOf(run) + "\n";
  }
  return text;
}

// As Repeats::all().
std::set<std::pair<std::uint64_t, std::vector<Place>>> SetOf(const FoundRuns& found) {
  std::set<std::pair<std::uint64_t, std::vector<Place>>> set;
  for (const auto& run : found.runs)
    EXPECT_TRUE(set.insert({run.length, run.places}).second) << "reported twice";
  return set;
}

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  std::size_t Below(std::size_t end) { return random_() % end; }
  std::string Bytes(std::size_t size, unsigned letters = 255) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(1 + random_() % letters);
    return bytes;
  }

 private:
  std::mt19937 random_;
};

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

// Contents in small pieces, and whole ones, which are compared where they stand.
constexpr std::array<std::size_t, 2> kPieces = {100, 1 << 20};

TEST(EveryRunTest, EqualsTheSuffixArrayOnFilesThatQuote) {
  for (unsigned seed = 0; seed < 60; ++seed) {
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
  const FoundRuns found = EveryRun(source, 64);
  ASSERT_GT(found.runs.size(), 5);
  EXPECT_TRUE(std::ranges::is_sorted(found.runs, std::greater<>(), &kindred::Run::length));
}

// A run of some places is told only if it adds something to what all of them share.
TEST(FoldTest, ShortAdditionsAreLeftOut) {
  Random random(5);
  const std::string header = random.Bytes(1000);
  const std::string more = random.Bytes(300);
  MemorySource source({header + "abc" + random.Bytes(500), header + "abd" + random.Bytes(500),
                       header + more + random.Bytes(500), header + more + random.Bytes(500)});
  const FoundRuns exact = EveryRun(source, 64);
  const FoundRuns folded = EveryRun(source, 64, 1, 32);
  ASSERT_EQ(exact.runs.size(), 3);
  EXPECT_EQ(exact.runs[1].length, 1002);
  ASSERT_EQ(folded.runs.size(), 2);
  EXPECT_EQ(folded.runs[0].length, 1300);
  EXPECT_EQ(folded.runs[1].length, 1000);
  EXPECT_EQ(folded.runs[1].places.size(), 4);
}

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
    const FoundRuns found = EveryRun(source, 256);
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
  const FoundRuns found = EveryRun(source, 200);
  ASSERT_EQ(found.runs.size(), 1);
  EXPECT_EQ(found.runs[0].length, 30'000 - cycle.size());
}

TEST(PeriodicTest, ZerosInTwoFilesBeginOrEndTogether) {
  Random random(8);
  const std::string zeros(5'000, '\0');
  const std::string fewer(2'000, '\0');
  const std::string tail = random.Bytes(100);
  MemorySource source({random.Bytes(400) + zeros + tail + "\x01", random.Bytes(400) + fewer + tail + "\x02"});
  const FoundRuns found = EveryRun(source, 256);
  std::set<std::pair<std::uint64_t, std::vector<Place>>> expected = {
      {4'999, {{0, 400}, {0, 401}}},
      {1'999, {{0, 400}, {0, 401}, {1, 400}, {1, 401}}},
      {2'100, {{0, 3'400}, {1, 400}}},
      {2'000, {{0, 400}, {0, 401}, {1, 400}}}};
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
    const FoundRuns found = EveryRun(source, 256);
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
  const FoundRuns found = EveryRun(source, 256);
  ASSERT_FALSE(found.runs.empty());
  EXPECT_EQ(found.runs[0].length, 9'999);
  EXPECT_LE(found.runs.size(), 4);
}

// One licence in front of very many files: one line, not a million.
TEST(CrowdTest, ACommonHeaderIsOneRun) {
  Random random(9);
  const std::string header = random.Bytes(3'000);
  std::vector<std::string> files;
  for (int i = 0; i < 3'000; ++i) files.push_back(header + random.Bytes(400));
  files[100] += files[2000].substr(3'100);  // and a true find among them
  MemorySource source(std::move(files), 4096);
  const auto start = std::chrono::steady_clock::now();
  const FoundRuns found = EveryRun(source, 256, 1, 32);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(seconds, 20);  // with all pairs it would be hours
  EXPECT_GT(found.crowded_keys, 0);
  ASSERT_EQ(found.runs.size(), 2);
  EXPECT_GE(found.runs[0].length, 3'000);
  EXPECT_EQ(found.runs[0].places.size(), 3'000);
  EXPECT_EQ(found.runs[1].length, 300);
  EXPECT_THAT(found.runs[1].places, testing::ElementsAre(Place{100, 3'400}, Place{2000, 3'100}));
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
      const FoundRuns found = EveryRun(source, 64);
      EXPECT_EQ(found.crowded_keys, 0);
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
  const FoundRuns found = EveryRun(source, 256, 1, 32);
  std::size_t places = 0;
  for (const auto& run : found.runs) places += run.places.size();
  EXPECT_LT(places, 1'200'000);
  EXPECT_GT(found.crowded_keys, 0);
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
  const FoundRuns exact = EveryRun(source, 64);
  const FoundRuns folded = EveryRun(source, 64, 1, 32);
  EXPECT_LT(folded.runs.size(), exact.runs.size());
  for (const auto& run : exact.runs) {
    EXPECT_TRUE(std::ranges::any_of(folded.runs, [&](const auto& kept) {
      return kept.length <= run.length && kept.length + 32 > run.length;
    })) << run.length;
  }
}

bool BitOf(const std::string& bytes, std::uint64_t bit, Grain grain) {
  const int in_byte = static_cast<int>(bit % 8);
  return static_cast<unsigned char>(bytes[bit / 8]) >>
             (grain == Grain::kBitLsbFirst ? in_byte : 7 - in_byte) &
         1;
}

std::string FromBits(const std::vector<bool>& bits, Grain grain) {
  std::string bytes(bits.size() / 8, '\0');
  for (std::size_t i = 0; i < bytes.size() * 8; ++i) {
    const std::size_t in_byte = grain == Grain::kBitLsbFirst ? i % 8 : 7 - i % 8;
    if (bits[i]) bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << in_byte);
  }
  return bytes;
}

FoundRuns RunsOfBits(MemorySource& source, std::uint64_t min_bytes, Grain grain) {
  SeedTable seeds(1);
  const char* order = grain == Grain::kBitMsbFirst ? "run=7,order=msb" : "run=7";
  AddSeeds(source, grain, *MakeLandmarks(order)->NewMarker(), 1, &seeds);
  AddSeeds(source, grain, *NewWinnower(WinnowingFor(min_bytes)), 8, &seeds);
  seeds.KeepTelling();
  Counting listener;
  return FindRuns(source, seeds, {min_bytes * 8, grain, 0, 1}, listener);
}

TEST(BitsTest, RunsAtAnyBitOffsetHaveExactEnds) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    for (Grain grain : {Grain::kBitLsbFirst, Grain::kBitMsbFirst}) {
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
      const FoundRuns found = RunsOfBits(source, 256, grain);
      ASSERT_EQ(found.runs.size(), 1) << "seed " << seed;
      EXPECT_EQ(found.runs[0].length, begin + end);
      EXPECT_THAT(found.runs[0].places, testing::ElementsAre(Place{0, in_a - begin}, Place{1, in_b - begin}));
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
      for (const auto& other : RunsOfBits(source, 256, Grain::kBitLsbFirst).runs) {
        if (other.length < run.length * 8 || other.length >= run.length * 8 + 16) continue;
        found |= std::ranges::any_of(other.places, [&](const Place& place) {
          return place.content == run.places[0].content && place.offset <= run.places[0].offset * 8 &&
                 place.offset + other.length >= (run.places[0].offset + run.length) * 8;
        });
      }
      EXPECT_TRUE(found) << "seed " << seed << ", length " << run.length;
    }
  }
}

TEST(BitsTest, NothingIsReportedThatIsNotEqual) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    MemorySource source(Quoting(seed, seed % 2 == 0 ? 3 : 255));
    for (const auto& run : RunsOfBits(source, 128, Grain::kBitLsbFirst).runs) {
      for (const Place& place : run.places) {
        for (std::uint64_t i = 0; i < run.length; i += 1 + seed) {
          ASSERT_EQ(BitOf(source[place.content], place.offset + i, Grain::kBitLsbFirst),
                    BitOf(source[run.places[0].content], run.places[0].offset + i, Grain::kBitLsbFirst));
        }
      }
    }
  }
}

}  // namespace
}  // namespace kindred
