// Which pairs a cut list shows.
#include "engine/find/strongest_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kindred::engine {
namespace {

using testing::ElementsAre;

std::vector<Pair> PairsOf(const std::vector<float>& similarities) {
  std::vector<Pair> pairs;
  for (float similarity : similarities) {
    Pair pair;
    pair.similarity = similarity;
    pairs.push_back(pair);
  }
  return pairs;
}

TEST(StrongestPairs, ComeFirst) {
  const std::vector<Pair> pairs = PairsOf({0.3f, 0.9f, 0.5f, 0.9f});
  EXPECT_THAT(StrongestPairs(pairs, 3), ElementsAre(1, 3, 2));
  EXPECT_THAT(StrongestPairs(pairs, 9), ElementsAre(1, 3, 2, 0));
  EXPECT_THAT(StrongestPairs({}, 9), ElementsAre());
  EXPECT_THAT(StrongestPairs(pairs, 0), ElementsAre());
}

}  // namespace
}  // namespace kindred::engine
