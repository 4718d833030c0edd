// Two files compared by CompareFiles: the order of the results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using testing::ElementsAre;
using namespace testing_support;

// A repeats the passage, so its two places come before B's; a line of JSON still has A, then B.
TEST(CompareFiles, ASpanBeginsWithThePlaceInAThenInB) {
  TempTree tree;
  const std::string passage = RandomText(400, 1);
  tree.Write("z", passage + RandomText(100, 2) + passage);
  tree.Write("b", RandomText(50, 3) + passage);
  RecordingSink sink;
  SilentObserver observer;
  CompareFiles(tree.Path("z"), tree.Path("b"), {}, sink, observer);
  ASSERT_EQ(sink.spans.size(), 1u);
  std::vector<std::pair<std::string, std::uint64_t>> places;
  for (const Span::Place& place : sink.spans[0].places) places.emplace_back(place.path, place.offset);
  EXPECT_THAT(places, ElementsAre(std::pair(tree.Path("z"), 0), std::pair(tree.Path("b"), 50),
                                  std::pair(tree.Path("z"), 500)));
}

}  // namespace
}  // namespace kindred::jobs
