// What the oracle does not check of find: cut lists, thresholds as post-processing, the margin, types.
#include "jobs/find/find.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using namespace testing_support;

// Records which stages ran.
class StageList : public Observer {
 public:
  void OnStage(const StageTiming& timing) override { stages.insert(timing.stage); }
  std::set<std::string> stages;
};

class FindTest : public testing::Test {
 protected:
  // Eight files, each with `shared` of a common text and the rest its own.
  void WriteDrafts() {
    for (unsigned i = 0; i < 8; ++i) {
      tree_.Write("draft" + std::to_string(i), RandomText(4000 + 1000 * i, 1) + RandomText(5000, 100 + i));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(40));  // files just written are read twice
  }

  RecordingSink Find(FindOptions options) {
    options.scan.walk.roots = {tree_.root()};
    options.pairs = true;
    RecordingSink sink;
    stages_ = {};
    Index(tree_.index()).Find(options, sink, stages_);
    return sink;
  }

  TempTree tree_;
  StageList stages_;
};

TEST_F(FindTest, ACutFamilyShowsItsCentreWithTheNearestAndItsTotals) {
  WriteDrafts();
  FindOptions options;
  const RecordingSink whole = Find(options);
  ASSERT_EQ(whole.families.size(), 1u);
  ASSERT_EQ(whole.families[0].files.size(), 8u);
  options.limit = 2;
  const RecordingSink cut = Find(options);
  const Family& family = cut.families.at(0);
  EXPECT_EQ(family.total_files, 8u);
  EXPECT_EQ(family.total_links, whole.families[0].links.size());
  EXPECT_EQ(family.average, whole.families[0].average);
  EXPECT_EQ(family.weakest, whole.families[0].weakest);
  EXPECT_EQ(family.id, whole.families[0].id);
  ASSERT_EQ(family.files.size(), 2u);
  EXPECT_EQ(family.centre, whole.families[0].centre);
  const std::size_t centre = family.files[0].path == family.centre ? 0 : 1;
  EXPECT_EQ(family.files[centre].path, family.centre);
  EXPECT_EQ(family.files[centre].with_centre, 1);
  double nearest = 0;
  for (const Family::File& file : whole.families[0].files) {
    EXPECT_GE(file.with_centre, options.match.minimum) << "every member is similar to it";
    if (file.path != family.centre) nearest = std::max(nearest, file.with_centre);
  }
  EXPECT_EQ(family.files[1 - centre].with_centre, nearest);
  ASSERT_EQ(family.links.size(), 1u);
  EXPECT_EQ(family.links[0].similarity, nearest);
  EXPECT_EQ(cut.groups.size(), std::min<std::size_t>(2, whole.groups.size()));
  EXPECT_EQ(cut.summary.groups, whole.summary.groups);
}

TEST_F(FindTest, AHigherThresholdIsPostProcessing) {
  WriteDrafts();
  FindOptions options;
  Find(options);
  EXPECT_TRUE(stages_.stages.contains("collate"));
  for (double minimum : {0.4, 0.6, 0.9}) {
    for (Measure measure : {Measure::kContainment, Measure::kBoth, Measure::kResemblance}) {
      options.match.minimum = minimum;
      options.match.measure = measure;
      options.scan.walk.roots = {tree_.root()};
      const RecordingSink kept = Find(options);
      EXPECT_FALSE(stages_.stages.contains("collate"));
      EXPECT_FALSE(stages_.stages.contains("read"));
      // The same call on a fresh index.
      RecordingSink fresh;
      options.pairs = true;
      Index(tree_.index() + std::to_string(minimum) + std::to_string(static_cast<int>(measure)))
          .Find(options, fresh, stages_);
      ASSERT_EQ(kept.pairs.size(), fresh.pairs.size());
      for (const auto& [names, pair] : fresh.pairs)
        EXPECT_EQ(kept.pairs.at(names).similarity, pair.similarity);
      EXPECT_EQ(kept.summary.marks, fresh.summary.marks);
    }
  }
}

TEST_F(FindTest, KeptPairsAreNotUsedForAnythingElse) {
  WriteDrafts();
  FindOptions options;
  const RecordingSink first = Find(options);
  auto asks_again = [&](auto change) {
    FindOptions other;
    change(other);
    Find(other);
    const bool again = stages_.stages.contains("collate");
    Find(options);
    return again;
  };
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.match.minimum = 0.1; }));
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.match.margin = 4; }));
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.match.min_shared = 2; }));
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.match.types_together = true; }));
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.match.max_degree = 3; }));
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.scan.walk.exclude = {"draft3"}; }));
  EXPECT_TRUE(asks_again([](FindOptions& o) { o.scan.methods = {"chunks:average=64"}; }));
  tree_.Write("draft3", RandomText(4000, 77));
  EXPECT_LT(Find(options).pairs.size(), first.pairs.size()) << "a changed tree is another question";
}

TEST_F(FindTest, PairsMayBeWithinTheMarginButGroupsAndFamiliesReachTheThreshold) {
  WriteDrafts();
  FindOptions options;
  options.match.minimum = 0.9;
  options.estimate = true;
  const RecordingSink sink = Find(options);
  options.match.margin = 0;
  const RecordingSink strict = Find(options);
  EXPECT_GT(sink.pairs.size(), strict.pairs.size());
  EXPECT_EQ(sink.groups.size(), strict.groups.size());
  for (const auto& [names, pair] : strict.pairs) EXPECT_GE(pair.similarity, 0.9);
  for (const Family& family : sink.families) EXPECT_GE(family.weakest, 0.9);
  for (const Group& group : sink.groups) {
    for (const Group::File& file : group.files) EXPECT_GE(file.similarity, 0.9);
  }
}

TEST_F(FindTest, TextAndOtherFilesAreComparedApart) {
  const std::string text = RandomText(6000, 1);
  tree_.Write("text", text);
  tree_.Write("other", text + std::string(100, '\0'));
  EXPECT_EQ(Find({}).pairs.size(), 0u);
  FindOptions options;
  options.match.types_together = true;
  EXPECT_EQ(Find(options).pairs.size(), 1u);
}

TEST(Find, ASinkThatSaysNoEndsTheRunWithoutAnError) {
  TempTree tree;
  const std::string text = RandomText(5000, 1);
  for (int i = 0; i < 5; ++i) tree.Write("f" + std::to_string(i), text + RandomText(200, 10 + i));
  FindOptions options;
  options.scan.walk.roots = {tree.root()};
  options.pairs = true;
  SilentObserver observer;
  std::vector<std::string> told;
  auto sink = Receive([&](const FilePair& pair) {
    told.push_back(pair.a);
    return told.size() < 2;
  });
  Index(tree.Path(".index")).Find(options, sink, observer);
  EXPECT_EQ(told.size(), 2u);
}

}  // namespace
}  // namespace kindred::jobs
