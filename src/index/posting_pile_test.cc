// Piles against a plain list: nothing is lost, and buckets come in the order of keys.
#include "index/posting_pile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace kindred {
namespace {

auto Tied(const Posting& posting) { return std::tuple(posting.key, posting.content, posting.length); }

std::vector<Posting> All(const PostingPile& pile) {
  std::vector<Posting> all;
  for (std::size_t bucket = 0; bucket < PostingPile::kBuckets; ++bucket) pile.Collect(bucket, &all);
  return all;
}

TEST(PostingPile, HoldsWhatWasAdded) {
  std::mt19937_64 random(1);
  PostingPile pile(64);
  std::vector<Posting> expected;
  for (std::uint32_t i = 0; i < 200'000; ++i) {  // several large pages, and buckets of several chunks
    expected.push_back({random() >> (random() % 20), i, i % 7});
    pile.Add(expected.back().key, i, i % 7);
  }
  EXPECT_EQ(pile.size(), expected.size());
  const PostingPile moved = std::move(pile);
  std::vector<Posting> all = All(moved);
  ASSERT_EQ(all.size(), expected.size());
  std::ranges::sort(all, {}, Tied);
  std::ranges::sort(expected, {}, Tied);
  EXPECT_TRUE(std::ranges::equal(all, expected, {}, Tied, Tied));
}

TEST(PostingPile, KeysOfABucketAreBelowThoseOfTheNext) {
  std::vector<std::uint64_t> keys = {0, 1, ~std::uint64_t{0}};
  for (int bit = 0; bit < 64; ++bit) {
    for (std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
      for (std::uint64_t high = 0; high < 16; ++high)
        keys.push_back(bit < 4 ? high : (high << (bit - 4)) | (low & ((std::uint64_t{1} << (bit - 4)) - 1)));
    }
  }
  std::ranges::sort(keys);
  std::size_t last = 0;
  for (const std::uint64_t key : keys) {
    const std::size_t bucket = PostingPile::BucketOf(key);
    ASSERT_LT(bucket, PostingPile::kBuckets);
    ASSERT_GE(bucket, last) << key;
    last = bucket;
  }
  EXPECT_EQ(last, PostingPile::kBuckets - 1);
}

// Else one key would be written twice.
TEST(PostingPile, KeysThatTheIndexCannotTellApartStandInOneBucket) {
  for (const int bits : {17, 18, 19, 20, 44, 63}) {
    PostingPile pile(bits);
    const std::uint64_t dropped = (std::uint64_t{1} << (64 - bits)) - 1;
    std::mt19937_64 random(2);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t key = random() >> (random() % 40);
      pile.Add(key | dropped, 1, 0);
      pile.Add(key & ~dropped, 1, 0);
    }
    for (std::size_t bucket = 0; bucket < PostingPile::kBuckets; ++bucket) {
      std::vector<Posting> held;
      pile.Collect(bucket, &held);
      std::ranges::sort(held, {}, Tied);
      ASSERT_EQ(held.size() % 2, 0u) << bits;
      for (std::size_t i = 0; i < held.size(); i += 2) ASSERT_EQ(held[i].key, held[i + 1].key) << bits;
    }
  }
}

}  // namespace
}  // namespace kindred
