// Sharing sets, pairs, groups and families on small cases worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "match/groups/families.h"
#include "match/groups/groups.h"
#include "match/keys/sharing_sets.h"
#include "match/measure.h"
#include "match/pairs/pairs.h"

namespace kindred::match {
namespace {

using testing::ElementsAre;
using Places = std::vector<std::uint32_t>;

void AddSet(SharingSets* sets, const Places& members, std::uint64_t keys = 1) {
  sets->Add(members, std::vector<std::uint64_t>(members.size(), keys), keys);
}

Scope ScopeOf(std::size_t contents, std::uint64_t size = 1000) {
  Scope scope(contents);
  for (std::uint32_t i = 0; i < contents; ++i) scope[i] = {i + 1, {ContentType::kText, {}}, size, 0};
  return scope;
}

// Contents with `marks` marks each, at level 0.
std::vector<index::ContentMarks> MarksOf(std::size_t contents, std::uint64_t marks) {
  std::vector<index::ContentMarks> all(contents);
  for (std::uint32_t i = 0; i < contents; ++i) {
    all[i].content = i + 1;
    all[i].weight_at[0] = marks;
  }
  return all;
}

struct Found {
  std::vector<Pair> pairs;
  std::uint64_t degree_cap;
  std::uint64_t capped_keys;
};

Found FindPairs(const SharingSets& sets, const Scope& scope, const std::vector<index::ContentMarks>& marks,
                Weight weight, const MatchOptions& options, unsigned threads) {
  const ScopeWeights weights(marks);
  const ProposedPairs proposed =
      ProposePairs(CollateSets(sets, weights, MaxDegree(options, scope.size()), threads), weights,
                   {.info = {}, .weight = weight}, options, Judgement::kByEstimate, threads);
  return {JudgePairs(proposed.pairs, scope, weights, {.info = {}, .weight = weight}, options,
                     Judgement::kByEstimate, threads),
          proposed.degree_cap, proposed.capped_keys};
}

// Figures 1 and 2 of Manber 1993, section 4: twelve lines collapse to six with counters 1 3 3 2 2 1.
TEST(SharingSets, CollapseAsInManbersFigure2) {
  const std::vector<Places> figure1 = {{10, 129, 196, 647, 1174},
                                       {10, 129, 196, 647},
                                       {12, 30, 40, 44, 213, 649, 733, 942, 962, 3023, 4207},
                                       {12, 30, 40, 44, 213, 649, 733, 942, 962, 3023, 4207},
                                       {10, 129, 196, 647},
                                       {11, 76, 212, 648, 732, 942, 961, 3021, 4203},
                                       {12, 30, 40, 44, 213, 649, 733, 942, 962, 3023, 4207},
                                       {11, 212, 648, 732, 942, 961, 3021, 4203},
                                       {10, 129, 196, 647},
                                       {11, 212, 648, 732, 942, 961, 3021, 4203},
                                       {12, 30, 40, 44, 77, 213, 649, 733, 942, 962, 3023, 4207},
                                       {11, 76, 212, 648, 732, 942, 961, 3021, 4203}};
  SharingSets sets;
  for (const Places& line : figure1) AddSet(&sets, line);
  std::vector<std::uint64_t> counters;
  for (const auto& set : sets.sets()) counters.push_back(set.keys);
  EXPECT_THAT(counters, ElementsAre(1, 3, 3, 2, 2, 1));
}

TEST(SharingSets, PartsAddUp) {
  SharingSets one, two;
  AddSet(&one, {1, 2});
  AddSet(&two, {1, 2}, 3);
  AddSet(&two, {1, 3});
  one.AddAll(two);
  ASSERT_EQ(one.sets().size(), 2u);
  EXPECT_EQ(one.sets()[0].keys, 4u);
  EXPECT_THAT(one.Weights(one.sets()[0]), ElementsAre(4, 4));
}

TEST(Pairs, SumOverAllSetsBothBelongTo) {
  SharingSets sets;
  AddSet(&sets, {0, 1, 2}, 10);
  AddSet(&sets, {0, 2}, 30);
  auto marks = MarksOf(3, 100);
  marks[2].weight_at[0] = 50;
  const auto found = FindPairs(sets, ScopeOf(3), marks, Weight::kMarks, {.minimum = 0.2}, 1);
  ASSERT_EQ(found.pairs.size(), 2u);
  EXPECT_EQ(found.pairs[0].a, 0u);
  EXPECT_EQ(found.pairs[0].b, 2u);
  EXPECT_FLOAT_EQ(found.pairs[0].of_a, 0.4f);
  EXPECT_FLOAT_EQ(found.pairs[0].of_b, 0.8f);
  EXPECT_FLOAT_EQ(found.pairs[0].similarity, 0.8f);
  EXPECT_EQ(found.pairs[0].shared_marks, 40u);
  EXPECT_EQ(found.pairs[0].shared_bytes, 400u) << "the smaller of 40 % and 80 % of 1000 bytes";
  EXPECT_EQ(found.pairs[1].a, 1u);
  EXPECT_EQ(found.pairs[1].b, 2u);
  EXPECT_EQ(found.capped_keys, 0u);
}

TEST(Pairs, AreComparedAtTheCoarserLevel) {
  SharingSets sets;
  AddSet(&sets, {0, 1}, 10);
  auto marks = MarksOf(2, 0);
  marks[0].level = 2;
  marks[0].weight_at = {0, 0, 160, 80, 40, 20};
  marks[1].level = 4;
  marks[1].weight_at = {0, 0, 0, 0, 10, 5};
  const auto found = FindPairs(sets, ScopeOf(2), marks, Weight::kMarks, {}, 1);
  ASSERT_EQ(found.pairs.size(), 1u);
  EXPECT_FLOAT_EQ(found.pairs[0].of_a, 0.25f);
  EXPECT_FLOAT_EQ(found.pairs[0].of_b, 1.0f);
}

TEST(Pairs, RulesOfTheCaller) {
  SharingSets sets;
  AddSet(&sets, {0, 1}, 2);
  Scope scope = ScopeOf(2);
  scope[1].size = 100;
  scope[1].suffix = 7;
  const auto marks = MarksOf(2, 4);
  auto count = [&](const MatchOptions& options, Weight weight = Weight::kMarks) {
    return FindPairs(sets, scope, marks, weight, options, 1).pairs.size();
  };
  EXPECT_EQ(count({}), 0u) << "two marks are no evidence";
  EXPECT_EQ(count({}, Weight::kBytes), 1u) << "a chunk is";
  EXPECT_EQ(count({.min_shared = 2}), 1u);
  EXPECT_EQ(count({.minimum = 0.51, .min_shared = 2}), 0u);
  EXPECT_EQ(count({.min_shared = 2, .same_suffix = true}), 0u);
  EXPECT_EQ(count({.min_shared = 2, .size_ratio = 0.1}), 1u);
  EXPECT_EQ(count({.min_shared = 2, .size_ratio = 0.11}), 0u);
}

TEST(Measure, ThreeWays) {
  const SharedWeight shared{.keys = 10, .weight_a = 10, .total_a = 20, .weight_b = 10, .total_b = 100};
  EXPECT_FLOAT_EQ(MeasureShares(shared, {Measure::kContainment}).similarity, 0.5f);
  EXPECT_FLOAT_EQ(MeasureShares(shared, {Measure::kBoth}).similarity, 0.1f);
  EXPECT_FLOAT_EQ(MeasureShares(shared, {Measure::kResemblance}).similarity, 10.0f / 110);
  EXPECT_FLOAT_EQ(MeasureShares({}, {Measure::kResemblance}).similarity, 0);
}

TEST(Measure, TheMarginIsTheErrorOfTheSample) {
  SharedWeight shared{
      .keys = 20, .weight_a = 20, .total_a = 100, .weight_b = 20, .total_b = 1000, .level = 8};
  const Shares shares = MeasureShares(shared, {Measure::kContainment, 2.5});
  EXPECT_FLOAT_EQ(shares.similarity, 0.2f);
  EXPECT_NEAR(shares.at_most, 0.2 + 2.5 * std::sqrt(0.2 * 0.8 / 100), 0.003);
  shared.level = 0;
  EXPECT_FLOAT_EQ(MeasureShares(shared, {Measure::kContainment, 2.5}).at_most, 0.2f)
      << "nothing is uncertain";
}

// Manber 1993, section 3: a file with two versions of the query has "160 %" of it.
TEST(Measure, AsSifCountsAShareMayExceedOne) {
  const SharedWeight shared{
      .keys = 10, .weight_a = 10, .total_a = 10, .weight_b = 16, .total_b = 20, .level = 4};
  EXPECT_FLOAT_EQ(MeasureShares(shared, {Measure::kContainment, 3}).of_a, 1);
  const Shares sif = MeasureShares(shared, {Measure::kContainment, 3, Count::kMultiset});
  EXPECT_FLOAT_EQ(sif.of_a, 1.6f);
  EXPECT_FLOAT_EQ(sif.of_b, 0.5f);
  EXPECT_FLOAT_EQ(sif.similarity, 1.6f);
  EXPECT_FLOAT_EQ(sif.at_most, 1.6f);
}

// A licence in every file: it proposes nothing, but where rarer keys propose a pair, it counts.
TEST(Pairs, CappedKeysProposeNothingButCount) {
  SharingSets sets;
  Places all(100);
  std::iota(all.begin(), all.end(), 0u);
  AddSet(&sets, all, 20);
  AddSet(&sets, {3, 50}, 10);
  AddSet(&sets, {4, 51}, 2);
  const auto marks = MarksOf(100, 40);
  const auto capped = FindPairs(sets, ScopeOf(100), marks, Weight::kMarks, {.max_degree = 99}, 2);
  EXPECT_EQ(capped.capped_keys, 20u);
  EXPECT_EQ(capped.degree_cap, 99u);
  ASSERT_EQ(capped.pairs.size(), 1u);
  EXPECT_EQ(capped.pairs[0].a, 3u);
  EXPECT_EQ(capped.pairs[0].b, 50u);
  EXPECT_FLOAT_EQ(capped.pairs[0].similarity, 0.75f) << "30 of 40, the capped ones included";
  // 4 and 51 share 22 of 40, but only two rare keys: not enough evidence alone.
  const auto free = FindPairs(sets, ScopeOf(100), marks, Weight::kMarks, {.max_degree = 100}, 2);
  EXPECT_EQ(free.capped_keys, 0u);
  EXPECT_EQ(free.pairs.size(), 4950u);
}

TEST(Pairs, TheCapFollowsTheWorkBudget) {
  SharingSets sets;
  const std::uint32_t files = 20000;
  for (std::uint32_t set = 0; set < 5; ++set) {  // five sets of nearly all files: two billion pairs
    Places members;
    for (std::uint32_t i = 0; i < files; ++i) {
      if (i % 100 != set) members.push_back(i);
    }
    AddSet(&sets, members, 5);
  }
  Places drafts(1000);
  std::iota(drafts.begin(), drafts.end(), 0u);
  AddSet(&sets, drafts, 5);
  const auto found =
      FindPairs(sets, ScopeOf(files), MarksOf(files, 100), Weight::kMarks, {.minimum = 0.01}, 2);
  EXPECT_EQ(found.degree_cap, 1000u);
  EXPECT_EQ(found.capped_keys, 25u);
  EXPECT_EQ(found.pairs.size(), 1000u * 999 / 2) << "a thousand drafts are still found";
}

Pair Joined(std::uint32_t a, std::uint32_t b, float similarity) {
  return {.a = a, .b = b, .of_a = similarity, .of_b = similarity, .similarity = similarity};
}

// A page (0), two books that have it (1, 2), and an edition of the page (3).
TEST(Groups, OfReferenceIsDirected) {
  const std::vector<Pair> pairs = {{.a = 0, .b = 1, .of_a = 1.0f, .of_b = 0.01f, .similarity = 1.0f},
                                   {.a = 0, .b = 2, .of_a = 0.9f, .of_b = 0.02f, .similarity = 0.9f},
                                   {.a = 0, .b = 3, .of_a = 0.5f, .of_b = 0.95f, .similarity = 0.95f}};
  const Groups groups(pairs, 4, {.of_reference = 0.25});
  ASSERT_EQ(groups.size(), 2u) << "no group of a book: it shares little of itself";
  EXPECT_EQ(groups[0].reference, 0u);
  EXPECT_THAT(groups[0].pairs, ElementsAre(0, 1, 2));
  EXPECT_EQ(groups[1].reference, 3u);
  EXPECT_THAT(groups[1].pairs, ElementsAre(2));
  EXPECT_THAT(MostOfReference(groups[0], pairs, 2), ElementsAre(0, 1));
  // Two that hold most of each other are one set.
  EXPECT_EQ(Groups(std::vector<Pair>{{.a = 0, .b = 1, .of_a = 0.5f, .of_b = 0.5f, .similarity = 0.5f}}, 2,
                   {.of_reference = 0.25})
                .size(),
            1u);
}

TEST(Groups, EachSetOnce) {
  // 0, 1 and 2 are similar to each other; 3 to 2 only.
  const std::vector<Pair> pairs = {Joined(0, 1, 0.5f), Joined(0, 2, 0.9f), Joined(1, 2, 0.6f),
                                   Joined(2, 3, 0.7f)};
  const Groups groups(pairs, 5);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].reference, 2u) << "the largest first: 0 1 2 3";
  EXPECT_THAT(MostSimilar(groups[0].pairs, pairs, 3), ElementsAre(1, 3, 2));
  EXPECT_EQ(groups[1].reference, 0u) << "0 1 2 once, not again for 1";
  EXPECT_EQ(groups[2].reference, 3u);
}

