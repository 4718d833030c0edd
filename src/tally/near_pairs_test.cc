// The search for near pairs against all pairs: random crowds of tallies, all keys, tolerances by item.
#include "tally/near_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "kindred/error.h"

namespace kindred::tally {
namespace {

constexpr std::uint64_t kMemory = 1 << 30;

// Families of tallies that differ little, some equal, of sizes that overlap.
std::vector<NearItem> MakeItems(std::mt19937& random, std::size_t count, KeyKind kind) {
  std::vector<NearItem> items;
  NearItem base;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 7 == 0) {
      base.size = 100 + random() % 20000;
      for (auto& c : base.counts) c = random() % (base.size / 8 + 1);
    }
    NearItem item = base;
    item.tolerance = 0.01 * static_cast<double>(1 + random() % 3);
    for (auto& c : item.counts) c += random() % 4 == 0 ? random() % 12 : 0;
    item.size += random() % 50;
    const Keys keys = KeysOf(item.counts, random() % 3 == 0 ? "a.txt" : "b.ps");
    item.key = keys[static_cast<std::size_t>(kind)];
    item.key_tolerance = KeyTolerance(kind, item.tolerance);
    items.push_back(item);
  }
  return items;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Slowly(const std::vector<NearItem>& items) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t a = 0; a < items.size(); ++a) {
    for (std::uint32_t b = a + 1; b < items.size(); ++b) {
      if (IsNear(items[a], items[b])) pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

TEST(NearPairs, AreAllThatAreNear) {
  std::mt19937 random(1);
  std::size_t found = 0;
  for (int round = 0; round < 60; ++round) {
    const auto kind = static_cast<KeyKind>(round % 4);
    const std::vector<NearItem> items = MakeItems(random, random() % 500, kind);
    const NearEdges answer = FindNearPairs(items, 0, kMemory, 1 + round % 3);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const NearEdge& edge : answer.edges) pairs.emplace_back(edge.a, edge.b);
    std::ranges::sort(pairs);
    ASSERT_EQ(pairs, Slowly(items));
    EXPECT_EQ(answer.total, pairs.size());
    found += pairs.size();
  }
  EXPECT_GT(found, 5000u);
}

// More than a block of the boxes holds.
TEST(NearPairs, AreAllThatAreNearOfMany) {
  std::mt19937 random(4);
  for (KeyKind kind : {KeyKind::kSkew, KeyKind::kSkewSuffix}) {
    const std::vector<NearItem> items = MakeItems(random, 12000, kind);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (const NearEdge& edge : FindNearPairs(items, 0, kMemory, 2).edges) pairs.emplace_back(edge.a, edge.b);
    std::ranges::sort(pairs);
    EXPECT_EQ(pairs, Slowly(items));
  }
}

TEST(NearPairs, OneIsCheckedByItsOwnWords) {
  NearItem a{.key = 100, .size = 1000, .tolerance = 0.01, .key_tolerance = 0.02};
  NearItem b = a;
  EXPECT_TRUE(IsNear(a, b));
  b.key = 121;
  EXPECT_FALSE(IsNear(a, b));  // the key's reach is 20
  b.key = 120;
  EXPECT_TRUE(IsNear(a, b));
  b.size = 1011;
  EXPECT_FALSE(IsNear(a, b));
  b.size = 1010;
  EXPECT_TRUE(IsNear(a, b));
  b.counts = {6, 0, 4};
  EXPECT_TRUE(IsNear(a, b));
  b.counts[15] = 1;
  EXPECT_FALSE(IsNear(a, b));
  b.counts[15] = 0;
  b.tolerance = 0.001;  // the smaller tolerance counts
  EXPECT_FALSE(IsNear(a, b));
}

TEST(NearPairs, ThreadsAndLimitChangeNothingElse) {
  std::mt19937 random(2);
  const std::vector<NearItem> items = MakeItems(random, 3000, KeyKind::kSkew);
  const NearEdges one = FindNearPairs(items, 0, kMemory, 1);
  const NearEdges four = FindNearPairs(items, 0, kMemory, 4);
  EXPECT_EQ(one.edges, four.edges);
  const NearEdges nearest = FindNearPairs(items, 10, kMemory, 4);
  EXPECT_EQ(nearest.total, one.total);
  ASSERT_GT(one.edges.size(), 10u);
  EXPECT_TRUE(std::equal(nearest.edges.begin(), nearest.edges.end(), one.edges.begin()));
  EXPECT_EQ(nearest.edges.size(), 10u);
}

TEST(NearPairs, MoreThanTheMemoryHoldsIsAnError) {
  const std::vector<NearItem> items(200, NearItem{.size = 1000, .tolerance = 0.01, .key_tolerance = 0.01});
  EXPECT_THROW(FindNearPairs(items, 0, 1, 2), Error);
  EXPECT_EQ(FindNearPairs(items, 5, 1, 2).total, 200u * 199 / 2);
}

// What the paper's figure 9 shows growing with the square.
TEST(NearPairs, WorkGrowsWithTheAnswerNotWithTheSquare) {
  std::mt19937 random(3);
  auto compared = [&](std::size_t count) {
    return static_cast<double>(
        FindNearPairs(MakeItems(random, count, KeyKind::kSkew), 1, kMemory, 1).compared);
  };
  const double small = compared(5000);
  EXPECT_LT(compared(40000), small * 8 * 3);
}

}  // namespace
}  // namespace kindred::tally
