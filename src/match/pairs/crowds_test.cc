// Links of mostly capped files: which is linked to which, and with what they truly share.
#include "match/pairs/crowds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

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
std::vector<PairSums> Link(const std::vector<Set>& sets, std::uint64_t cap,
                           const std::vector<std::uint64_t>& whole) {
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
  return LinkCrowds(crowded.MostlyCapped(weights), pass, cap, whole.size(), 2);
}

MATCHER_P3(Links, a, b, keys, "") {
  return arg.a == std::uint32_t(a) && arg.b == std::uint32_t(b) && arg.keys == std::uint64_t(keys) &&
         arg.weight_a == arg.keys && arg.weight_b == arg.keys;
}

TEST(Crowds, AFamilyIsAChainWithWhatNeighboursShare) {
  // 100 keys in all ten files, and one that only two of them have.
  const std::vector<PairSums> links =
      Link({{Range(0, 10), 100}, {{3, 4}, 1}, {{3, 7}, 1}}, 5, std::vector<std::uint64_t>(10, 101));
  ASSERT_EQ(links.size(), 9u);
  for (std::uint32_t a = 0; a < 9; ++a) EXPECT_THAT(links[a], Links(a, a + 1, a == 3 ? 101 : 100));
}

TEST(Crowds, ALicenceLinksNobody) {
  std::vector<std::uint64_t> whole(20, 100);
  whole[4] = whole[9] = 12;  // but for two files that are little else
  EXPECT_THAT(Link({{Range(0, 20), 10}}, 5, whole), testing::ElementsAre(Links(4, 9, 10)));
  EXPECT_THAT(Link({{Range(0, 20), 10}}, 5, std::vector<std::uint64_t>(20, 100)), testing::IsEmpty());
}

TEST(Crowds, TheSmallestCrowdDecides) {
  // Everyone shares a frame; the even and the odd ones are a family each.
  Set even{{}, 45}, odd{{}, 45};
  for (std::uint32_t place = 0; place < 20; ++place) (place % 2 == 0 ? even : odd).members.push_back(place);
  const std::vector<PairSums> links =
      Link({{Range(0, 20), 50}, even, odd}, 5, std::vector<std::uint64_t>(20, 100));
  ASSERT_EQ(links.size(), 19u);
  EXPECT_THAT(links[0], Links(0, 2, 95));
  EXPECT_THAT(links[1], Links(1, 3, 95));
  // The last but one has no later one in its family, so the frame links it.
  EXPECT_THAT(links[18], Links(18, 19, 50));
}

TEST(Crowds, SetsUpToTheCapAreNoCrowds) {
  EXPECT_THAT(Link({{Range(0, 5), 100}}, 5, std::vector<std::uint64_t>(5, 100)), testing::IsEmpty());
}

}  // namespace
}  // namespace kindred::match
