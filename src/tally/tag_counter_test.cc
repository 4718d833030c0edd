// The counter against a reference that looks at one bit after another, on every kind of vector unit, and laws
// of sum tables and keys.
#include "tally/tag_counter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/vector_targets.h"
#include "kindred/error.h"
#include "tally/keys.h"
#include "tests/rounds.h"

namespace kindred::tally {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The paper's words, one bit at a time: a window of 8 bits, and a skip counter per tag. By the number of
// bytes.
std::vector<SumTable> CountPrefixesSlowly(const TagSet& set, const Bytes& bytes) {
  std::vector<SumTable> by_size(1);
  SumTable counts{};
  std::array<int, kTags> skip{};
  unsigned window = 0;
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    window = (window << 1 | (bytes[bit / 8] >> (7 - bit % 8) & 1)) & 0xFF;
    if (bit < 7) continue;
    for (std::size_t tag = 0; tag < kTags; ++tag) {
      if (skip[tag] > 0) {
        --skip[tag];
      } else if (window == set.tags[tag]) {
        ++counts[tag];
        skip[tag] = 7;
      }
    }
    if (bit % 8 == 7) by_size.push_back(counts);
  }
  return by_size;
}

SumTable CountSlowly(const TagSet& set, const Bytes& bytes) { return CountPrefixesSlowly(set, bytes).back(); }

SumTable Count(const TagSet& set, const Bytes& bytes, std::size_t piece = ~std::size_t{0}) {
  const TagTable table(set);
  TagState state;
  std::span<const std::uint8_t> rest = bytes;
  while (!rest.empty()) {
    const std::size_t size = std::min(piece, rest.size());
    CountTags(table, rest.first(size), &state);
    rest = rest.subspan(size);
  }
  return state.counts;
}

// Kinds of bytes that stress different tags: noise, text, long runs of zeros and ones, few different bytes.
Bytes MakeBytes(std::mt19937& random) {
  Bytes bytes(random() % (random() % 4 == 0 ? 6000 : 600));
  const unsigned kind = random() % 4;
  std::uint8_t run = 0;
  for (std::uint8_t& byte : bytes) {
    if (random() % 20 == 0) run = random() % 2 == 0 ? 0 : static_cast<std::uint8_t>(random());
    if (kind == 0) byte = static_cast<std::uint8_t>(random());
    if (kind == 1) byte = static_cast<std::uint8_t>("the tree entered ettte\n"[random() % 23]);
    if (kind == 2) byte = run;
    if (kind == 3) byte = static_cast<std::uint8_t>(1u << random() % 8 & (random() % 3 == 0 ? 0xFF : 0));
  }
  return bytes;
}

TagSet RandomSet(std::mt19937& random) {
  TagSet set;
  set.name = "random";
  std::array<std::uint8_t, 256> all;
  for (unsigned i = 0; i < 256; ++i) all[i] = static_cast<std::uint8_t>(i);
  std::shuffle(all.begin(), all.end(), random);
  std::copy_n(all.begin(), kTags, set.tags.begin());
  return set;
}

class TagCounter : public base::VectorTargetTest {};

TEST_P(TagCounter, ZeroIsFoundTwiceInTwoZeroBytes) {
  EXPECT_EQ(Count(DefaultTagSet(), {0, 0})[0], 2u);
  EXPECT_EQ(Count(DefaultTagSet(), {0})[0], 1u);
  EXPECT_EQ(Count(DefaultTagSet(), {})[0], 0u);
  EXPECT_EQ(Count(DefaultTagSet(), Bytes(1000, 0))[0], 1000u);
  EXPECT_EQ(Count(DefaultTagSet(), {0xF0, 0x0F})[0], 1u);  // across two bytes
}

TEST_P(TagCounter, EqualsTheReference) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < Rounds(200); ++round) {
    const TagSet set = round % 2 == 0 ? DefaultTagSet() : RandomSet(random);
    const Bytes bytes = MakeBytes(random);
    ASSERT_EQ(Count(set, bytes), CountSlowly(set, bytes)) << Name() << ", round " << round;
  }
}

