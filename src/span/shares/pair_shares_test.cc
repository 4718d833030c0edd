// Many pairs at once against coverage.h, which measures one pair from its bytes and is tested by brute force.
#include "span/shares/pair_shares.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "span/shares/coverage.h"

namespace kindred::span {
namespace {

std::span<const std::uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string Random(std::size_t size, unsigned letters, std::mt19937& random) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>('a' + random() % letters);
  return bytes;
}

// All pairs of the texts.
std::vector<ContentPair> AllPairs(std::uint32_t count) {
  std::vector<ContentPair> pairs;
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a + 1; b < count; ++b) pairs.push_back({a, b});
  }
  return pairs;
}

std::vector<PairShare> Measure(const std::vector<std::string>& texts, const std::vector<ContentPair>& pairs,
                               std::uint64_t least, std::uint64_t memory, unsigned threads) {
  return MeasurePairs({.pairs = pairs,
                       .contents = static_cast<std::uint32_t>(texts.size()),
                       .size = [&](std::uint32_t i) { return texts[i].size(); },
                       .whole =
                           [&](std::uint32_t i) {
                             return Source::Piece{BytesOf(texts[i]), 0, nullptr};
                           },
                       .least = least,
                       .memory = memory,
                       .threads = threads});
}

void ExpectExact(const std::vector<std::string>& texts, std::uint64_t least, std::uint64_t memory = 1 << 30,
                 unsigned threads = 2) {
  const auto pairs = AllPairs(static_cast<std::uint32_t>(texts.size()));
  const auto shares = Measure(texts, pairs, least, memory, threads);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string& a = texts[pairs[i].a];
    const std::string& b = texts[pairs[i].b];
    ASSERT_EQ(shares[i].measured, !a.empty() && !b.empty());
    if (!shares[i].measured) continue;
    ASSERT_EQ(shares[i].shared_a, CountedBytes(BytesOf(a), BytesOf(b), least))
        << pairs[i].a << " " << pairs[i].b;
    ASSERT_EQ(shares[i].shared_b, CountedBytes(BytesOf(b), BytesOf(a), least))
        << pairs[i].a << " " << pairs[i].b;
  }
}

// Texts of pieces of one base with edits, and with long stretches of few letters.
std::vector<std::string> Versions(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  const unsigned letters = seed % 4 == 0 ? 2 : 26;
  const std::string base = Random(6000, letters, random);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = Random(random() % 200, letters, random);
    for (unsigned piece = 0; piece < random() % 12; ++piece) {
      text += base.substr(random() % base.size(), random() % 900);
      if (random() % 3 == 0) text += std::string(random() % 300, "-= "[random() % 3]);
      if (random() % 4 == 0) {
        const std::string period = Random(1 + random() % 60, letters, random);
        for (unsigned repeat = 0; repeat < random() % 8; ++repeat) text += period;
      }
      text += Random(random() % 30, letters, random);
    }
    texts.push_back(text);
  }
  return texts;
}

TEST(PairShares, EqualsCoverageOfEachPair) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    for (std::uint64_t least : {16, 50, 200}) ExpectExact(Versions(seed, 8), least);
  }
}

TEST(PairShares, MemoryAndThreadsDoNotMatter) {
  const auto texts = Versions(5, 24);
  ExpectExact(texts, 50, 1 << 16, 1);  // parts of a component, two by two
  ExpectExact(texts, 50, 1 << 20, 3);
}

