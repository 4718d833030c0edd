// An opened state of an index, inputs that are not files, and calls from several threads.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::api {
namespace {

using testing::ElementsAre;
using testing_support::RandomText;
using testing_support::RecordingSink;
using testing_support::SilentObserver;
using testing_support::TempTree;

class SnapshotTest : public testing::Test {
 protected:
  SnapshotTest() {
    tree_.Write("a", RandomText(20000, 1));
    tree_.Write("b", RandomText(20000, 1) + RandomText(3000, 2));
    tree_.Write("c", RandomText(20000, 3));
    Scan();
  }

  void Scan() {
    ScanOptions options;
    options.walk.roots = {tree_.root()};
    RecordingSink sink;
    SilentObserver observer;
    Index(tree_.index()).Scan(options, sink, observer);
  }

  // The names of the files found, best first.
  template <typename Asked>
  std::vector<std::string> Found(Asked&& asked, const Input& input) {
    RecordingSink sink;
    SilentObserver observer;
    asked.Query(input, {}, sink, observer);
    EXPECT_EQ(sink.query.query, input.name());
    std::vector<std::string> names;
    for (const Match& match : sink.matches) names.push_back(std::filesystem::path(match.path).filename());
    return names;
  }

  TempTree tree_;
};

TEST_F(SnapshotTest, StaysAsItIsUntilItIsRefreshed) {
  Snapshot snapshot = Snapshot::Open(tree_.index());
  const std::uint64_t first = snapshot.Generation();
  EXPECT_EQ(first, Index(tree_.index()).Stats().generation);
  EXPECT_FALSE(snapshot.Refresh()) << "nothing was committed";

  tree_.Write("d", RandomText(20000, 1));
  tree_.Remove("a");
  Scan();
  const std::string bytes = RandomText(20000, 1);
  const Input query = Input::Memory("asked", bytes);
  EXPECT_EQ(snapshot.Generation(), first);
  EXPECT_THAT(Found(snapshot, query), ElementsAre("a", "b")) << "its files may have been removed";
  EXPECT_EQ(snapshot.Stats().files, 3u);
  EXPECT_THAT(Found(Index(tree_.index()), query), ElementsAre("d", "b"));

  EXPECT_TRUE(snapshot.Refresh());
  EXPECT_GT(snapshot.Generation(), first);
  EXPECT_THAT(Found(snapshot, query), ElementsAre("d", "b"));
  const Snapshot moved = std::move(snapshot);
  EXPECT_THAT(Found(moved, query), ElementsAre("d", "b"));
}

TEST_F(SnapshotTest, BytesInMemoryAndDescriptorsAreAskedAboutAsFilesAre) {
  const Snapshot snapshot = Snapshot::Open(tree_.index());
  const std::vector<std::string> expected = Found(snapshot, tree_.Path("b"));
  EXPECT_THAT(expected, ElementsAre("b", "a"));
  const std::string bytes = RandomText(20000, 1) + RandomText(3000, 2);
  EXPECT_EQ(Found(snapshot, Input::Memory("upload", bytes)), expected);
  EXPECT_EQ(Found(Index(tree_.index()), Input::Memory("", bytes)), expected);

  const int descriptor = ::open(tree_.Path("b").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(descriptor, 0);
  EXPECT_EQ(Found(snapshot, Input::Descriptor("some file", descriptor)), expected);
  EXPECT_EQ(::lseek(descriptor, 0, SEEK_CUR), 23000) << "read to its end, and left open";
  ::close(descriptor);
  EXPECT_THROW(Found(snapshot, Input::Descriptor("closed", descriptor)), Error);
}

TEST_F(SnapshotTest, AFileNamedDashIsAFile) {
  EXPECT_THROW(Found(Index(tree_.index()), "-"), Error);
  EXPECT_THROW(Found(Index(tree_.index()), tree_.Path("-")), Error);
  tree_.Write("-", RandomText(20000, 3));
  EXPECT_THAT(Found(Index(tree_.index()), tree_.Path("-")), ElementsAre("c"));
}

TEST_F(SnapshotTest, OtherCallsTakeTheSameInputs) {
  const std::string bytes = RandomText(20000, 1);
  RecordingSink sink;
  SilentObserver observer;
  CompareFiles(Input::Memory("mine", bytes), tree_.Path("b"), {}, sink, observer);
  EXPECT_EQ(sink.comparison.a, "mine");
  EXPECT_EQ(sink.comparison.shared_a, 20000u);

  NearOptions near;
  near.walk.roots = {tree_.root()};
  Index(tree_.index()).Near(near, sink, observer);
  std::vector<NearPair> pairs;
  auto into = Receive([&](const NearPair& pair) { pairs.push_back(pair); });
  Index(tree_.index()).NearFile(Input::Memory("mine", bytes), near, into, observer);
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].a, "mine");
  EXPECT_TRUE(pairs[0].identical);
}

TEST_F(SnapshotTest, SeveralThreadsAskRefreshAndScanAtOnce) {
  Snapshot snapshot = Snapshot::Open(tree_.index());
  const Index index(tree_.index());
  const std::string bytes = RandomText(20000, 1);
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 20; ++i) {
          RecordingSink sink;
          SilentObserver observer;
          if (thread % 2 == 0) {
            snapshot.Query(Input::Memory("x", bytes), {}, sink, observer);
          } else {
            Index(tree_.index()).Query(tree_.Path("a"), {}, sink, observer);
          }
          wrong += sink.matches.size() < 2;
          wrong += snapshot.Stats().files < 3 || index.Stats().files < 3;
        }
      });
    }
    threads.emplace_back([&] {
      while (!done) snapshot.Refresh();
    });
    for (unsigned i = 0; i < 5; ++i) {
      tree_.Write("more" + std::to_string(i), RandomText(5000, 100 + i));
      Scan();
    }
    for (int thread = 0; thread < 4; ++thread) threads[static_cast<std::size_t>(thread)].join();
    done = true;
  }
  EXPECT_EQ(wrong, 0);
  snapshot.Refresh();
  EXPECT_EQ(snapshot.Stats().files, 8u);
}

}  // namespace
}  // namespace kindred::api
