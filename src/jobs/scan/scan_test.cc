// Scans that follow each other: what is read, what is in the index afterwards, and what a stop leaves.
#include "jobs/scan/scan.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "kindred/error.h"
#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using namespace testing_support;
using testing::ElementsAre;

class ScanTest : public testing::Test {
 protected:
  // A file just written is read again by the next scan, because a later write could go unseen.
  static void LetFilesAge() { std::this_thread::sleep_for(std::chrono::milliseconds(40)); }

  ScanSummary Scan(std::vector<std::string> methods = {"fingerprints"}) {
    LetFilesAge();
    ScanOptions options;
    options.walk.roots = {tree_.root()};
    options.methods = std::move(methods);
    RecordingSink sink;
    return Index(tree_.index()).Scan(options, sink, observer_);
  }

  RecordingSink Find(FindOptions options = {}) {
    LetFilesAge();
    options.scan.walk.roots = {tree_.root()};
    options.pairs = true;
    RecordingSink sink;
    Index(tree_.index()).Find(options, sink, observer_);
    return sink;
  }

  static std::vector<std::string> PathsOf(const IdenticalSet& set) {
    std::vector<std::string> paths;
    for (const NamedFile& file : set.files) paths.push_back(file.path);
    return paths;
  }

  TempTree tree_;
  SilentObserver observer_;
};

TEST_F(ScanTest, AnUnchangedTreeIsNotReadAgainAndNothingIsWritten) {
  tree_.Write("a", RandomText(5000, 1));
  tree_.Write("d/b", RandomText(5000, 2));
  EXPECT_EQ(Scan().read_files, 2u);
  const auto before = Index(tree_.index()).Stats();
  const ScanSummary again = Scan();
  EXPECT_EQ(again.read_files, 0u);
  EXPECT_EQ(again.unchanged, 2u);
  EXPECT_EQ(Index(tree_.index()).Stats().generation, before.generation);
}

TEST_F(ScanTest, EveryListTellsWhenFilesWereModified) {
  const std::string text = RandomText(5000, 1);
  tree_.Write("a/one", text);
  tree_.Write("b/one", text);
  tree_.Write("b/two", text + "and more of it\n");
  const auto touch = [&](const char* name, std::int64_t second) {
    const timespec times[2] = {{.tv_sec = second, .tv_nsec = 5}, {.tv_sec = second, .tv_nsec = 5}};
    ASSERT_EQ(::utimensat(AT_FDCWD, tree_.Path(name).c_str(), times, 0), 0);
  };
  touch("a/one", 1000);
  touch("b/one", -2);  // before 1970
  touch("b/two", 3000);
  FindOptions options;
  options.directories = true;
  std::vector<DirectoryPair> directories;
  RecordingSink sink;
  LetFilesAge();
  options.scan.walk.roots = {tree_.root()};
  options.pairs = true;
  auto both = Receive([&](const DirectoryPair& pair) { directories.push_back(pair); },
                      [&](const Record& record) { sink.On(record); });
  Index(tree_.index()).Find(options, both, observer_);
  constexpr std::int64_t kSecond = 1'000'000'000;
  ASSERT_EQ(sink.identical.size(), 1u);
  EXPECT_EQ(sink.identical[0].files[0].mtime, 1000 * kSecond + 5);
  EXPECT_EQ(sink.identical[0].files[1].mtime, -2 * kSecond + 5);
  ASSERT_EQ(sink.pairs.size(), 1u);
  EXPECT_EQ(sink.pairs.begin()->second.mtime_a, 1000 * kSecond + 5);
  EXPECT_EQ(sink.pairs.begin()->second.mtime_b, 3000 * kSecond + 5);
  EXPECT_EQ(sink.families.at(0).files.at(1).mtime, 3000 * kSecond + 5);
  EXPECT_EQ(sink.groups.at(0).mtime, 1000 * kSecond + 5);
  EXPECT_EQ(sink.groups.at(0).files.at(0).mtime, 3000 * kSecond + 5);
  ASSERT_EQ(directories.size(), 1u);
  EXPECT_EQ(directories[0].newest_a, 1000 * kSecond + 5);
  EXPECT_EQ(directories[0].newest_b, 3000 * kSecond + 5);
}

TEST_F(ScanTest, ChangedNewAndGoneFilesAreFollowed) {
  tree_.Write("a", RandomText(5000, 1));
  tree_.Write("b", RandomText(5000, 2));
  tree_.Write("d/c", RandomText(5000, 3));
  Scan();
  tree_.Write("a", RandomText(5000, 4));
  tree_.Write("e", RandomText(5000, 5));
  tree_.Remove("d");
  const ScanSummary summary = Scan();
  EXPECT_EQ(summary.changed, 1u);
  EXPECT_EQ(summary.added, 1u);
  EXPECT_EQ(summary.gone, 1u);
  EXPECT_EQ(summary.unchanged, 1u);
  EXPECT_EQ(summary.read_files, 2u);
  EXPECT_EQ(Index(tree_.index()).Stats().files, 3u);
  EXPECT_EQ(Index(tree_.index()).Stats().contents, 3u) << "contents without a file are dropped";
  EXPECT_THAT(Index(tree_.index()).Check(observer_).problems, testing::IsEmpty());
}

