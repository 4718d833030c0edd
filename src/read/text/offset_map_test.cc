// Offsets in the file, against a list of all of them.
#include "read/text/offset_map.h"

#include <gtest/gtest.h>

#include <random>

namespace kindred::read {
namespace {

TEST(OffsetMap, RandomStepsGiveTheOffsetsThatWereAdded) {
  std::mt19937 draw(3);
  for (int round = 0; round < 200; ++round) {
    OffsetMap map;
    std::vector<std::uint64_t> expected;
    std::uint64_t offset = draw() % 3;
    for (int step = 0; step < 60; ++step) {
      const std::uint64_t bytes = 1 + draw() % 3, skip = draw() % 3, times = 1 + draw() % 4;
      for (std::uint64_t i = 0; i < times; ++i) {
        map.Add(offset, bytes);
        for (std::uint64_t j = 0; j < bytes; ++j) expected.push_back(offset++);
        if (draw() % 4 == 0) {  // a byte that became two
          map.Add(--offset);
          expected.push_back(offset++);
        }
        offset += skip;
      }
    }
    std::vector<std::uint64_t> offsets;
    std::vector<std::uint64_t*> places;
    std::vector<std::uint64_t> wanted;
    for (std::uint64_t i = 0; i < expected.size(); ++i) {
      if (draw() % 3 == 0) continue;
      offsets.push_back(i);
      wanted.push_back(expected[i]);
    }
    for (std::uint64_t& place : offsets) places.push_back(&place);
    map.ToFile(places);
    EXPECT_EQ(offsets, wanted);
  }
}

TEST(OffsetMap, NothingAddedIsTheFileItself) {
  std::uint64_t offset = 7;
  std::uint64_t* const place = &offset;
  OffsetMap().ToFile({&place, 1});
  EXPECT_EQ(offset, 7u);
}

}  // namespace
}  // namespace kindred::read
