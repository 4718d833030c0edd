// What a family could free, by pairs that are made up.
#include "jobs/match/shown/family_value.h"

#include <gtest/gtest.h>

#include "kindred/record.h"

namespace kindred::jobs {
namespace {

// Contents by place: sizes, times, and which are of pools.
class MadeNames : public ContentNames {
 public:
  std::string PathOf(std::uint32_t place) const override { return std::to_string(place); }
  std::int64_t TimeOf(std::uint32_t place) const override { return times[place]; }
  std::uint64_t SizeOf(std::uint32_t place) const override { return sizes[place]; }
  Digest DigestOf(std::uint32_t) const override { return {}; }
  std::uint64_t CopiesOf(std::uint32_t) const override { return 1; }
  bool IsHere(std::uint32_t place) const override { return place != elsewhere; }

  std::vector<std::uint64_t> sizes;
  std::vector<std::int64_t> times;
  std::uint32_t elsewhere = ~0u;
};

class FamilyValueTest : public testing::Test {
 protected:
  std::uint64_t Value(std::uint32_t centre) const {
    std::vector<std::uint32_t> members(names_.sizes.size());
    std::vector<std::uint32_t> numbers(links_.size());
    for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = i;
    for (std::uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    return RedundantBytes({.members = members, .pairs = numbers, .centre = centre}, links_, names_);
  }

  MadeNames names_;
  std::vector<Pair> links_;
};

TEST_F(FamilyValueTest, AFileThatHoldsTheCentreCountsWhatItHasOfIt) {
  names_.sizes = {100, 1000, 200};
  names_.times = {1, 2, 3};
  links_ = {{.a = 0, .b = 1, .of_a = 1, .of_b = 0.1f, .similarity = 1},
            {.a = 0, .b = 2, .of_a = 0.5f, .of_b = 0.25f, .similarity = 0.5f}};
  EXPECT_EQ(Value(0), 50u + 100u);  // by similarity to the centre it would be 1,100
}

TEST_F(FamilyValueTest, TheNewestCountsNothing) {
  names_.sizes = {1000, 1000};
  names_.times = {1, 2};
  links_ = {{.a = 0, .b = 1, .of_a = 0.9f, .of_b = 0.8f}};
  EXPECT_EQ(Value(1), 900u);
  EXPECT_EQ(Value(0), 900u) << "whichever of the two is the centre";
  names_.times = {2, 1};
  EXPECT_EQ(Value(1), 800u);
  names_.times = {kNoTime, kNoTime};
  EXPECT_EQ(Value(1), 800u) << "no dates: the first stays";
}

TEST_F(FamilyValueTest, AFileThatIsNoPairWithTheCentreCountsWhatItHasOfAnother) {
  names_.sizes = {1000, 1000, 1000};
  names_.times = {3, 2, 1};
  links_ = {{.a = 0, .b = 1, .of_a = 0.5f, .of_b = 0.5f}, {.a = 1, .b = 2, .of_a = 0.9f, .of_b = 0.7f}};
  EXPECT_EQ(Value(0), 500u + 700u);
}

TEST_F(FamilyValueTest, FilesOfPoolsFreeNothingAndNoShareIsMoreThanAll) {
  names_.sizes = {1000, 1000, 1000};
  names_.times = {3, 2, 1};
  links_ = {{.a = 0, .b = 1, .of_a = 2, .of_b = 2}, {.a = 0, .b = 2, .of_a = 2, .of_b = 2}};
  EXPECT_EQ(Value(0), 2000u);
  names_.elsewhere = 1;
  EXPECT_EQ(Value(0), 1000u);
}

}  // namespace
}  // namespace kindred::jobs
