// The whole engine in the hostile tree: it ends, every name has one outcome, the index stays sound, and the
// reports of all formats can be written.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "kindred/kindred.h"
#include "kindred/report.h"
#include "tests/hostile/hostile_tree.h"
#include "tests/hostile/mutator.h"
#include "tests/recording_sink.h"

namespace kindred {
namespace {

using testing_support::RecordingSink;
using testing_support::SilentObserver;

FindOptions OptionsFor(const std::string& root) {
  FindOptions options;
  options.scan.walk.roots = {root};
  options.scan.walk.hidden = true;
  options.scan.run.threads = 2;
  return options;
}

TEST(HostileEngine, FindEndsAndAccountsForEveryName) {
  HostileTree tree;
  tree.AddSpecialFiles();
  tree.AddLinks();
  tree.AddNames();
  tree.AddSparseGiant();
  tree.AddLongPath();
  tree.AddDepth(3000);
  tree.AddHardLinks(2000);
  tree.AddWideDirectory(5000);
  const TempTree place;
  Index index(place.path() + "/index");
  SilentObserver observer;
  RecordingSink first;
  index.Find(OptionsFor(tree.path()), first, observer);
  EXPECT_EQ(first.summary.files, tree.files() - tree.sparse_files());
  std::map<std::string, std::uint64_t> reasons = tree.skips();
  reasons["sparse file above 1 GiB, almost all holes"] += tree.sparse_files();
  std::map<std::string, std::uint64_t> skipped;
  for (const Skip& skip : first.skips) ++skipped[skip.reason];
  EXPECT_EQ(skipped, reasons);

  RecordingSink again;
  index.Find(OptionsFor(tree.path()), again, observer);
  EXPECT_EQ(again.summary.files, first.summary.files);
  EXPECT_EQ(again.identical.size(), first.identical.size());
  EXPECT_TRUE(index.Check(observer).problems.empty());

  for (const std::string& format : ReportFormats()) {
    std::ostringstream out;
    auto report = MakeReport(format, {.limit = 0, .command_line = "", .color = false}, out);
    index.Find(OptionsFor(tree.path()), *report, observer);
    report->End();
    // The tree has copies, but no families to draw; an order or a script is not what find gives. xlsx is
    // compressed, so any byte may occur in it.
    const bool lists = format != "dot" && format != "names" && format != "sh";
    if (lists) EXPECT_GT(out.str().size(), 10000u) << format;
    if (format == "xlsx") continue;
    EXPECT_EQ(out.str().find('\033'), std::string::npos) << format << ": no ESC of a name reaches a terminal";
  }
}

TEST(HostileEngine, ATreeThatNeverHoldsStillLeavesASoundIndex) {
  const TempTree place;
  const TempTree tree;
  Index index(place.path() + "/index");
  SilentObserver observer;
  {
    const Mutator mutator(tree.path(), 7);
    for (int round = 0; round < 15; ++round) {
      RecordingSink sink;
      index.Find(OptionsFor(tree.path()), sink, observer);
    }
    EXPECT_GT(mutator.changes(), 100u);
  }
  EXPECT_TRUE(index.Check(observer).problems.empty());
  RecordingSink sink;
  index.Find(OptionsFor(tree.path()), sink, observer);
  EXPECT_TRUE(index.Check(observer).problems.empty());
}

class NearSink : public ResultSink {
 public:
  bool On(const Record& record) override {
    return Receive([this](const NearSummary& value) { summary = value; },
                   [this](const Skip& skip) { ++skipped[skip.reason]; })
        .On(record);
  }
  NearSummary summary;
  std::map<std::string, std::uint64_t> skipped;
};

TEST(HostileEngine, NearEndsAndAccountsForEveryName) {
  HostileTree tree;
  tree.AddSpecialFiles();
  tree.AddLinks();
  tree.AddNames();
  tree.AddSparseGiant();
  tree.AddLongPath();
  tree.AddDepth(500);
  tree.AddHardLinks(500);
  tree.AddWideDirectory(2000);
  const TempTree place;
  Index index(place.path() + "/index");
  SilentObserver observer;
  NearOptions options;
  options.walk.roots = {tree.path()};
  options.walk.hidden = true;
  options.run.threads = 2;
  for (int round = 0; round < 2; ++round) {
    NearSink sink;
    index.Near(options, sink, observer);
    EXPECT_EQ(sink.summary.files, tree.files() - tree.sparse_files());
    std::map<std::string, std::uint64_t> reasons = tree.skips();
    reasons["sparse file above 1 GiB, almost all holes"] += tree.sparse_files();
    EXPECT_EQ(sink.skipped, reasons);
  }
}

TEST(HostileEngine, NearOnATreeThatNeverHoldsStill) {
  const TempTree place;
  const TempTree tree;
  Index index(place.path() + "/index");
  SilentObserver observer;
  NearOptions options;
  options.walk.roots = {tree.path()};
  {
    const Mutator mutator(tree.path(), 8);
    for (int round = 0; round < 10; ++round) {
      NearSink sink;
      index.Near(options, sink, observer);
    }
    EXPECT_GT(mutator.changes(), 100u);
  }
  std::ofstream(tree.path() + "/still") << std::string(10000, 'x');
  // Once the tree no longer changes, the store gives the same answer as a new one.
  Index fresh(place.path() + "/fresh");
  NearSink after, expected;
  index.Near(options, after, observer);
  fresh.Near(options, expected, observer);
  EXPECT_GT(expected.summary.files, 0u);
  EXPECT_EQ(after.summary.files, expected.summary.files);
  EXPECT_EQ(after.summary.bytes, expected.summary.bytes);
  EXPECT_EQ(after.summary.contents, expected.summary.contents);
  EXPECT_EQ(after.summary.pairs, expected.summary.pairs);
  EXPECT_EQ(after.summary.sets, expected.summary.sets);
  EXPECT_EQ(after.skipped, expected.skipped);
}

}  // namespace
}  // namespace kindred