TEST_F(ScanTest, WhatAFilterLeavesOutStaysInTheIndexButNotInTheAnswer) {
  tree_.Write("a.txt", RandomText(5000, 1));
  tree_.Write("b.txt", RandomText(5000, 1));
  tree_.Write("b.log", RandomText(5000, 1));
  EXPECT_EQ(Find().identical.at(0).files.size(), 3u);
  FindOptions options;
  options.scan.walk.exclude = {"*.log"};
  EXPECT_EQ(Find(options).identical.at(0).files.size(), 2u);
  EXPECT_EQ(Index(tree_.index()).Stats().files, 3u);
  options.rescan = false;
  EXPECT_EQ(Find(options).identical.at(0).files.size(), 2u) << "the same from the index alone";
}

TEST_F(ScanTest, HardLinksAreReadOnceAndShareAContent) {
  tree_.Write("a", RandomText(5000, 1));
  ASSERT_EQ(link(tree_.Path("a").c_str(), tree_.Path("b").c_str()), 0);
  const RecordingSink sink = Find();
  ASSERT_EQ(sink.identical.size(), 1u);
  EXPECT_THAT(PathsOf(sink.identical[0]), ElementsAre(tree_.Path("a"), tree_.Path("b")));
  EXPECT_EQ(sink.identical[0].links, 1u);
  EXPECT_EQ(sink.summary.identical_bytes, 0u) << "a hard link wastes nothing";
  EXPECT_EQ(Scan().read_files, 0u);
}

TEST_F(ScanTest, AnotherMethodReadsAgainAndBothStay) {
  tree_.Write("a", RandomText(5000, 1));
  tree_.Write("b", RandomText(5000, 1) + RandomText(100, 2));
  Scan();
  EXPECT_EQ(Scan({"chunks:average=128"}).read_files, 2u);
  EXPECT_EQ(Scan({"fingerprints", "chunks:average=128"}).read_files, 0u);
  FindOptions options;
  EXPECT_EQ(Find(options).pairs.size(), 1u);
  options.scan.methods = {"chunks:average=128"};
  EXPECT_EQ(Find(options).pairs.size(), 1u);
  EXPECT_EQ(Index(tree_.index()).Stats().methods.size(), 2u);
}

TEST_F(ScanTest, ManyScansMergeTheirSegmentsAndKeepTheirAnswers) {
  for (unsigned i = 0; i < 12; ++i) {
    tree_.Write("f" + std::to_string(i), RandomText(6000, 1) + RandomText(2000, 100 + i));
    Scan();
  }
  const IndexStats stats = Index(tree_.index()).Stats();
  EXPECT_LT(stats.methods.at(0).segments, 8u);
  EXPECT_EQ(Find().pairs.size(), 12u * 11 / 2);
  EXPECT_THAT(Index(tree_.index()).Check(observer_).problems, testing::IsEmpty());
}

TEST_F(ScanTest, RoundsThatFitTheMemoryGiveTheSameAnswer) {
  for (unsigned i = 0; i < 6; ++i)
    tree_.Write("f" + std::to_string(i), RandomText(20000, 1) + RandomText(2000, 100 + i));
  FindOptions options;
  options.scan.run.memory = 1;  // every file is a round
  EXPECT_EQ(Find(options).pairs.size(), 15u);
}

// Asks to stop after some files.
class Stopper : public Observer {
 public:
  explicit Stopper(int after) : after_(after) {}
  bool StopRequested() override { return ++asked_ > after_; }

 private:
  int after_;
  std::atomic<int> asked_ = 0;
};

TEST_F(ScanTest, AStoppedScanKeepsWhatItReadAndTheNextGoesOn) {
  for (unsigned i = 0; i < 200; ++i) tree_.Write("f" + std::to_string(i), RandomText(500, i));
  LetFilesAge();
  ScanOptions options;
  options.walk.roots = {tree_.root()};
  options.run.threads = 1;
  Stopper stopper(30);
  RecordingSink sink;
  const ScanSummary stopped = Index(tree_.index()).Scan(options, sink, stopper);
  EXPECT_TRUE(stopped.interrupted);
  EXPECT_GT(stopped.read_files, 0u);
  EXPECT_LT(stopped.read_files, 200u);
  EXPECT_EQ(Index(tree_.index()).Stats().files, stopped.read_files);
  EXPECT_THAT(Index(tree_.index()).Check(observer_).problems, testing::IsEmpty());
  EXPECT_EQ(Scan().read_files, 200u - stopped.read_files);
  FindOptions find;
  find.scan = options;
  find.scan.walk.roots = {tree_.root()};
  tree_.Write("new", RandomText(100, 5));
  Stopper again(2);
  EXPECT_THROW(Index(tree_.index()).Find(find, sink, again), Error);
}