TEST(Families, AreTheConnectedOnesLargestFirst) {
  const std::vector<Pair> pairs = {Joined(0, 9, 0.5f), Joined(2, 5, 0.3f), Joined(5, 7, 0.8f)};
  const Families families(pairs, 10, FamilyShape::kConnected);
  ASSERT_EQ(families.size(), 2u);
  EXPECT_THAT(families[0].members, ElementsAre(2, 5, 7));
  EXPECT_THAT(MostSimilar(families[0].pairs, pairs, 9), ElementsAre(2, 1));
  EXPECT_THAT(families[1].members, ElementsAre(0, 9));
}

TEST(Families, AChainIsCutIntoStars) {
  const std::vector<Pair> pairs = {Joined(0, 1, 0.6f), Joined(1, 2, 0.6f), Joined(2, 3, 0.6f),
                                   Joined(3, 4, 0.6f), Joined(5, 7, 0.6f)};
  const Families families(pairs, 10, FamilyShape::kAroundCentre);
  ASSERT_EQ(families.size(), 3u);
  EXPECT_THAT(families[0].members, ElementsAre(0, 1, 2));
  EXPECT_EQ(families[0].centre, 1u);
  EXPECT_THAT(families[0].pairs, ElementsAre(0, 1));
  EXPECT_THAT(families[1].members, ElementsAre(3, 4));
  EXPECT_THAT(families[2].members, ElementsAre(5, 7));
  EXPECT_EQ(families.links_between(), 1u);
}

