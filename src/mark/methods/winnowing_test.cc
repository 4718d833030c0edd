// The winnower against its definition, and the guarantee itself.
#include "mark/methods/winnowing.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <random>
#include <set>

namespace kindred::mark {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes Random(std::size_t size, unsigned letters, std::mt19937& random) {
  Bytes bytes(size);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % letters);
  return bytes;
}

std::vector<Mark> MarksOf(const Winnowing& winnowing, const Bytes& bytes, std::size_t piece) {
  auto marker = NewWinnower(winnowing);
  marker->Begin(0);
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    marker->Feed(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
  }
  std::vector<Mark> marks;
  marker->Finish(&marks);
  return marks;
}

// Whether one of the marks of `gram` grams is in [begin, end) and has its key among `keys`.
std::set<std::uint64_t> KeysIn(const std::vector<Mark>& marks, std::uint64_t begin, std::uint64_t end) {
  std::set<std::uint64_t> keys;
  for (const Mark& mark : marks) {
    if (mark.offset >= begin && mark.offset + mark.length <= end) keys.insert(mark.key);
  }
  return keys;
}

std::vector<Winnowing> Settings() {
  return {WinnowingFor(16), WinnowingFor(17),  WinnowingFor(40),
          WinnowingFor(64), WinnowingFor(256), WinnowingFor(1000)};
}

bool IsPeriodic(const Bytes& bytes, std::size_t at, std::size_t gram) {
  for (std::size_t period = 1; period <= gram / 2; ++period) {
    if (std::equal(bytes.begin() + static_cast<std::ptrdiff_t>(at + period),
                   bytes.begin() + static_cast<std::ptrdiff_t>(at + gram),
                   bytes.begin() + static_cast<std::ptrdiff_t>(at)))
      return true;
  }
  return false;
}

// Straight from the header: left is the last smaller hash before, right the next one as small or smaller;
// periodic grams are passed over. Without the marks of stretches.
std::vector<std::uint64_t> OffsetsByDefinition(const Winnowing& winnowing, const Bytes& bytes) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t at = 0; at + winnowing.gram <= bytes.size(); ++at) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < winnowing.gram; ++i) {
      const std::uint8_t byte = bytes[at + i];
      hash = (hash << (64 / winnowing.gram)) + XXH3_64bits(&byte, 1);
    }
    if (hash == ~std::uint64_t{0}) --hash;
    hashes.push_back(IsPeriodic(bytes, at, winnowing.gram) ? ~std::uint64_t{0} : hash);
  }
  std::vector<std::uint64_t> offsets;
  const auto count = static_cast<std::int64_t>(hashes.size());
  for (std::int64_t at = 0; at < count; ++at) {
    std::int64_t left = at - 1;
    while (left >= 0 && hashes[static_cast<std::size_t>(left)] >= hashes[static_cast<std::size_t>(at)])
      --left;
    std::int64_t right = at + 1;
    while (right < count && hashes[static_cast<std::size_t>(right)] > hashes[static_cast<std::size_t>(at)])
      ++right;
    if (right - left > winnowing.window && hashes[static_cast<std::size_t>(at)] != ~std::uint64_t{0})
      offsets.push_back(static_cast<std::uint64_t>(at));
  }
  return offsets;
}

TEST(WinnowingTest, IsAsDefined) {
  std::mt19937 random(6);
  for (const Winnowing& winnowing : Settings()) {
    for (std::size_t size : {100, 1'000, 20'000}) {
      for (int round = 0; round < 5; ++round) {
        const Bytes bytes = Random(size, 20, random);
        std::vector<std::uint64_t> offsets;
        for (const Mark& mark : MarksOf(winnowing, bytes, 700)) offsets.push_back(mark.offset);
        ASSERT_EQ(offsets, OffsetsByDefinition(winnowing, bytes))
            << "size " << size << ", " << winnowing.Guarantee();
      }
    }
  }
}