TEST_F(ScanTest, AnIndexInsideItsTreeDoesNotScanItself) {
  tree_.Write("a", RandomText(5000, 1));
  ScanOptions options;
  options.walk.roots = {tree_.root()};
  LetFilesAge();
  RecordingSink sink;
  Index inside(tree_.Path("index"));
  EXPECT_EQ(inside.Scan(options, sink, observer_).files, 1u);
  LetFilesAge();
  EXPECT_EQ(inside.Scan(options, sink, observer_).read_files, 0u);
}

TEST_F(ScanTest, ForgetRemovesAndAScanBringsBack) {
  tree_.Write("a", RandomText(5000, 1));
  tree_.Write("d/b", RandomText(5000, 2));
  Scan();
  EXPECT_EQ(Index(tree_.index()).Forget(tree_.Path("d"), observer_), 1u);
  EXPECT_EQ(Index(tree_.index()).Forget(tree_.Path("d"), observer_), 0u);
  EXPECT_EQ(Index(tree_.index()).Stats().files, 1u);
  EXPECT_EQ(Scan().read_files, 1u);
}

TEST_F(ScanTest, AQueryWorksWhenTheTreeIsGone) {
  const std::string text = RandomText(8000, 1);
  tree_.Write("a", text);
  tree_.Write("b", RandomText(8000, 2));
  Scan();
  tree_.Remove("a");
  tree_.Remove("b");
  tree_.Write("../query", text.substr(0, 6000) + RandomText(2000, 3));
  RecordingSink sink;
  Index(tree_.index()).Query(tree_.Path("../query"), {}, sink, observer_);
  ASSERT_EQ(sink.matches.size(), 1u);
  EXPECT_EQ(sink.matches[0].path, tree_.Path("a"));
  EXPECT_NEAR(sink.matches[0].of_query, 0.75, 0.12);
  EXPECT_FALSE(sink.matches[0].identical);
}

TEST_F(ScanTest, AQueryFindsCopiesTooSmallForMarks) {
  tree_.Write("tiny", "hello\n");
  Scan();
  tree_.Write("../query", "hello\n");
  RecordingSink sink;
  Index(tree_.index()).Query(tree_.Path("../query"), {}, sink, observer_);
  ASSERT_EQ(sink.matches.size(), 1u);
  EXPECT_TRUE(sink.matches[0].identical);
}

TEST_F(ScanTest, WithoutARescanAMethodMustHaveMarkedTheFiles) {
  tree_.Write("a/x", RandomText(5000, 1));
  tree_.Write("a/y", RandomText(5000, 1) + "z");
  FindOptions options;
  options.rescan = false;
  EXPECT_THROW(Find(options), Error) << "no index";
  Scan();
  options.scan.methods = {"chunks:average=64"};
  EXPECT_THROW(Find(options), Error) << "no marks of the method";
  Scan({"chunks:average=64"});
  tree_.Write("b", RandomText(5000, 2));
  Scan();
  const RecordingSink sink = Find(options);
  EXPECT_EQ(sink.pairs.size(), 1u);
  ASSERT_EQ(sink.skips.size(), 1u);
  EXPECT_EQ(sink.skips[0].path, tree_.Path("b"));
  EXPECT_EQ(sink.skips[0].reason, "not marked by this method yet");
}

TEST_F(ScanTest, WithoutARescanTheFiltersAreThoseOfAWalk) {
  for (const char* name : {"a", "d/a", "d/e/a", ".h/a", ".a", "d/.a"}) tree_.Write(name, RandomText(3000, 1));
  FindOptions options;
  options.scan.walk.hidden = true;
  EXPECT_EQ(Find(options).summary.files, 6u);
  auto files = [&](bool rescan, bool hidden, std::vector<std::string> exclude,
                   std::vector<std::string> include) {
    FindOptions other;
    other.rescan = rescan;
    other.scan.walk.hidden = hidden;
    other.scan.walk.exclude = std::move(exclude);
    other.scan.walk.include = std::move(include);
    return Find(other).summary.files;
  };
  for (bool rescan : {true, false}) {
    EXPECT_EQ(files(rescan, false, {}, {}), 3u);
    EXPECT_EQ(files(rescan, true, {"e"}, {}), 5u);
    EXPECT_EQ(files(rescan, true, {"d/"}, {}), 3u);
    EXPECT_EQ(files(rescan, true, {}, {"e/a"}), 1u);
  }
}

