// Links of crowded files: which is linked to which, and with what they truly share.
#include "match/pairs/crowds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

namespace kindred::match {
namespace {

struct Set {
  std::vector<std::uint32_t> members;
  std::uint64_t keys = 1;
};

std::vector<std::uint32_t> Range(std::uint32_t first, std::uint32_t end) {
  std::vector<std::uint32_t> members(end - first);
  std::iota(members.begin(), members.end(), first);
  return members;
}

// Each key weighs one in each of its members; `whole` is what each content weighs.
Crowds LinksOf(const std::vector<Set>& sets, std::uint64_t cap, const std::vector<std::uint64_t>& whole,
               unsigned threads = 2) {
  ScopeWeights weights;
  for (std::uint32_t place = 0; place < whole.size(); ++place) {
    index::ContentMarks marks{place, 0, {}};
    marks.weight_at[0] = whole[place];
    weights.Append(marks);
  }
  weights.Finish();
  auto visit_set = [](const Set& set, const SetVisitor& visit) {
    const std::vector<std::uint64_t> of_members(set.members.size(), set.keys);
    visit(set.members, of_members, set.keys);
  };
  CrowdedWeights crowded(whole.size());
  for (const Set& set : sets) {
    visit_set(set, [&](auto members, auto of_members, std::uint64_t) {
      if (members.size() > cap) crowded.Add(members, of_members);
    });
  }
  const PassSets pass{sets.size(),
                      [&](std::size_t part, const SetVisitor& visit) { visit_set(sets[part], visit); }};
  return LinkCrowds(crowded.Crowded(weights), pass, cap, weights, threads);
}

const PairSums* Find(const Crowds& crowds, std::uint32_t a, std::uint32_t b) {
  for (const PairSums& pair : crowds.pairs) {
    if (pair.a == a && pair.b == b) return &pair;
  }
  return nullptr;
}

TEST(Crowds, AFamilyIsAChainAndAStarWithWhatTheTwoShare) {
  // 100 keys in all ten files, and one that only two of them have.
  const Crowds crowds =
      LinksOf({{Range(0, 10), 100}, {{3, 4}, 1}, {{3, 7}, 1}}, 5, std::vector<std::uint64_t>(10, 101));
  for (std::uint32_t a = 0; a < 9; ++a) {
    const PairSums* next = Find(crowds, a, a + 1);
    ASSERT_NE(next, nullptr) << a;
    EXPECT_EQ(next->keys, a == 3 ? 101u : 100u);
    EXPECT_EQ(next->weight_a, next->keys);
    EXPECT_EQ(next->weight_b, next->keys);
  }
  ASSERT_EQ(crowds.large_families.size(), 10u);
  const std::uint32_t centre = crowds.large_families[0].centre;
  for (std::uint32_t place = 0; place < 10; ++place) {
    EXPECT_EQ(crowds.large_families[place], (LargeFamilyMember{place, centre}));
    EXPECT_TRUE(place == centre || Find(crowds, std::min(place, centre), std::max(place, centre)) != nullptr);
  }
}

TEST(Crowds, ALicenceLinksNobodyAndIsBoilerplate) {
  std::vector<std::uint64_t> whole(20, 100);
  whole[4] = whole[9] = 12;  // but for two files that are little else,
  whole[11] = 40;            // and one of which it is a quarter
  const Crowds crowds = LinksOf({{Range(0, 20), 10}}, 5, whole);
  ASSERT_EQ(crowds.pairs.size(), 1u);
  EXPECT_EQ(crowds.pairs[0], (PairSums{4, 9, 10, 10, 10}));
  EXPECT_THAT(crowds.partly, testing::ElementsAre(4, 9, 11));
  EXPECT_THAT(LinksOf({{Range(0, 20), 10}}, 5, std::vector<std::uint64_t>(20, 100)).pairs,
              testing::IsEmpty());
}

TEST(Crowds, TwoFamiliesWithOneFrameAreTwo) {
  // Everyone has a frame of one kind of mark; the even and the odd ones have 40 others each, most in all.
  std::mt19937 random(5);
  std::vector<Set> sets = {{Range(0, 40), 5}};
  for (int kind = 0; kind < 2; ++kind) {
    for (int key = 0; key < 40; ++key) {
      Set set;
      for (std::uint32_t place = 0; place < 40; ++place) {
        if (place % 2 == static_cast<std::uint32_t>(kind) && random() % 20 != 0) set.members.push_back(place);
      }
      sets.push_back(set);
    }
  }
  const Crowds crowds = LinksOf(sets, 5, std::vector<std::uint64_t>(40, 45));
  ASSERT_EQ(crowds.large_families.size(), 40u);
  for (const LargeFamilyMember& member : crowds.large_families)
    EXPECT_EQ(member.place % 2, member.centre % 2);
}

// 3,000 versions; each is the one before with some keys changed. The nearest are the next ones in time, which
// no order of paths shows.
TEST(Crowds, TheNearestVersionsAreLinkedWhateverTheirNames) {
  std::mt19937 random(7);
  constexpr std::uint32_t kVersions = 3000;
  std::vector<std::uint32_t> place_of = Range(0, kVersions);
  std::ranges::shuffle(place_of, random);
  std::map<std::uint32_t, std::vector<std::uint32_t>> members_of;  // by key
  std::vector<std::uint32_t> keys = Range(0, 100);
  std::uint32_t next_key = 100;
  for (std::uint32_t version = 0; version < kVersions; ++version) {
    if (version % 4 == 0) keys[random() % keys.size()] = next_key++;
    for (std::uint32_t key : keys) members_of[key].push_back(place_of[version]);
  }
  std::vector<Set> sets;
  for (auto& [key, members] : members_of) {
    std::ranges::sort(members);
    if (members.size() > 1) sets.push_back({members, 1});
  }
  std::vector<std::uint32_t> time_of(kVersions);
  for (std::uint32_t version = 0; version < kVersions; ++version) time_of[place_of[version]] = version;
  const Crowds crowds = LinksOf(sets, 100, std::vector<std::uint64_t>(kVersions, 100));
  EXPECT_EQ(crowds.pairs, LinksOf(sets, 100, std::vector<std::uint64_t>(kVersions, 100), 5).pairs);
  EXPECT_LE(crowds.pairs.size(), kVersions * 6u);
  std::vector<std::uint64_t> best(kVersions);
  for (const PairSums& pair : crowds.pairs) {
    best[pair.a] = std::max(best[pair.a], pair.keys);
    best[pair.b] = std::max(best[pair.b], pair.keys);
  }
  std::size_t linked_to_nearest = 0;
  for (std::uint64_t keys_shared : best) linked_to_nearest += keys_shared >= 99;  // of 100
  EXPECT_GE(linked_to_nearest, kVersions * 99 / 100);
}

TEST(Crowds, SetsUpToTheCapAreNoCrowds) {
  EXPECT_THAT(LinksOf({{Range(0, 5), 100}}, 5, std::vector<std::uint64_t>(5, 100)).pairs, testing::IsEmpty());
}

}  // namespace
}  // namespace kindred::match
