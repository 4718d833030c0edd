// Piles against a plain list: nothing is lost, and buckets come in the order of keys.
#include "index/segment/posting_pile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace kindred::index {
namespace {

std::tuple<std::uint64_t, ContentId, std::uint32_t> Tied(const Posting& posting) {
  return {posting.key, posting.content, posting.length};
}

std::vector<Posting> All(const PostingPile& pile) {
  std::vector<Posting> all;
  for (std::size_t bucket = 0; bucket < PostingPile::kBuckets; ++bucket) pile.Collect(bucket, &all);
  return all;
}

// Keys of few bits leave room for any content; those of many and high numbers of contents are kept whole.
TEST(PostingPile, HoldsWhatWasAdded) {
  for (const int bits : {20, 44, 48, 64}) {
    for (const Weight weight : {Weight::kMarks, Weight::kBytes}) {
      std::mt19937_64 random(1);
      PostingPile pile(bits, weight);
      std::vector<Posting> expected;
      for (std::uint32_t i = 0; i < 200'000; ++i) {  // several maps, and buckets of several blocks
        const std::uint64_t key = random() >> (random() % 20) >> (64 - bits) << (64 - bits);
        const ContentId content = random() % 4 == 0 ? ~ContentId{0} - i % 5 : i;
        expected.push_back({key, content, weight == Weight::kBytes ? i % 7 : 0});
        pile.Add(key, content, i % 7);
      }
      EXPECT_EQ(pile.size(), expected.size());
      const PostingPile moved = std::move(pile);
      std::vector<Posting> all = All(moved);
      ASSERT_EQ(all.size(), expected.size());
      std::ranges::sort(all, {}, Tied);
      std::ranges::sort(expected, {}, Tied);
      EXPECT_TRUE(std::ranges::equal(all, expected, {}, Tied, Tied)) << bits;
    }
  }
}

TEST(PostingPile, PackedPostingsStandInTheSameOrder) {
  std::mt19937_64 random(3);
  PostingPile pile(44, Weight::kMarks);
  for (std::uint32_t i = 0; i < 50'000; ++i)
    pile.Add(random() >> (random() % 24) & ~std::uint64_t{0xFFF}, static_cast<ContentId>(random() % 1000), 0);
  for (std::size_t bucket = 0; bucket < PostingPile::kBuckets; ++bucket) {
    ASSERT_TRUE(pile.IsPacked(bucket));
    std::vector<std::uint64_t> packed;
    std::vector<Posting> whole;
    pile.Collect(bucket, &packed);
    pile.Collect(bucket, &whole);
    std::ranges::sort(packed);
    std::ranges::sort(whole, {}, Tied);
    ASSERT_TRUE(std::ranges::equal(
        packed, whole, {}, [&](std::uint64_t one) { return Tied(pile.PackingOf(bucket).Unpack(one)); },
        Tied));
  }
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
    PostingPile pile(bits, Weight::kMarks);
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
}  // namespace kindred::index