TEST_F(ScanTest, ListedNamesThatAreMissingAreRememberedOnceAndForgotten) {
  tree_.Write("a", RandomText(5000, 1));
  tree_.Write("b", RandomText(5000, 2));
  ScanOptions options;
  options.walk.roots = {tree_.Path("a"), tree_.Path("b"), tree_.Path("none"), tree_.Path("d/../none")};
  options.walk.roots_may_be_missing = true;
  Index index(tree_.index());
  RecordingSink sink;
  LetFilesAge();
  index.Scan(options, sink, observer_);
  EXPECT_EQ(sink.skips.size(), 1u);
  const std::uint64_t generation = index.Stats().generation;
  index.Scan(options, sink, observer_);
  EXPECT_EQ(index.Stats().generation, generation) << "nothing has changed";
  tree_.Remove("b");
  index.Scan(options, sink, observer_);
  EXPECT_EQ(index.Stats().files, 1u);
  EXPECT_EQ(index.Stats().skips, 2u);
}

TEST_F(ScanTest, ATimeInTheFutureIsNoReasonToReadAgain) {
  tree_.Write("a", RandomText(5000, 1));
  std::filesystem::last_write_time(tree_.Path("a"),
                                   std::filesystem::file_time_type::clock::now() + std::chrono::hours(9999));
  EXPECT_EQ(Scan().read_files, 1u);
  EXPECT_EQ(Scan().changed, 0u);
}

TEST_F(ScanTest, AFileThatIsAlwaysSkippedIsNoReasonToWrite) {
  tree_.Write("a", RandomText(5000, 1));
  tree_.Write("giant", "");
  std::filesystem::resize_file(tree_.Path("giant"), std::uintmax_t{1} << 40);
  const ScanSummary first = Scan();
  EXPECT_EQ(first.added, 1u) << "a skip is not news";
  const std::uint64_t generation = Index(tree_.index()).Stats().generation;
  const ScanSummary again = Scan();
  EXPECT_EQ(again.skip_counts, first.skip_counts);
  EXPECT_EQ(Index(tree_.index()).Stats().generation, generation);
}

TEST_F(ScanTest, ManyRoundsMergeTheirSegments) {
  for (unsigned i = 0; i < 40; ++i) tree_.Write("f" + std::to_string(i), RandomText(20000, i));
  LetFilesAge();
  ScanOptions options;
  options.walk.roots = {tree_.root()};
  options.run.memory = 1;  // every file is a round
  RecordingSink sink;
  EXPECT_GT(Index(tree_.index()).Scan(options, sink, observer_).merged_segments, 10u);
  EXPECT_LT(Index(tree_.index()).Stats().methods.at(0).segments, 12u);
}

TEST_F(ScanTest, ForgettingInNoIndexMakesNone) {
  EXPECT_EQ(Index(tree_.index()).Forget("/nowhere", observer_), 0u);
  EXPECT_FALSE(std::filesystem::exists(tree_.index()));
}

TEST_F(ScanTest, AQueryOfAnySizeIsBounded) {
  const std::string small = RandomText(60000, 1);
  tree_.Write("small", small);
  Scan();
  std::string large;
  for (unsigned i = 0; i < 12; ++i) large += RandomText(1 << 20, 50 + i);
  tree_.Write("../query", large + small);
  RecordingSink sink;
  Index(tree_.index()).Query(tree_.Path("../query"), {}, sink, observer_);
  ASSERT_EQ(sink.matches.size(), 1u);
  EXPECT_GT(sink.matches[0].of_file, 0.95);
  EXPECT_LT(sink.query.marks, std::uint64_t{3} << 20);
}

TEST_F(ScanTest, AQueryWithoutAnIndexOrMethodSaysWhatToDo) {
  RecordingSink sink;
  tree_.Write("a", RandomText(5000, 1));
  try {
    Index(tree_.index()).Query(tree_.Path("a"), {}, sink, observer_);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("`Index::Scan`"));
  }
  Scan({"chunks"});
  try {
    Index(tree_.index()).Query(tree_.Path("a"), {}, sink, observer_);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("chunks"));
  }
}

TEST_F(ScanTest, PathsAreShownAsTheRootWasTyped) {
  tree_.Write("d/a", RandomText(3000, 1));
  tree_.Write("d/b", RandomText(3000, 1));
  const auto here = std::filesystem::current_path();
  std::filesystem::current_path(tree_.root());
  FindOptions options;
  options.scan.walk.roots = {"d/../d/"};
  RecordingSink sink;
  Index(tree_.index()).Find(options, sink, observer_);
  std::filesystem::current_path(here);
  ASSERT_EQ(sink.identical.size(), 1u);
  EXPECT_THAT(PathsOf(sink.identical[0]), ElementsAre("d/../d/a", "d/../d/b"));
}

}  // namespace
}  // namespace kindred::jobs
