// The census counts different sets, whatever their order and repeats; the cap follows the work.
#include "match/keys/degree_census.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <random>

#include "match/keys/key_stream.h"

namespace kindred::match {
namespace {

using Members = std::vector<std::uint32_t>;
using Sets = std::map<std::uint64_t, std::uint64_t>;

Members Stretch(std::uint32_t first, std::uint32_t count) {
  Members members(count);
  std::iota(members.begin(), members.end(), first);
  return members;
}

void Add(const Members& members, DegreeCensus* to) {
  to->Add(HashOfMembers(members), static_cast<std::uint32_t>(members.size()));
}

TEST(DegreeCensus, CountsEachSetOnce) {
  DegreeCensus census;
  for (int repeat = 0; repeat < 3; ++repeat) {
    Add(Stretch(1, 2), &census);
    Add(Stretch(2, 2), &census);
    Add(Stretch(1, 900), &census);
  }
  EXPECT_EQ(census.Sets(), (Sets{{2, 2}, {900, 1}}));
  EXPECT_EQ(census.largest(), 900u);
}

TEST(DegreeCensus, ThreeThousandDraftsOfOneLetterAreNotCapped) {
  DegreeCensus census;
  for (int key = 0; key < 500; ++key) Add(Stretch(0, 3000), &census);
  EXPECT_EQ(census.Cap(0), 0u);
  EXPECT_EQ(census.Cap(100), 100u) << "but as the caller likes";
  EXPECT_EQ(census.Cap(3000), 0u) << "nothing is above";
  Add(Stretch(1, 3000), &census);
  EXPECT_EQ(census.Cap(0), 2u) << "twice that is too much";
}

// A sample must not depend on order, repeats, or on how the stream was cut.
TEST(DegreeCensus, ASampleDependsOnTheSetsAlone) {
  std::vector<Members> sets;
  std::mt19937 random(1);
  for (std::uint32_t i = 0; i < 20'000; ++i)
    sets.push_back(Stretch(i * 10, 2 + static_cast<std::uint32_t>(random() % 6)));
  DegreeCensus one(256);
  for (const Members& set : sets) Add(set, &one);
  std::ranges::shuffle(sets, random);
  std::vector<DegreeCensus> parts(5, DegreeCensus(256));
  for (const Members& set : sets) {
    Add(set, &parts[random() % 5]);
    if (random() % 3 == 0) Add(set, &parts[random() % 5]);
  }
  DegreeCensus all(256);
  for (const DegreeCensus& part : parts) all.AddAll(part);
  EXPECT_EQ(all.Sets(), one.Sets());
  std::vector<SetCount> counts;
  for (const Members& set : sets) counts.push_back({set.size(), std::countl_zero(HashOfMembers(set)), 1});
  EXPECT_EQ(DegreeCensus::SetsOf(counts, 256), one.Sets()) << "nor on who counts";
  std::uint64_t estimate = 0;
  for (const auto& [degree, count] : one.Sets()) estimate += count;
  EXPECT_NEAR(static_cast<double>(estimate), 20'000, 2'000) << "256 of a class give some 6 %";
  DegreeCensus exact;
  for (const Members& set : sets) Add(set, &exact);
  estimate = 0;
  for (const auto& [degree, count] : exact.Sets()) estimate += count;
  EXPECT_EQ(estimate, 20'000u);
}

}  // namespace
}  // namespace kindred::match
