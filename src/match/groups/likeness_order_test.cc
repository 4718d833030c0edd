// The example of likeness_order.h, and the laws of an order on made-up pairs.
#include "match/groups/likeness_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace kindred::match {
namespace {

using testing::ElementsAre;

struct Case {
  Scope scope;
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint32_t> rank;

  explicit Case(std::vector<std::uint64_t> sizes) : bytes(std::move(sizes)), rank(bytes.size()) {
    for (const std::uint64_t size : bytes)
      scope.push_back({.id = static_cast<ContentId>(scope.size() + 1), .type = {}, .size = size});
    std::iota(rank.begin(), rank.end(), 0u);
  }
  Pair Sharing(std::uint32_t a, std::uint32_t b, std::uint64_t shared) const {
    auto part = [&](std::uint32_t place) {
      return bytes[place] == 0 ? 0.0f : static_cast<float>(shared) / static_cast<float>(bytes[place]);
    };
    return {.a = a, .b = b, .of_a = part(a), .of_b = part(b), .shared_bytes = shared};
  }
  std::vector<std::uint32_t> Places(const std::vector<Pair>& pairs) const {
    std::vector<std::uint32_t> places;
    for (const OrderedPlace& next : OrderByLikeness(pairs, scope, bytes, rank)) places.push_back(next.place);
    return places;
  }
};

TEST(LikenessOrder, NothingAtAll) { EXPECT_THAT(Case({}).Places({}), ElementsAre()); }

TEST(LikenessOrder, WithoutPairsTheRankDecides) {
  Case three({10, 10, 10});
  three.rank = {2, 0, 1};
  EXPECT_THAT(three.Places({}), ElementsAre(1, 2, 0));
}

TEST(LikenessOrder, AFamilyIsWalkedFromItsCentre) {
  const Case files({1000, 1000, 1000, 1000});  // a1, a2, a3, b
  const std::vector<Pair> pairs = {files.Sharing(0, 1, 900), files.Sharing(0, 2, 800),
                                   files.Sharing(1, 2, 900), files.Sharing(1, 3, 100)};
  const auto order = OrderByLikeness(pairs, files.scope, files.bytes, files.rank);
  ASSERT_THAT(files.Places(pairs), ElementsAre(1, 0, 2, 3));
  EXPECT_EQ(order[0].like, kNoLike);
  EXPECT_EQ(order[1].like, 1u);
  EXPECT_FLOAT_EQ(order[1].share, 0.9f);
  EXPECT_EQ(order[3].like, 1u);
  EXPECT_FLOAT_EQ(order[3].share, 0.1f);
}

// Else the small file would come a million bytes after the one that it is like.
TEST(LikenessOrder, SmallBranchesComeBeforeLargeOnes) {
  const Case files({10'000, 10'000, 1'000'000, 10'000});
  const std::vector<Pair> pairs = {files.Sharing(0, 1, 9'000), files.Sharing(0, 3, 8'000),
                                   files.Sharing(1, 2, 9'500)};
  // From 1, the centre: 0 with 3 are 20,000 bytes, 2 is a million.
  EXPECT_THAT(files.Places(pairs), ElementsAre(1, 0, 3, 2));
}

TEST(LikenessOrder, EveryPlaceOnceTreesTogetherAndEachAfterItsLike) {
  std::mt19937 random(19);
  for (int round = 0; round < 200; ++round) {
    const auto count = static_cast<std::uint32_t>(1 + random() % 60);
    std::vector<std::uint64_t> sizes;
    for (std::uint32_t i = 0; i < count; ++i) sizes.push_back(random() % 5000);
    Case files(sizes);
    std::ranges::shuffle(files.rank, random);
    std::vector<Pair> pairs;
    for (std::uint32_t a = 0; a < count; ++a) {
      for (std::uint32_t b = a + 1; b < count; ++b) {
        if (random() % count == 0)
          pairs.push_back(files.Sharing(a, b, random() % (1 + std::min(sizes[a], sizes[b]))));
      }
    }
    const auto order = OrderByLikeness(pairs, files.scope, files.bytes, files.rank);
    ASSERT_EQ(order.size(), count);
    std::vector<std::uint32_t> tree_of(count, kNoLike);
    std::uint32_t trees = 0;
    for (const OrderedPlace& next : order) {
      ASSERT_EQ(tree_of[next.place], kNoLike) << "twice";
      ASSERT_TRUE(next.tree == trees || next.tree + 1 == trees) << "a tree in two places";
      trees = next.tree + 1;
      tree_of[next.place] = next.tree;
      if (next.like == kNoLike) continue;
      ASSERT_EQ(tree_of[next.like], next.tree) << "before the one it is like";
    }
    for (const Pair& pair : pairs) ASSERT_EQ(tree_of[pair.a], tree_of[pair.b]);
  }
}

}  // namespace
}  // namespace kindred::match