// Random bytes between short stretches: many grams are periodic, and none fills a window.
TEST(WinnowingTest, IsAsDefinedBetweenShortStretches) {
  std::mt19937 random(7);
  for (const Winnowing& winnowing : Settings()) {
    for (int round = 0; round < 20; ++round) {
      Bytes bytes;
      while (bytes.size() < 5'000) {
        const Bytes root = Random(1 + random() % (winnowing.gram / 2 + 2), 200, random);
        // Less than a run that counts, also if the bytes around it happen to go on with it.
        const std::size_t size = random() % (winnowing.Guarantee() * 3 / 4);
        for (std::size_t i = 0; i < size; ++i) bytes.push_back(root[i % root.size()]);
        bytes.push_back(static_cast<std::uint8_t>(200 + random() % 50));
        const Bytes other = Random(random() % 20, 200, random);
        bytes.insert(bytes.end(), other.begin(), other.end());
      }
      std::vector<std::uint64_t> offsets;
      for (const Mark& mark : MarksOf(winnowing, bytes, 1 + random() % 700)) offsets.push_back(mark.offset);
      ASSERT_EQ(offsets, OffsetsByDefinition(winnowing, bytes)) << winnowing.Guarantee();
    }
  }
}

// Its first two places and its last two, of one gram of the stretch.
TEST(WinnowingTest, AStretchHasFourMarks) {
  std::mt19937 random(8);
  for (const Winnowing& winnowing : Settings()) {
    for (std::size_t period = 1; period <= winnowing.gram / 2; ++period) {
      Bytes bytes = Random(10, 100, random);
      const Bytes root = Random(period, 100, random);
      bytes.push_back(200);
      const std::uint64_t begin = bytes.size();
      for (std::size_t i = 0; i < 5'000; ++i) bytes.push_back(root[i % period]);
      const std::uint64_t end = bytes.size();
      bytes.push_back(200);
      std::vector<Mark> in_stretch;
      for (const Mark& mark : MarksOf(winnowing, bytes, 1 + random() % 2'000)) {
        if (mark.offset >= begin && mark.offset + mark.length <= end) in_stretch.push_back(mark);
      }
      ASSERT_EQ(in_stretch.size(), 4) << "period " << period;
      EXPECT_LT(in_stretch[0].offset, begin + period);
      EXPECT_GT(in_stretch[3].offset + winnowing.gram + period, end);
      const std::uint64_t smallest = in_stretch[1].offset - in_stretch[0].offset;
      EXPECT_EQ(period % smallest, 0);
      EXPECT_EQ(in_stretch[3].offset - in_stretch[2].offset, smallest);
      for (const Mark& mark : in_stretch) EXPECT_EQ(mark.key, in_stretch[0].key);
    }
  }
}

TEST(WinnowingTest, PromisesWhatIsAskedFor) {
  for (std::uint64_t length : {16, 31, 32, 63, 64, 256, 5000}) {
    EXPECT_EQ(WinnowingFor(length).Guarantee(), length);
    EXPECT_LE(WinnowingFor(length).gram, length / 2);
  }
}

TEST(WinnowingTest, PieceSizeDoesNotMatter) {
  std::mt19937 random(1);
  for (const Winnowing& winnowing : Settings()) {
    for (unsigned letters : {1u, 2u, 4u, 256u}) {
      const Bytes bytes = Random(5000, letters, random);
      const auto whole = MarksOf(winnowing, bytes, bytes.size());
      for (std::size_t piece : {1, 7, 100, 1024, 4999}) EXPECT_EQ(MarksOf(winnowing, bytes, piece), whole);
    }
  }
}

TEST(WinnowingTest, EveryWindowHasAMarkUnlessItIsPeriodic) {
  std::mt19937 random(2);
  for (const Winnowing& winnowing : Settings()) {
    for (unsigned letters : {4u, 256u}) {
      const Bytes bytes = Random(20'000, letters, random);
      const auto marks = MarksOf(winnowing, bytes, 1000);
      const std::uint64_t length = winnowing.Guarantee();
      for (std::uint64_t at = 0; at + length <= bytes.size(); ++at) {
        ASSERT_FALSE(KeysIn(marks, at, at + length).empty()) << "window at " << at << " of " << length;
        at += random() % 50;
      }
    }
  }
}

TEST(WinnowingTest, EqualRunsHaveACommonMark) {
  std::mt19937 random(3);
  for (const Winnowing& winnowing : Settings()) {
    const std::uint64_t length = winnowing.Guarantee();
    for (int round = 0; round < 50; ++round) {
      const unsigned letters = round % 2 == 0 ? 256 : 3;
      const Bytes run = Random(length, letters, random);
      Bytes a = Random(random() % 700, letters, random);
      Bytes b = Random(random() % 700, letters, random);
      const std::uint64_t in_a = a.size();
      const std::uint64_t in_b = b.size();
      a.insert(a.end(), run.begin(), run.end());
      b.insert(b.end(), run.begin(), run.end());
      const Bytes rest = Random(random() % 700, letters, random);
      a.insert(a.end(), rest.begin(), rest.end());
      const auto of_a = KeysIn(MarksOf(winnowing, a, 999), in_a, in_a + length);
      const auto of_b = KeysIn(MarksOf(winnowing, b, 64), in_b, in_b + length);
      std::vector<std::uint64_t> common;
      std::ranges::set_intersection(of_a, of_b, std::back_inserter(common));
      EXPECT_FALSE(common.empty()) << "run of " << length << " at " << in_a << " and " << in_b;
    }
  }
}

// About 2 in w + 1 (section 3 of the paper), so the memory of spans can be planned.
TEST(WinnowingTest, DensityIsAsPublished) {
  std::mt19937 random(4);
  const Bytes bytes = Random(1'000'000, 256, random);
  const Winnowing winnowing = WinnowingFor(256);
  const double expected = 2.0 / (winnowing.window + 1) * static_cast<double>(bytes.size());
  const double found = static_cast<double>(MarksOf(winnowing, bytes, 65536).size());
  EXPECT_NEAR(found / expected, 1, 0.05);
}

TEST(WinnowingTest, PeriodicDataHasFewMarks) {
  for (std::size_t period : {1, 2, 3, 8, 16}) {
    Bytes bytes(100'000);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i % period * 37);
    EXPECT_LE(MarksOf(WinnowingFor(256), bytes, 4096).size(), 20) << "period " << period;
    EXPECT_GE(MarksOf(WinnowingFor(256), bytes, 4096).size(), 2) << "period " << period;
  }
}

// The two ends of a row of zeros are marked, each as the bytes around it want it.
TEST(WinnowingTest, TheEndsOfPeriodicDataAreMarked) {
  std::mt19937 random(5);
  const Winnowing winnowing = WinnowingFor(128);
  const Bytes before = Random(300, 256, random);
  const Bytes behind = Random(300, 256, random);
  auto with_zeros = [&](std::size_t zeros) {
    Bytes bytes = before;
    bytes.resize(bytes.size() + zeros);
    bytes.insert(bytes.end(), behind.begin(), behind.end());
    return MarksOf(winnowing, bytes, bytes.size());
  };
  const auto few = with_zeros(400);
  const auto many = with_zeros(40'000);
  ASSERT_EQ(few.size(), many.size());
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_EQ(few[i].key, many[i].key);
  EXPECT_EQ(many.back().offset - few.back().offset, 40'000 - 400);
}

TEST(WinnowingTest, TooLittleHasNoMarks) {
  const Winnowing winnowing = WinnowingFor(64);
  for (std::size_t size : {0, 1, 31, 32, 63}) {
    EXPECT_TRUE(MarksOf(winnowing, Bytes(size, 7), 10).empty()) << size;
  }
  EXPECT_FALSE(MarksOf(winnowing, Bytes(64, 7), 10).empty());
}

}  // namespace
}  // namespace kindred::mark
