// Interesting sets against brute force over all subsets, on the figures of the paper, and within their work.
#include "match/groups/interesting_sets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace kindred::match {
namespace {

using testing::ElementsAre;
using Places = std::vector<std::uint32_t>;
using Sets = std::map<Places, std::uint64_t>;  // members -> shared keys

void AddSet(SharingSets* sets, const Places& members, std::uint64_t keys = 1) {
  sets->Add(members, std::vector<std::uint64_t>(members.size(), keys), keys);
}

InterestingSets Find(const SharingSets& sharing, std::size_t contents, std::uint64_t minimum,
                     std::uint64_t work = kSetWork, std::uint64_t max_degree = 0) {
  return FindInterestingSets(sharing, contents, minimum, max_degree, work, nullptr);
}

Sets AsMap(const InterestingSets& found) {
  Sets sets;
  for (const SetOfPlaces& set : found.sets) {
    EXPECT_TRUE(sets.emplace(set.members, set.shared).second) << "reported twice";
  }
  return sets;
}

Sets BruteForce(const SharingSets& sharing, std::uint32_t contents, std::uint64_t minimum) {
  auto shared_by = [&](std::uint32_t subset) {
    std::uint64_t shared = 0;
    for (const auto& set : sharing.sets()) {
      std::uint32_t mask = 0;
      for (std::uint32_t member : sharing.Members(set)) mask |= 1u << member;
      if ((mask & subset) == subset) shared += set.keys;
    }
    return shared;
  };
  Sets sets;
  for (std::uint32_t subset = 0; subset < 1u << contents; ++subset) {
    if (std::popcount(subset) < 2 || shared_by(subset) < minimum) continue;
    bool maximal = true;
    for (std::uint32_t more = 0; more < contents && maximal; ++more)
      maximal = (subset >> more & 1) != 0 || shared_by(subset | 1u << more) < minimum;
    if (!maximal) continue;
    Places members;
    for (std::uint32_t place = 0; place < contents; ++place) {
      if ((subset >> place & 1) != 0) members.push_back(place);
    }
    sets.emplace(members, shared_by(subset));
  }
  return sets;
}

TEST(InterestingSets, AreThoseOfBruteForce) {
  std::mt19937 random(1993);
  for (int round = 0; round < 3000; ++round) {
    const auto contents = static_cast<std::uint32_t>(2 + random() % 9);
    SharingSets sharing;
    for (auto lines = 1 + random() % 25; lines > 0; --lines) {
      Places members;
      const auto density = 2 + random() % 4;
      for (std::uint32_t place = 0; place < contents; ++place) {
        if (random() % density != 0) members.push_back(place);
      }
      if (members.size() > 1) AddSet(&sharing, members, 1 + random() % 4);
    }
    const std::uint64_t minimum = 1 + random() % 12;
    const InterestingSets found = Find(sharing, contents, minimum);
    EXPECT_TRUE(found.complete);
    ASSERT_EQ(AsMap(found), BruteForce(sharing, contents, minimum)) << "round " << round;
  }
}

// "A, B, C, and D can share 20 fingerprints in common, A and C share 40, B and D share 65, A, B, and D
// share 38."
TEST(InterestingSets, ManbersExample) {
  SharingSets sharing;
  AddSet(&sharing, {0, 1, 2, 3}, 20);
  AddSet(&sharing, {0, 2}, 20);
  AddSet(&sharing, {0, 1, 3}, 18);
  AddSet(&sharing, {1, 3}, 27);
  EXPECT_EQ(AsMap(Find(sharing, 4, 20)), (Sets{{{0, 1, 2, 3}, 20}}));
  EXPECT_EQ(AsMap(Find(sharing, 4, 30)), (Sets{{{0, 1, 3}, 38}, {{0, 2}, 40}}));
  EXPECT_EQ(AsMap(Find(sharing, 4, 50)), (Sets{{{1, 3}, 65}}));
  EXPECT_EQ(AsMap(Find(sharing, 4, 66)), Sets());
}

TEST(InterestingSets, KeysOfManyFilesCanBeLeftOut) {
  SharingSets sharing;
  AddSet(&sharing, {0, 1, 2, 3}, 20);
  AddSet(&sharing, {0, 1}, 20);
  EXPECT_EQ(AsMap(Find(sharing, 4, 10, kSetWork, 3)), (Sets{{{0, 1}, 20}}));
}

TEST(InterestingSets, TheLargestComeFirst) {
  SharingSets sharing;
  AddSet(&sharing, {0, 1}, 50);
  AddSet(&sharing, {2, 3, 4}, 5);
  AddSet(&sharing, {5, 6}, 60);
  const InterestingSets found = Find(sharing, 7, 5);
  ASSERT_EQ(found.sets.size(), 3u);
  EXPECT_THAT(found.sets[0].members, ElementsAre(2, 3, 4));
  EXPECT_THAT(found.sets[1].members, ElementsAre(5, 6));
}

// All but one of each: the maximal sets of n contents at threshold n/2 are the n choose n/2 halves.
SharingSets Tangle(std::uint32_t contents, std::uint32_t first) {
  SharingSets sharing;
  for (std::uint32_t out = 0; out < contents; ++out) {
    Places members;
    for (std::uint32_t place = 0; place < contents; ++place) {
      if (place != out) members.push_back(first + place);
    }
    AddSet(&sharing, members);
  }
  return sharing;
}

TEST(InterestingSets, ATangleIsExactWhenTheWorkAllows) {
  EXPECT_EQ(Find(Tangle(12, 0), 12, 6).sets.size(), 924u);
}

TEST(InterestingSets, WhenTheWorkEndsTheResultSaysSoAndWhatItHoldsIsTrue) {
  SharingSets sharing = Tangle(40, 2);  // 137 billion sets
  AddSet(&sharing, {0, 1}, 20);
  const InterestingSets found = Find(sharing, 42, 20, 300'000);
  EXPECT_FALSE(found.complete);
  EXPECT_LT(found.steps, 400'000u);
  ASSERT_FALSE(found.sets.empty());
  EXPECT_EQ(found.sets.back().members, (Places{0, 1})) << "the small group is not lost in the tangle";
  for (const SetOfPlaces& set : found.sets) {
    if (set.members.size() == 2) continue;
    EXPECT_EQ(set.members.size(), 20u);
    EXPECT_EQ(set.shared, 20u);
  }
}

TEST(InterestingSets, StopsWhenAsked) {
  const SharingSets sharing = Tangle(40, 0);
  EXPECT_FALSE(FindInterestingSets(sharing, 40, 20, 0, ~std::uint64_t{0}, [] { return true; }).complete);
}

// Ten versions of 300 files, each version keeping nine tenths of the marks of the one before.
TEST(InterestingSets, TenReleasesOfAPackage) {
  std::mt19937 random(7);
  SharingSets sharing;
  constexpr std::uint32_t kFiles = 300, kVersions = 10;
  for (std::uint32_t file = 0; file < kFiles; ++file) {
    for (std::uint32_t born = 0; born < kVersions; ++born) {
      for (int key = 0; key < (born == 0 ? 60 : 6); ++key) {
        Places members;
        for (std::uint32_t version = born; version < kVersions; ++version) {
          members.push_back(version * kFiles + file);
          if (random() % 10 == 0) break;
        }
        if (members.size() > 1) AddSet(&sharing, members);
      }
    }
  }
  Places all(kFiles * kVersions);
  for (std::uint32_t place = 0; place < all.size(); ++place) all[place] = place;
  AddSet(&sharing, all, 2);  // a licence
  const InterestingSets found = Find(sharing, all.size(), 10);
  EXPECT_TRUE(found.complete);
  EXPECT_GE(found.sets.size(), kFiles);
  EXPECT_LT(found.steps, 100'000'000u);
}

}  // namespace
}  // namespace kindred::match
