// find --near: which files it is about, and that it agrees with `near` on them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "kindred/kindred.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using testing_support::RandomText;
using testing_support::TempTree;
using Names = std::set<std::pair<std::string, std::string>>;

class LookSink : public ResultSink {
 public:
  bool On(const Record& record) override {
    return Receive([this](const Summary& value) { summary = value; },
                   [this](const FilePair& pair) { pairs.emplace(pair.a, pair.b); },
                   [this](const NearSummary& value) { near_summary = value; },
                   [this](const NearSet& set) { sets.push_back(set); },
                   [this](const NearPair& pair) { near.emplace(pair.a, pair.b); },
                   [this](const Skip& skip) { skips.push_back(skip); })
        .On(record);
  }

  Summary summary;
  NearSummary near_summary;
  Names pairs;
  Names near;
  std::vector<NearSet> sets;
  std::vector<Skip> skips;
};

class NearStageTest : public testing::Test {
 protected:
  NearStageTest() {
    options_.scan.walk.roots = {tree_.root()};
    options_.pairs = true;
    options_.near_stage = true;
  }

  LookSink Find() {
    LookSink sink;
    Observer observer;
    Index(tree_.index()).Find(options_, sink, observer);
    return sink;
  }
  LookSink Near() {
    LookSink sink;
    Observer observer;
    NearOptions near = options_.near;
    near.key = "skew";
    near.walk = options_.scan.walk;
    Index(tree_.index()).Near(near, sink, observer);
    return sink;
  }
  std::pair<std::string, std::string> Pair(const std::string& a, const std::string& b) const {
    return {tree_.Path(a), tree_.Path(b)};
  }

  TempTree tree_;
  FindOptions options_;
};

// The same short pattern again and again: hardly any marks.
std::string Pattern(std::size_t size, char letter) {
  std::string text;
  while (text.size() < size) text += std::string("pat") + letter;
  text.resize(size);
  return text;
}

TEST_F(NearStageTest, IsAboutFilesThatMarksCannotJudge) {
  const std::string text = RandomText(20000, 1);
  tree_.Write("a", text);
  tree_.Write("b", text.substr(0, 19900));
  tree_.Write("p", Pattern(30000, 'x'));
  tree_.Write("q", Pattern(30100, 'x'));
  const LookSink found = Find();
  EXPECT_EQ(found.pairs, Names({Pair("a", "b")}));
  EXPECT_EQ(found.near, Names({Pair("p", "q")}));
  EXPECT_EQ(found.near_summary.few_marks, 2u);
  EXPECT_EQ(found.near_summary.too_large, 0u);
  EXPECT_EQ(found.near_summary.files, 2u);  // a and b are of another size
  EXPECT_EQ(found.near_summary.pairs, 1u);
}

TEST_F(NearStageTest, NothingHappensUnasked) {
  tree_.Write("p", Pattern(30000, 'x'));
  tree_.Write("q", Pattern(30100, 'x'));
  options_.near_stage = false;
  const LookSink found = Find();
  EXPECT_TRUE(found.near.empty());
  EXPECT_TRUE(found.near_summary.version.empty());
}

// Every near pair that one of such files is in, and no other.
TEST_F(NearStageTest, AgreesWithNear) {
  for (unsigned i = 0; i < 40; ++i) {
    std::string text = RandomText(3000 + i % 5 * 3000, i % 5);
    for (unsigned change = 0; change < i; ++change) text[change * 70] = 'X';
    tree_.Write("text" + std::to_string(i), text);
    tree_.Write("odd" + std::to_string(i), Pattern(9000 + i * 20, "e t\x01"[i % 4]));
  }
  options_.scan.mark_up_to = 12000;
  const LookSink found = Find();
  Names expected;
  const LookSink all = Near();
  auto is_asked = [&](const std::string& path) {
    const bool large = std::ranges::any_of(found.skips, [&](const Skip& skip) { return skip.path == path; });
    return large || path.find("/odd") != std::string::npos;
  };
  for (const auto& [a, b] : all.near) {
    if (is_asked(a) || is_asked(b)) expected.emplace(a, b);
  }
  EXPECT_GT(expected.size(), 20u);
  EXPECT_LT(expected.size(), all.near.size());
  EXPECT_EQ(found.near, expected);
  for (const auto& pair : found.pairs) EXPECT_FALSE(found.near.contains(pair)) << pair.first;
}

// A file just above the limit and one just below: the one below has marks, and is tallied, too.
TEST_F(NearStageTest, TheLimitCutsNoPair) {
  const std::string text = RandomText(20010, 1);
  tree_.Write("above", text);
  tree_.Write("below", text.substr(0, 19990));
  tree_.Write("small", RandomText(5000, 2));
  options_.scan.mark_up_to = 20000;
  const LookSink found = Find();
  EXPECT_EQ(found.near, Names({Pair("above", "below")}));
  EXPECT_EQ(found.near_summary.files, 2u);
  EXPECT_EQ(found.summary.files, 2u);
  ASSERT_EQ(found.skips.size(), 1u);
  EXPECT_EQ(found.skips[0].stage, "mark");
  EXPECT_FALSE(found.skips[0].error);
}

TEST_F(NearStageTest, TheLimitForgetsNothing) {
  tree_.Write("large", RandomText(20000, 1));
  tree_.Write("small", RandomText(5000, 2));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  options_.near_stage = false;
  EXPECT_EQ(Find().summary.files, 2u);
  options_.scan.mark_up_to = 10000;
  EXPECT_EQ(Find().summary.files, 1u);
  LookSink sink;
  Observer observer;
  options_.scan.mark_up_to = ScanOptions().mark_up_to;
  EXPECT_EQ(Index(tree_.index()).Scan(options_.scan, sink, observer).read_files, 0u);
  // And without a scan: the file is in the index, the limit sets it aside.
  options_.rescan = false;
  options_.near_stage = true;
  options_.scan.mark_up_to = 10000;
  const LookSink found = Find();
  EXPECT_EQ(found.near_summary.too_large, 1u);
  EXPECT_EQ(found.skips.size(), 1u);
}

TEST_F(NearStageTest, VerifyingCountsForBoth) {
  tree_.Write("p", Pattern(30000, 'x'));
  tree_.Write("q", Pattern(30100, 'x'));
  options_.verify = true;
  const LookSink found = Find();
  EXPECT_TRUE(found.near_summary.verified);
  EXPECT_EQ(found.near.size(), 1u);
}

}  // namespace
}  // namespace kindred::jobs
