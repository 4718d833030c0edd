// Which file stays, and which are left alone.
#include "act/plan/plan.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/act/act_tree.h"

namespace kindred::act {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Plans : public testing::Test {
 protected:
  void Add(const std::string& name, std::int64_t seconds, bool protect = false) {
    tree_.Write(name, "equal");
    const timespec times[2] = {{.tv_sec = seconds, .tv_nsec = 0}, {.tv_sec = seconds, .tv_nsec = 0}};
    ::utimensat(AT_FDCWD, tree_.Path(name).c_str(), times, 0);
    Again(name, protect);
  }
  // A name that is there already.
  void Again(const std::string& name, bool protect = false) {
    const FileFacts facts = tree_.Facts(name);
    set_.files.push_back({.path = {tree_.root(), name},
                          .shown = name,
                          .size = facts.size,
                          .mtime_ns = facts.mtime_ns,
                          .protect = protect});
    set_.size = facts.size;
  }
  Plan Make(std::vector<KeepRule> keep = {}) {
    options_.keep = std::move(keep);
    Plan plan;
    PlanSet(set_, options_, steps_, &plan);
    return plan;
  }
  static std::vector<std::string> Copies(const PlannedSet& set) {
    std::vector<std::string> names;
    for (const Job& job : set.jobs) names.push_back(job.copy.shown);
    return names;
  }

  ActTree tree_;
  Steps steps_;
  CandidateSet set_;
  PlanOptions options_{
      .by = ReplaceBy::kHardlink, .move_to = {}, .several_roots = false, .keep = {}, .rules = {}};
};

TEST_F(Plans, TheOldestStays) {
  Add("a", 300);
  Add("b", 100);
  Add("c", 200);
  const Plan plan = Make();
  ASSERT_EQ(plan.sets.size(), 1u);
  EXPECT_EQ(plan.sets[0].keep.shown, "b");
  EXPECT_EQ(plan.sets[0].why, "oldest");
  EXPECT_THAT(Copies(plan.sets[0]), ElementsAre("a", "c"));
  EXPECT_THAT(plan.left, IsEmpty());
}

TEST_F(Plans, RulesDecideInTheirOrder) {
  Add("x/long/a", 100);
  Add("b", 100);
  Add("c", 50);
  const KeepRule newest{KeepRule::Kind::kNewest, "newest"};
  const KeepRule shortest{KeepRule::Kind::kShortestPath, "shortest path"};
  const KeepRule long_one{KeepRule::Kind::kMatching, "long/*",
                          [](const std::string& path) { return path.find("/long/") != std::string::npos; }};
  EXPECT_EQ(Make({newest, shortest}).sets[0].keep.shown, "b");
  EXPECT_EQ(Make({long_one}).sets[0].keep.shown, "x/long/a");
  EXPECT_EQ(Make({long_one}).sets[0].why, "long/*");
}

TEST_F(Plans, ProtectedFilesStay) {
  Add("a", 100);
  Add("b", 200, true);
  Add("c", 300, true);
  const Plan plan = Make();
  EXPECT_EQ(plan.sets[0].keep.shown, "b");
  EXPECT_EQ(plan.sets[0].why, "protected");
  EXPECT_THAT(Copies(plan.sets[0]), ElementsAre("a"));
  ASSERT_EQ(plan.left.size(), 1u);
  EXPECT_TRUE(plan.left[0].wished);
}

TEST_F(Plans, HardLinksAreOneFile) {
  Add("a", 100);
  Add("b", 200);
  std::filesystem::create_hard_link(tree_.Path("b"), tree_.Path("c"));
  Again("c");
  const Plan plan = Make();
  EXPECT_THAT(Copies(plan.sets[0]), ElementsAre("b", "c"));
  // Its space is free when both names are gone.
  EXPECT_EQ(plan.sets[0].jobs[0].freed, 0u);
  EXPECT_EQ(plan.sets[0].jobs[1].freed, 5u);
  std::filesystem::create_hard_link(tree_.Path("a"), tree_.Path("d"));
  set_.files.clear();
  for (const char* name : {"a", "d"}) Again(name);
  EXPECT_THAT(Make().sets, IsEmpty());
}

TEST_F(Plans, FilesThatMayNotReplaceEachOtherAreApart) {
  Add("a", 100);
  Add("b", 200);
  Add("c", 300);
  Add("d", 400);
  Add("e", 500);
  ::chmod(tree_.Path("c").c_str(), 0600);
  ::chmod(tree_.Path("d").c_str(), 0600);
  ::chmod(tree_.Path("e").c_str(), 0640);
  const Plan plan = Make();
  ASSERT_EQ(plan.sets.size(), 2u);
  EXPECT_EQ(plan.sets[0].keep.shown, "a");
  EXPECT_EQ(plan.sets[1].keep.shown, "c");
  EXPECT_THAT(Copies(plan.sets[1]), ElementsAre("d"));
  ASSERT_EQ(plan.left.size(), 1u);
  EXPECT_EQ(plan.left[0].shown, "e");
  EXPECT_EQ(plan.left[0].reason, "it has other permissions");
  options_.rules.across_permissions = true;
  EXPECT_EQ(Make().sets[0].jobs.size(), 4u);
}

TEST_F(Plans, WhatChangedSinceTheScanIsNoCandidate) {
  Add("a", 100);
  Add("b", 200);
  set_.files[1].mtime_ns += 1;
  const Plan plan = Make();
  EXPECT_THAT(plan.sets, IsEmpty());
  ASSERT_EQ(plan.left.size(), 1u);
  EXPECT_EQ(plan.left[0].reason, "it has changed since it was scanned");
}

}  // namespace
}  // namespace kindred::act
