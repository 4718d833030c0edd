// Every call that takes an Observer can be stopped: at its first poll, and later on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>

#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::api {
namespace {

using testing_support::RandomText;
using testing_support::RecordingSink;
using testing_support::SilentObserver;
using testing_support::TempTree;

class StopAt : public Observer {
 public:
  explicit StopAt(int poll) : poll_(poll) {}
  bool StopRequested() override { return ++polls_ >= poll_; }
  int polls() const { return polls_; }

 private:
  const int poll_;
  std::atomic<int> polls_ = 0;
};

class CancelTest : public testing::Test {
 protected:
  using Call = std::function<void(Observer&)>;

  CancelTest() {
    for (unsigned i = 0; i < 6; ++i)
      tree_.Write("page" + std::to_string(i), RandomText(30000, 1) + RandomText(20000, 10 + i));
    find_.scan.walk.roots = {tree_.root()};
    near_.walk.roots = {tree_.root()};
    index_.Find(find_, sink_, silent_);
    index_.Near(near_, sink_, silent_);
  }

  // All calls that take an observer.
  std::map<std::string, Call> Calls() {
    std::map<std::string, Call> calls;
    calls["find"] = [this](Observer& observer) { index_.Find(find_, sink_, observer); };
    calls["query"] = [this](Observer& observer) { index_.Query(tree_.Path("page1"), {}, sink_, observer); };
    calls["query of a snapshot"] = [this](Observer& observer) {
      Snapshot::Open(tree_.index()).Query(tree_.Path("page1"), {}, sink_, observer);
    };
    calls["compare"] = [this](Observer& observer) {
      index_.Compare(tree_.Path("page1"), tree_.Path("page2"), {}, sink_, observer);
    };
    calls["spans"] = [this](Observer& observer) {
      SpanOptions options;
      options.scan.walk.roots = {tree_.root()};
      index_.Spans(options, sink_, observer);
    };
    calls["near"] = [this](Observer& observer) { index_.Near(near_, sink_, observer); };
    calls["near file"] = [this](Observer& observer) {
      index_.NearFile(tree_.Path("page1"), near_, sink_, observer);
    };
    calls["add template"] = [this](Observer& observer) {
      TemplateOptions options;
      options.name = "frame";
      options.file = tree_.Path("page1");
      options.find = find_;
      options.preview = true;
      index_.AddTemplate(options, sink_, observer);
    };
    calls["suggest templates"] = [this](Observer& observer) {
      SuggestOptions options;
      options.find = find_;
      index_.SuggestTemplates(options, sink_, observer);
    };
    calls["export pool"] = [this](Observer& observer) { index_.ExportPool({}, sink_, observer); };
    calls["check"] = [this](Observer& observer) { index_.Check(observer); };
    calls["forget"] = [this](Observer& observer) { index_.Forget(tree_.root(), observer); };
    calls["compare files"] = [this](Observer& observer) {
      CompareFiles(tree_.Path("page1"), tree_.Path("page2"), {}, sink_, observer);
    };
    calls["learn anchors"] = [this](Observer& observer) {
      LearnOptions options;
      options.walk.roots = {tree_.root()};
      LearnAnchors(options, sink_, observer);
    };
    return calls;
  }

  // Whether the call was stopped.
  static bool IsStopped(const Call& call, Observer& observer) {
    try {
      call(observer);
      return false;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kCancelled) << error.what();
      return true;
    }
  }

  TempTree tree_;
  FindOptions find_;
  NearOptions near_;
  RecordingSink sink_;
  SilentObserver silent_;
  Index index_{tree_.index()};
};

TEST_F(CancelTest, EveryCallStopsAtItsFirstPoll) {
  for (const auto& [name, call] : Calls()) {
    StopAt first(1);
    EXPECT_TRUE(IsStopped(call, first)) << name;
  }
  EXPECT_EQ(index_.Stats().files, 6u) << "nothing was changed";
  EXPECT_TRUE(index_.Check(silent_).problems.empty());
}

TEST_F(CancelTest, EveryCallPollsAlsoWhileItWorks) {
  for (const auto& [name, call] : Calls()) {
    StopAt never(1 << 30);
    if (name != "forget") {  // which changes what the others work on
      call(never);
      EXPECT_GE(never.polls(), 3) << name;
    }
    StopAt second(2), third(3);
    EXPECT_TRUE(IsStopped(call, second)) << name;
    EXPECT_TRUE(IsStopped(call, third)) << name;
  }
  EXPECT_EQ(index_.Stats().files, 6u) << "nothing was changed";
  EXPECT_TRUE(index_.Check(silent_).problems.empty());
}

TEST_F(CancelTest, AScanKeepsWhatItHasRead) {
  tree_.Write("new", RandomText(30000, 99));
  ScanOptions options;
  options.walk.roots = {tree_.root()};
  StopAt first(1);
  EXPECT_TRUE(IsStopped([&](Observer& observer) { index_.Scan(options, sink_, observer); }, first))
      << "during the walk nothing has been read";
  EXPECT_EQ(index_.Stats().files, 6u);
}

}  // namespace
}  // namespace kindred::api