TEST_P(TagCounter, ContentsOfTwoBytesEqualTheReference) {
  const TagTable table(DefaultTagSet());
  for (unsigned value = 0; value < 0x10000; value += 7) {
    const Bytes bytes = {static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
    TagState state;
    CountTags(table, bytes, &state);
    ASSERT_EQ(state.counts, CountSlowly(DefaultTagSet(), bytes)) << value;
  }
}

TEST_P(TagCounter, PieceSizeDoesNotMatter) {
  std::mt19937 random(2);
  for (unsigned round = 0; round < Rounds(50); ++round) {
    const Bytes bytes = MakeBytes(random);
    const SumTable whole = Count(DefaultTagSet(), bytes);
    for (std::size_t piece : {1, 2, 3, 7, 64, 255, 300, 544, 545, 1100})
      ASSERT_EQ(Count(DefaultTagSet(), bytes, piece), whole);
  }
}

// All sizes around those at which the kernel takes over, and the lanes get another byte each.
TEST_P(TagCounter, EverySizeEqualsTheReference) {
  std::mt19937 random(6);
  Bytes bytes(5000);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % 3 == 0 ? random() : 0);
  const std::vector<SumTable> reference = CountPrefixesSlowly(DefaultTagSet(), bytes);
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    const Bytes some(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    ASSERT_EQ(Count(DefaultTagSet(), some), reference[size]) << Name() << ", size " << size;
  }
}

// Sizes around those at which a second block begins, for vectors of 16, 32 and 64 bytes.
TEST_P(TagCounter, BlocksEqualTheReference) {
  std::mt19937 random(7);
  Bytes bytes(2 * 64 * kLongestStretch);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  const std::vector<SumTable> reference = CountPrefixesSlowly(DefaultTagSet(), bytes);
  for (std::size_t lanes : {16, 32, 64}) {
    for (std::size_t more : {0, 1, 15, 16, 17, 18, 19, 100, 150, 160, 600, 5000}) {
      const std::size_t size = lanes * kLongestStretch + more;
      const Bytes some(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_EQ(Count(DefaultTagSet(), some), reference[size]) << Name() << ", size " << size;
    }
  }
}

// A pattern of 1 to 17 bits again and again, from any bit on: where a stretch begins it stays different to
// its end.
TEST_P(TagCounter, PeriodicBytesEqualTheReference) {
  std::mt19937 random(8);
  for (unsigned round = 0; round < Rounds(80); ++round) {
    TagSet set = RandomSet(random);
    const std::size_t period = 1 + random() % 17;
    const std::size_t start = random() % 24;
    const auto pattern = static_cast<std::uint32_t>(random());
    Bytes bytes(200 + random() % 4000);
    for (std::size_t bit = start; bit < bytes.size() * 8; ++bit)
      bytes[bit / 8] |= static_cast<std::uint8_t>((pattern >> bit % period & 1) << (7 - bit % 8));
    // Some of the tags that occur in these bytes, all different.
    for (std::size_t i = 0; i < 8; ++i) {
      const std::uint8_t tag = bytes[bytes.size() / 2 + i];
      if (std::ranges::find(set.tags, tag) == set.tags.end()) set.tags[i] = tag;
    }
    for (std::size_t change = random() % 4; change > 0; --change)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    ASSERT_EQ(Count(set, bytes), CountSlowly(set, bytes)) << Name() << ", round " << round;
    const std::size_t piece = 1 + random() % bytes.size();
    ASSERT_EQ(Count(set, bytes, piece), CountSlowly(set, bytes)) << Name() << ", round " << round;
  }
}

TEST_P(TagCounter, RepeatedBytesEqualTheReference) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    TagSet set;
    for (unsigned i = 0; i < kTags; ++i) set.tags[i] = static_cast<std::uint8_t>(byte + i * 16 + i);
    Bytes bytes(600, static_cast<std::uint8_t>(byte));
    ASSERT_EQ(Count(set, bytes), CountSlowly(set, bytes)) << Name() << ", byte " << byte;
    bytes[0] = 0x80;  // zeros begin at the second bit
    ASSERT_EQ(Count(set, bytes), CountSlowly(set, bytes)) << Name() << ", byte " << byte;
  }
}

