// Kept shares come back as they were, or not at all.
#include "index/store/kept_shares.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/temp_tree.h"

namespace kindred::index {
namespace {

using testing_support::TempTree;

constexpr Digest kRules{7, 8};

KeptShare Share(std::uint64_t number) {
  return {HashOfPair({number, 1}, {number, 2}), number, 2 * number, 3 * number, 4 * number};
}

std::vector<KeptShare> Shares(std::uint64_t first, std::uint64_t end) {
  std::vector<KeptShare> shares;
  for (std::uint64_t number = first; number < end; ++number) shares.push_back(Share(number));
  return shares;
}

TEST(KeptShares, ComeBackWithWhatIsAddedLater) {
  const TempTree tree;
  KeptShares(base::PosixFileSystem(), tree.root(), kRules).Save(Shares(0, 500), {});
  KeptShares(base::PosixFileSystem(), tree.root(), kRules).Save(Shares(400, 900), {});
  const KeptShares kept(base::PosixFileSystem(), tree.root(), kRules);
  for (std::uint64_t number = 0; number < 900; ++number) {
    const KeptShare* share = kept.Find(Share(number).pair);
    ASSERT_NE(share, nullptr) << number;
    EXPECT_EQ(*share, Share(number));
  }
  EXPECT_EQ(kept.Find(Share(900).pair), nullptr);
}

TEST(KeptShares, OfOtherRulesAreNone) {
  const TempTree tree;
  KeptShares(base::PosixFileSystem(), tree.root(), kRules).Save(Shares(0, 5), {});
  EXPECT_EQ(KeptShares(base::PosixFileSystem(), tree.root(), {7, 9}).Find(Share(1).pair), nullptr);
  EXPECT_EQ(KeptShares(base::PosixFileSystem(), tree.index(), kRules).Find(Share(1).pair), nullptr);
}

TEST(KeptShares, APairIsTheSameInEitherOrder) {
  const Digest a{1, 2}, b{1, 3};
  EXPECT_EQ(HashOfPair(a, b), HashOfPair(b, a));
  KeptShare share{0, 10, 20, 30, 40};
  OrderByDigest(a, b, &share);
  EXPECT_EQ(share, (KeptShare{0, 10, 20, 30, 40}));
  OrderByDigest(b, a, &share);
  EXPECT_EQ(share, (KeptShare{0, 20, 10, 40, 30}));
}

TEST(KeptShares, DamagedAreNone) {
  const TempTree tree;
  KeptShares(base::PosixFileSystem(), tree.root(), kRules).Save(Shares(1, 40), {});
  std::ifstream file(tree.Path("shares"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  ASSERT_GT(whole.size(), 100u);
  auto has_any = [&] {
    const KeptShares kept(base::PosixFileSystem(), tree.root(), kRules);
    for (std::uint64_t number = 1; number < 40; ++number) {
      if (kept.Find(Share(number).pair) != nullptr) return true;
    }
    return false;
  };
  EXPECT_TRUE(has_any());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    tree.Write("shares", flipped);
    EXPECT_FALSE(has_any()) << "byte " << at;
    tree.Write("shares", whole.substr(0, at));
    EXPECT_FALSE(has_any()) << "cut at " << at;
  }
}

}  // namespace
}  // namespace kindred::index