TEST(Families, AFileThatHoldsPiecesOfManyIsNoCentreOfThem) {
  // 0 has small pieces of two families; each of them is in it as a whole.
  std::vector<Pair> pairs;
  for (std::uint32_t b = 1; b <= 6; ++b)
    pairs.push_back({.a = 0, .b = b, .of_a = 0.05f, .of_b = 1, .similarity = 1});
  for (const auto& [a, b] : {std::pair(1u, 2u), {1u, 3u}, {2u, 3u}, {4u, 5u}, {4u, 6u}, {5u, 6u}})
    pairs.push_back(Joined(a, b, 0.8f));
  std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::pair(pair.a, pair.b); });
  const Families families(pairs, 7, FamilyShape::kAroundCentre);
  ASSERT_EQ(families.size(), 2u);
  EXPECT_THAT(families[0].members, ElementsAre(0, 1, 2, 3)) << "it belongs to one that it shares with";
  EXPECT_EQ(families[0].centre, 1u);
  EXPECT_THAT(families[1].members, ElementsAre(4, 5, 6));
}

TEST(Families, WhoseNeighboursWentElsewhereJoinsTheMostSimilar) {
  // 4 is similar to 3 only, which belongs to 1.
  const std::vector<Pair> pairs = {Joined(0, 1, 0.6f), Joined(1, 2, 0.6f), Joined(1, 3, 0.6f),
                                   Joined(3, 4, 0.5f)};
  const Families families(pairs, 5, FamilyShape::kAroundCentre);
  ASSERT_EQ(families.size(), 1u);
  EXPECT_THAT(families[0].members, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(families[0].centre, 1u);
}

TEST(Groups, OfALargeFamilyOnlyTheCentreIsAReference) {
  const std::vector<Pair> pairs = {Joined(0, 1, 0.6f), Joined(1, 2, 0.6f), Joined(1, 3, 0.6f)};
  const std::vector<LargeFamilyMember> families = {{0, 1}, {1, 1}, {2, 1}};
  const Groups groups(pairs, 5, {.large_families = families});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].reference, 1u);
  EXPECT_EQ(groups[1].reference, 3u) << "of no family";
}

TEST(Families, VersionsOfOneStayTogether) {
  // 2 and 3 are versions of one; 1 gathers 2, 4 gathers 3.
  const std::vector<Pair> pairs = {Joined(0, 1, 0.6f), Joined(1, 2, 0.6f), Joined(2, 3, 0.95f),
                                   Joined(3, 4, 0.6f), Joined(4, 5, 0.6f), Joined(4, 6, 0.6f)};
  const Families families(pairs, 7, FamilyShape::kAroundCentre);
  ASSERT_EQ(families.size(), 2u);
  EXPECT_THAT(families[0].members, ElementsAre(2, 3, 4, 5, 6));
  EXPECT_EQ(families[0].centre, 4u);
  EXPECT_THAT(families[1].members, ElementsAre(0, 1));
}

TEST(Families, ALongChainIsOneFamily) {
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i + 1 < 50000; ++i) pairs.push_back(Joined(49998 - i, 49999 - i, 0.5f));
  const Families families(pairs, 50000, FamilyShape::kConnected);
  ASSERT_EQ(families.size(), 1u);
  EXPECT_EQ(families[0].members.size(), 50000u);
}

}  // namespace
}  // namespace kindred::match