TEST(PairShares, PeriodicContentsAndShortOnes) {
  ExpectExact({std::string(20'000, 'x'), std::string(7'777, 'x'), std::string(49, 'x'), std::string(50, 'x'),
               "", std::string(60, 'x') + "yz" + std::string(3'000, 'x'), "short"},
              50);
  std::string period;
  for (int i = 0; i < 400; ++i) period += "seventeen letters";
  ExpectExact({period, period.substr(5, 900) + "!" + period.substr(3), "begin" + period}, 50);
}

// Families that share nothing are packed into the same batches while they fit.
TEST(PairShares, FamiliesInSeveralBatches) {
  std::vector<std::string> texts;
  std::vector<ContentPair> pairs;
  for (unsigned family = 0; family < 12; ++family) {
    std::mt19937 random(100 + family);
    const std::string base = Random(20'000, 26, random);
    const auto first = static_cast<std::uint32_t>(texts.size());
    for (std::uint32_t i = 0; i < 8; ++i) texts.push_back(base.substr(1000 * i) + Random(500, 26, random));
    for (const ContentPair& pair : AllPairs(8)) pairs.push_back({first + pair.a, first + pair.b});
  }
  const auto in_one = Measure(texts, pairs, 50, 1 << 30, 2);
  const auto in_several =
      Measure(texts, pairs, 50, 4 << 20, 2);  // 128 KB of contents at a time: two families
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_TRUE(in_several[i].measured) << i;
    EXPECT_EQ(in_several[i].shared_a, in_one[i].shared_a) << i;
    EXPECT_EQ(in_several[i].shared_a,
              CountedBytes(BytesOf(texts[pairs[i].a]), BytesOf(texts[pairs[i].b]), 50))
        << i;
    EXPECT_EQ(in_several[i].shared_b, in_one[i].shared_b) << i;
  }
}

// A chain has fewer bytes in pairs than it takes to find out what all contents share.
TEST(PairShares, FewPairsAreMeasuredOneByOne) {
  std::mt19937 random(6);
  const std::string base = Random(5'000, 26, random);
  std::vector<std::string> texts;
  std::vector<ContentPair> pairs;
  for (std::uint32_t i = 0; i < 50; ++i) {
    texts.push_back(i == 20 ? "" : base.substr(50 * i) + Random(500, 26, random));
    if (i > 0) pairs.push_back({i - 1, i});
  }
  const auto shares = Measure(texts, pairs, 50, 1 << 30, 2);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    ASSERT_EQ(shares[i].measured, pairs[i].a != 20 && pairs[i].b != 20) << i;
    if (!shares[i].measured) continue;
    EXPECT_EQ(shares[i].shared_a, CountedBytes(BytesOf(texts[pairs[i].a]), BytesOf(texts[pairs[i].b]), 50))
        << i;
    EXPECT_GE(shares[i].shared_b, 2'000u);
  }
}

// A family that is larger than the memory is worked in parts.
TEST(PairShares, AFamilyInSeveralBatches) {
  std::mt19937 random(5);
  const std::string base = Random(20'000, 26, random);
  std::vector<std::string> texts;
  for (std::uint32_t i = 0; i < 20; ++i) texts.push_back(base.substr(500 * i) + Random(500, 26, random));
  ExpectExact(texts, 50, 4 << 20);  // 128 KB of contents at a time
}

TEST(PairShares, OneThatCannotBeReadLeavesTheOthersAlone) {
  std::mt19937 random(3);
  const std::string text = Random(5000, 26, random);
  const std::vector<std::string> texts = {text, "", text.substr(100)};
  const auto shares = Measure(texts, {{0, 1}, {0, 2}}, 50, 1 << 30, 2);
  EXPECT_FALSE(shares[0].measured);
  EXPECT_TRUE(shares[1].measured);
  EXPECT_EQ(shares[1].shared_a, 4900u);
  EXPECT_EQ(shares[1].shared_b, 4900u);
}

TEST(PairShares, EachContentIsReadOnceIfAllFit) {
  const auto texts = Versions(7, 30);
  std::vector<std::atomic<int>> reads(texts.size());
  const auto pairs = AllPairs(30);
  MeasurePairs({.pairs = pairs,
                .contents = 30,
                .size = [&](std::uint32_t i) { return texts[i].size(); },
                .whole =
                    [&](std::uint32_t i) {
                      ++reads[i];
                      return Source::Piece{BytesOf(texts[i]), 0, nullptr};
                    },
                .threads = 2});
  for (const auto& read : reads) EXPECT_EQ(read, 1);
}

TEST(PairShares, StopsWhenTold) {
  const auto texts = Versions(9, 20);
  const auto pairs = AllPairs(20);
  std::atomic<int> asked = 0;
  const auto shares = MeasurePairs({.pairs = pairs,
                                    .contents = 20,
                                    .size = [&](std::uint32_t i) { return texts[i].size(); },
                                    .whole =
                                        [&](std::uint32_t i) {
                                          return Source::Piece{BytesOf(texts[i]), 0, nullptr};
                                        },
                                    .threads = 2,
                                    .stop = [&] { return ++asked > 10; }});
  for (const PairShare& share : shares) EXPECT_FALSE(share.measured);
}

}  // namespace
}  // namespace kindred::span