TEST_P(TagCounter, RearrangingPiecesChangesOnlyTheSeams) {
  std::mt19937 random(3);
  Bytes bytes(8192);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  Bytes turned(bytes.begin() + 4096, bytes.end());
  turned.insert(turned.end(), bytes.begin(), bytes.begin() + 4096);
  // A seam lies in at most 7 windows, and a skip that starts otherwise may shift a few matches more.
  EXPECT_LE(SumDistance(Count(DefaultTagSet(), bytes), Count(DefaultTagSet(), turned)), 32u);
}

INSTANTIATE_TEST_SUITE_P(AllTargets, TagCounter, testing::ValuesIn(base::VectorTargets()),
                         base::VectorTargetName);

TEST(SumDistance, IsAMetric) {
  std::mt19937 random(4);
  for (unsigned round = 0; round < Rounds(100); ++round) {
    const SumTable a = Count(DefaultTagSet(), MakeBytes(random));
    const SumTable b = Count(DefaultTagSet(), MakeBytes(random));
    const SumTable c = Count(DefaultTagSet(), MakeBytes(random));
    EXPECT_EQ(SumDistance(a, a), 0u);
    EXPECT_EQ(SumDistance(a, b), SumDistance(b, a));
    EXPECT_LE(SumDistance(a, c), SumDistance(a, b) + SumDistance(b, c));
  }
}

TEST(TagSet, Parses) {
  EXPECT_EQ(ParseTagSet("kindred-1"), DefaultTagSet());
  EXPECT_EQ(ParseTagSet("00,65,74,88,24,3f,6a,85,a3,08,d3,13,19,8a,2e,03"), DefaultTagSet());
  const TagSet other = ParseTagSet("0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,FF");
  EXPECT_EQ(other.name, "00,01,02,03,04,05,06,07,08,09,0a,0b,0c,0d,0e,ff");
  EXPECT_EQ(ParseTagSet(other.name), other);
  for (const char* bad :
       {"", "kindred-2", "00", "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e", "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,e",
        "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,100", "0,1,2,3,4,5,6,7,8,9,a,b,c,d,e,f,10"}) {
    EXPECT_THROW(ParseTagSet(bad), Error) << bad;
  }
}

TEST(Keys, AreWeightedSums) {
  SumTable counts{};
  counts[0] = 10;
  counts[1] = 5;
  counts[2] = 2;
  counts[3] = 1;
  counts[15] = 100;
  const Keys keys = KeysOf(counts, "a.txt");
  EXPECT_EQ(keys[0], 118);
  EXPECT_EQ(keys[2], 80 + 20 + 6 + 1);
  EXPECT_EQ(keys[1] - keys[0], SuffixTerm("txt"));
  EXPECT_EQ(keys[3] - keys[2], SuffixTerm("txt"));
}

TEST(Keys, SuffixTermDependsOnThreeSmallLetters) {
  EXPECT_EQ(KeySuffix("a.HTML"), "htm");
  EXPECT_EQ(KeySuffix("a.tar.gz"), "gz");
  EXPECT_EQ(KeySuffix("Makefile"), "");
  EXPECT_EQ(KeySuffix(".bashrc"), "");
  EXPECT_EQ(SuffixTerm(""), 0u);
  EXPECT_NE(SuffixTerm("c"), SuffixTerm("h"));
  // These numbers are stored: they must not change.
  EXPECT_EQ(SuffixTerm("txt"), 2081459920u);
  EXPECT_EQ(ParseKeyKind("skew+suffix"), KeyKind::kSkewSuffix);
  EXPECT_THROW(ParseKeyKind("skewed"), Error);
}

TEST(Keys, DistanceIsBoundedBySumDistance) {
  std::mt19937 random(5);
  for (unsigned round = 0; round < Rounds(200); ++round) {
    const SumTable a = Count(DefaultTagSet(), MakeBytes(random));
    const SumTable b = Count(DefaultTagSet(), MakeBytes(random));
    const Keys keys_a = KeysOf(a, "x.c");
    const Keys keys_b = KeysOf(b, "y.c");
    for (std::size_t kind = 0; kind < kKeys; ++kind) {
      EXPECT_LE(KeyDistance(keys_a[kind], keys_b[kind]),
                SumDistance(a, b) * KeyWeight(static_cast<KeyKind>(kind)));
    }
  }
}

}  // namespace
}  // namespace kindred::tally
