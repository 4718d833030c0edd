// Each interleaving of link_action.h, brought about on purpose: another process writes, renames or removes at
// the one moment that the argument is about.
#include "act/actions/link_action.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/act/act_tree.h"

namespace kindred::act {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Writes through a path that may lead to a file under lease: waits in another thread, as another process
// would.
class LateWriter {
 public:
  void Start(const std::string& path, const std::string& text) {
    thread_ = std::thread([this, path, text] {
      id_ = ::gettid();
      const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (file >= 0) {
        EXPECT_EQ(::pwrite(file, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
        ::close(file);
      }
      done_ = true;
    });
    // Until it waits for the lease, or has written.
    for (int i = 0; i < 6000 && !done_ && !Waits(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  void Join() {
    if (thread_.joinable()) thread_.join();
  }
  ~LateWriter() { Join(); }

 private:
  // After it has said who it is, the thread can only wait for the lease.
  bool Waits() const {
    if (id_ == 0) return false;
    std::ifstream file("/proc/self/task/" + std::to_string(id_) + "/stat");
    std::string number, name, state;
    file >> number >> name >> state;
    return state == "S" || state == "D";
  }

  std::thread thread_;
  std::atomic<pid_t> id_ = 0;
  std::atomic<bool> done_ = false;
};

class Links : public testing::Test {
 protected:
  Links() {
    tree_.Write("d/keep", "the same bytes");
    tree_.Write("d/copy", "the same bytes");
  }
  // Runs one job; `act` is called at the first time that the step comes.
  JobResult DoWith(Step at, const std::function<void()>& act, ReplaceBy by = ReplaceBy::kHardlink) {
    bool came = false;
    HookedSteps steps;
    steps.before = [&](Step step, int) {
      if (step == at && !came) {
        came = true;
        act();
      }
      return 0;
    };
    const JobResult result = tree_.Do({tree_.JobFor("d/keep", "d/copy", by)}, steps)[0];
    EXPECT_TRUE(came);
    return result;
  }

  ActTree tree_;
};

TEST_F(Links, NobodyIsThere) {
  HookedSteps steps;
  EXPECT_EQ(tree_.Do({tree_.JobFor("d/keep", "d/copy")}, steps)[0].outcome, ActionOutcome::kDone);
  EXPECT_TRUE(tree_.Linked("d/keep", "d/copy"));
  EXPECT_EQ(tree_.Read("d/copy"), "the same bytes");
  EXPECT_THAT(tree_.Leftovers(), IsEmpty());
}

TEST_F(Links, AWriterWhoFoundTheCopyBeforeTheExchangeHasTheNameWhenHeWrites) {
  LateWriter writer;
  const JobResult result = DoWith(Step::kExchange, [&] { writer.Start(tree_.Path("d/copy"), "MINE"); });
  writer.Join();
  EXPECT_EQ(result.outcome, ActionOutcome::kLeft);
  EXPECT_THAT(result.reason, HasSubstr("in use"));
  EXPECT_EQ(tree_.Read("d/copy"), "MINEsame bytes");
  EXPECT_EQ(tree_.Read("d/keep"), "the same bytes");
  EXPECT_THAT(tree_.Leftovers(), IsEmpty());
}

TEST_F(Links, AWriterWhoFoundTheCopyAndComesLateHasTheNameToo) {
  const int found = ::open(tree_.Path("d/copy").c_str(), O_PATH | O_CLOEXEC);
  LateWriter writer;
  const JobResult result =
      DoWith(Step::kSyncDirectory, [&] { writer.Start("/proc/self/fd/" + std::to_string(found), "MINE"); });
  writer.Join();
  ::close(found);
  EXPECT_EQ(result.outcome, ActionOutcome::kLeft);
  EXPECT_EQ(tree_.Read("d/copy"), "MINEsame bytes");
  EXPECT_EQ(tree_.Read("d/keep"), "the same bytes");
}

TEST_F(Links, AWriterToTheKeeperIsNoReasonToGoBack) {
  LateWriter writer;
  const JobResult result = DoWith(Step::kSyncDirectory, [&] { writer.Start(tree_.Path("d/copy"), "MINE"); });
  writer.Join();
  EXPECT_EQ(result.outcome, ActionOutcome::kDone);
  EXPECT_TRUE(tree_.Linked("d/keep", "d/copy"));
  EXPECT_EQ(tree_.Read("d/copy"), "MINEsame bytes");
}

TEST_F(Links, OfTwoWritersNoneIsLost) {
  const int found = ::open(tree_.Path("d/copy").c_str(), O_PATH | O_CLOEXEC);
  LateWriter by_name, late;
  const JobResult result = DoWith(Step::kSyncDirectory, [&] {
    by_name.Start(tree_.Path("d/copy"), "ONE");
    late.Start("/proc/self/fd/" + std::to_string(found), "TWO");
  });
  by_name.Join();
  late.Join();
  ::close(found);
  ASSERT_EQ(result.outcome, ActionOutcome::kSaved);
  EXPECT_EQ(tree_.Read("d/copy"), "ONE same bytes");
  std::ifstream saved(result.saved);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(saved), {}), "TWO same bytes");
}

TEST_F(Links, AFileThatTakesTheNameKeepsIt) {
  tree_.Write("d/new", "their own");
  const JobResult result =
      DoWith(Step::kExchange, [&] { ::rename(tree_.Path("d/new").c_str(), tree_.Path("d/copy").c_str()); });
  EXPECT_EQ(result.outcome, ActionOutcome::kLeft);
  EXPECT_THAT(result.reason, HasSubstr("took its name"));
  EXPECT_EQ(tree_.Read("d/copy"), "their own");
  EXPECT_EQ(tree_.Read("d/keep"), "the same bytes");
  EXPECT_THAT(tree_.Leftovers(), IsEmpty());
}

TEST_F(Links, AFileThatTakesTheNameWhileAnotherIsPutBackStays) {
  tree_.Write("d/first", "first");
  tree_.Write("d/second", "second");
  bool first = true;
  HookedSteps steps;
  steps.before = [&](Step step, int) {
    if (step == Step::kExchange) ::rename(tree_.Path("d/first").c_str(), tree_.Path("d/copy").c_str());
    if (step == Step::kExchangeBack && std::exchange(first, false))
      ::rename(tree_.Path("d/second").c_str(), tree_.Path("d/copy").c_str());
    return 0;
  };
  const JobResult result = tree_.Do({tree_.JobFor("d/keep", "d/copy")}, steps)[0];
  ASSERT_EQ(result.outcome, ActionOutcome::kSaved);
  EXPECT_EQ(tree_.Read("d/copy"), "second");
  std::ifstream saved(result.saved);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(saved), {}), "first");
}

TEST_F(Links, ANameThatIsRemovedStaysRemoved) {
  const JobResult result = DoWith(Step::kExchange, [&] { ::unlink(tree_.Path("d/copy").c_str()); });
  EXPECT_EQ(result.outcome, ActionOutcome::kLeft);
  EXPECT_FALSE(std::filesystem::exists(tree_.Path("d/copy")));
  EXPECT_EQ(tree_.Facts("d/keep").links, 1u);
}

TEST_F(Links, AKeeperThatIsRemovedLeavesItsBytesUnderTheCopysName) {
  const JobResult result = DoWith(Step::kSyncDirectory, [&] { ::unlink(tree_.Path("d/keep").c_str()); });
  EXPECT_EQ(result.outcome, ActionOutcome::kDone);
  EXPECT_EQ(tree_.Read("d/copy"), "the same bytes");
}

TEST_F(Links, ASymbolicLinkThatWouldLeadNowhereIsTakenBack) {
  const JobResult result = DoWith(
      Step::kSyncDirectory, [&] { ::unlink(tree_.Path("d/keep").c_str()); }, ReplaceBy::kSymlink);
  EXPECT_EQ(result.outcome, ActionOutcome::kLeft);
  EXPECT_EQ(tree_.Read("d/copy"), "the same bytes");
  EXPECT_TRUE(tree_.Facts("d/copy").IsRegular());
}

TEST_F(Links, ADirectoryThatBecameALinkIsNotFollowed) {
  const Job job = tree_.JobFor("d/keep", "d/copy");
  std::filesystem::rename(tree_.Path("d"), tree_.root() + "/../elsewhere");
  std::filesystem::create_directory_symlink(tree_.root() + "/../elsewhere", tree_.Path("d"));
  HookedSteps steps;
  const JobResult result = tree_.Do({job}, steps)[0];
  EXPECT_EQ(result.outcome, ActionOutcome::kLeft);
  EXPECT_EQ(result.reason, "its path leads through a link now");
  EXPECT_EQ(tree_.Facts("d/copy").links, 1u);
}

TEST_F(Links, ChangedSinceThePlan) {
  const Job job = tree_.JobFor("d/keep", "d/copy");
  tree_.Write("d/copy", "other bytes!!!");
  HookedSteps steps;
  EXPECT_THAT(tree_.Do({job}, steps)[0].reason, HasSubstr("changed since the plan"));
  EXPECT_EQ(tree_.Read("d/copy"), "other bytes!!!");
}

TEST_F(Links, BytesAreComparedWhateverTheTimesSay) {
  tree_.Write("d/copy", "other bytes!!!");  // of the same length
  HookedSteps steps;
  const JobResult result = tree_.Do({tree_.JobFor("d/keep", "d/copy")}, steps)[0];
  EXPECT_THAT(result.reason, HasSubstr("bytes are not those"));
  EXPECT_EQ(tree_.Read("d/copy"), "other bytes!!!");
}

TEST(LinkText, IsRelativeBelowOneRoot) {
  const auto text = [](const char* copy, const char* keep) { return LinkText({"/r", copy}, {"/r", keep}); };
  EXPECT_EQ(text("a", "b"), "b");
  EXPECT_EQ(text("x/a", "b"), "../b");
  EXPECT_EQ(text("a", "x/b"), "x/b");
  EXPECT_EQ(text("x/y/a", "x/z/b"), "../z/b");
  EXPECT_EQ(text("x/a", "x/b"), "b");
  EXPECT_EQ(text("x/y/a", "x/y"), "../y");
  EXPECT_EQ(LinkText({"/r", "a"}, {"/s", "b"}), "/s/b");
}

}  // namespace
}  // namespace kindred::act
