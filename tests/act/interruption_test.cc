// A stop before every step and at every call for the journal, and an error at each of them: no name and no
// byte is missing, the next run completes the interrupted one, and undo restores everything exactly.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "act/journal/history.h"
#include "act/runs/recover.h"
#include "act/runs/undo.h"
#include "kindred/error.h"
#include "tests/act/act_tree.h"
#include "tests/fault/faulty_file_system.h"

namespace kindred::act {
namespace {

using testing::IsEmpty;

const BatchLimits kQuick{.quarantine = std::chrono::milliseconds(0)};  // no other process races here

// Two pairs, one with a name that is no text, in a tree that also has a trash and a place to move to.
class World {
 public:
  explicit World(ReplaceBy by) : by_(by) {
    tree_.Write("d/keep", "equal bytes of the first pair");
    tree_.Write("d/copy", "equal bytes of the first pair");
    tree_.Write("keep", "equal bytes of the second pair");
    tree_.Write("x/\xff\n copy", "equal bytes of the second pair");
    ::chmod(tree_.Path("d/keep").c_str(), 0640);
    ::chmod(tree_.Path("d/copy").c_str(), 0640);
    std::filesystem::create_directory(tree_.root() + "/../moved");
    ::setenv("XDG_DATA_HOME", (tree_.root() + "/../data").c_str(), 1);
    before_ = State(true);
  }

  std::vector<Job> Jobs() const {
    return {tree_.JobFor("d/keep", "d/copy", by_), tree_.JobFor("keep", "x/\xff\n copy", by_)};
  }
  void Replace(Steps& steps, base::FileSystem& files) const { tree_.Do(Jobs(), steps, files, kQuick); }
  Recovery Recover(Steps& steps, base::FileSystem& files) const {
    Journal journal(files, tree_.index());
    return RecoverRuns(journal, steps);
  }
  void UndoAll(Steps& steps, base::FileSystem& files) const {
    Journal journal(files, tree_.index());
    RecoverRuns(journal, steps);
    try {
      for (;;) UndoRun(journal, 0, steps, nullptr, kQuick);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kNotFound) throw;
    }
  }

  // Every name with its bytes; with all that undo restores, if `exact`.
  std::map<std::string, std::string> State(bool exact) const {
    std::map<std::string, std::string> state;
    for (const char* name : {"d/keep", "d/copy", "keep", "x/\xff\n copy"}) {
      struct stat status;
      if (::stat(tree_.Path(name).c_str(), &status) != 0) continue;
      const FileFacts facts = tree_.Facts(name);
      state[name] = tree_.Read(name);
      if (exact) {
        state[name] += " " + std::to_string(facts.mtime_ns) + " " + std::to_string(facts.mode) + " " +
                       std::to_string(facts.links);
      }
    }
    return state;
  }
  // Whatever happened: all names lead to their bytes, or the copy is in the trash, or where it was moved to.
  void ExpectNothingLost() const {
    const auto state = State(false);
    const bool moves = by_ == ReplaceBy::kTrash || by_ == ReplaceBy::kMove;
    for (const auto& [name, bytes] : before_) {
      const auto found = state.find(name);
      if (found == state.end()) {
        EXPECT_TRUE(moves) << name << " is missing";
      } else {
        EXPECT_EQ(found->second, bytes.substr(0, found->second.size())) << name;
      }
    }
    if (!moves) return;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tree_.root() + "/..")) {
      const std::string path = entry.path();
      files += entry.is_regular_file() && path.find("/index/") == std::string::npos &&
               !path.ends_with(".trashinfo");
    }
    EXPECT_EQ(files, 4u);
  }
  void ExpectAsBefore() const {
    EXPECT_EQ(State(true), before_);
    EXPECT_THAT(tree_.Leftovers(), IsEmpty());
    if (by_ != ReplaceBy::kTrash || !std::filesystem::exists(tree_.root() + "/../data/Trash/info")) return;
    EXPECT_TRUE(std::filesystem::is_empty(tree_.root() + "/../data/Trash/info"))
        << "a note is left in the trash";
  }
  void RewriteKept() const { tree_.Write("d/keep", "other bytes"); }
  void RemoveKept() const { std::filesystem::remove(tree_.Path("d/keep")); }
  // How many files have the bytes of d/copy: under its name, in quarantine, or under a new name.
  int HoldersOfCopy() const {
    int holders = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tree_.root() + "/d")) {
      if (entry.is_directory()) continue;
      std::ifstream stream(entry.path(), std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
      holders += bytes == "equal bytes of the first pair";
    }
    return holders;
  }
  bool CopyHasItsBytes() const { return tree_.Read("d/copy") == "equal bytes of the first pair"; }
  std::uint64_t InDoubt() const {
    Steps steps;
    return Recover(steps, base::PosixFileSystem()).in_doubt;
  }

 private:
  ReplaceBy by_;
  ActTree tree_;
  std::map<std::string, std::string> before_;
};

// Runs `part` in a separate process; true if it was stopped.
template <typename Part>
bool StoppedIn(Part part) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      part();
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_NE(WEXITSTATUS(status), 1);
  return WEXITSTATUS(status) == FaultyFileSystem::kStopped;
}

class Interruption : public testing::TestWithParam<ReplaceBy> {};

TEST_P(Interruption, AtEveryStep) {
  for (const bool undo : {false, true}) {
    for (int at = 1;; ++at) {
      SCOPED_TRACE((undo ? "undo, step " : "step ") + std::to_string(at));
      World world(GetParam());
      Steps quiet;
      if (undo) world.Replace(quiet, base::PosixFileSystem());
      const bool stopped = StoppedIn([&] {
        HookedSteps steps;
        steps.before = [&](Step, int count) {
          if (count == at) ::_exit(FaultyFileSystem::kStopped);
          return 0;
        };
        undo ? world.UndoAll(steps, base::PosixFileSystem()) : world.Replace(steps, base::PosixFileSystem());
      });
      world.ExpectNothingLost();
      EXPECT_EQ(world.InDoubt(), 0u);
      world.ExpectNothingLost();
      world.UndoAll(quiet, base::PosixFileSystem());
      world.ExpectAsBefore();
      if (HasFailure() || !stopped) break;
    }
  }
}

// The ends are on the disk, and the quarantine is not removed yet: nothing is in doubt, and still the next
// run removes it.
TEST(InterruptedCleanUp, IsDoneByTheNextRun) {
  ActTree tree;
  tree.Write("d/keep", "equal bytes");
  tree.Write("d/copy", "equal bytes");
  const std::vector<Job> jobs = {tree.JobFor("d/keep", "d/copy")};
  EXPECT_TRUE(StoppedIn([&] {
    Journal journal(base::PosixFileSystem(), tree.index());
    JournalWriter writer = journal.NewRun({.kind = RunKind::kDedupe, .by = "test", .roots = {tree.root()}});
    HookedSteps steps;
    steps.before = [&](Step step, int) {
      if (step != Step::kRemoveQuarantine) return 0;
      writer.Sync();
      ::_exit(FaultyFileSystem::kStopped);
    };
    std::string failure;
    DoJobs(jobs, {}, writer, steps, nullptr, &failure, kQuick);
  }));
  EXPECT_FALSE(tree.Leftovers().empty());
  Steps steps;
  Journal journal(base::PosixFileSystem(), tree.index());
  EXPECT_EQ(RecoverRuns(journal, steps).in_doubt, 0u);
  EXPECT_THAT(tree.Leftovers(), IsEmpty());
  EXPECT_TRUE(tree.Linked("d/keep", "d/copy"));
}

// The file that is kept is rewritten or removed after the stop and before the recovery: bytes that were
// somewhere else, in the copy or in its quarantine, are still there after it.
TEST_P(Interruption, ThenTheKeptFileIsChangedOrGone) {
  if (GetParam() == ReplaceBy::kTrash || GetParam() == ReplaceBy::kMove)
    GTEST_SKIP() << "these remove nothing";
  for (const bool remove : {false, true}) {
    int last = 0;  // times that only the quarantine had them
    for (int at = 1;; ++at) {
      SCOPED_TRACE((remove ? "removed, step " : "rewritten, step ") + std::to_string(at));
      World world(GetParam());
      const bool stopped = StoppedIn([&] {
        HookedSteps steps;
        steps.before = [&](Step, int count) {
          if (count == at) ::_exit(FaultyFileSystem::kStopped);
          return 0;
        };
        world.Replace(steps, base::PosixFileSystem());
      });
      remove ? world.RemoveKept() : world.RewriteKept();
      const int before = world.HoldersOfCopy();
      EXPECT_EQ(world.InDoubt(), 0u);
      if (before > 0) {
        EXPECT_GT(world.HoldersOfCopy(), 0);
      }
      last += before > 0 && !world.CopyHasItsBytes();
      if (HasFailure() || !stopped) break;
    }
    // Of what is removed the bytes are under the name again.
    EXPECT_TRUE(remove || last > 0) << "the case did not come up";
  }
}

TEST_P(Interruption, AtEveryCallForTheJournal) {
  for (const auto fault : {FaultyFileSystem::Fault::kStop, FaultyFileSystem::Fault::kStopHalfway}) {
    for (std::uint64_t at = 1;; ++at) {
      SCOPED_TRACE("call " + std::to_string(at));
      World world(GetParam());
      const bool stopped = StoppedIn([&] {
        FaultyFileSystem files(base::PosixFileSystem(), FaultyFileSystem::Calls::kChanges, fault, at);
        files.real_syncs = false;
        Steps steps;
        world.Replace(steps, files);
      });
      world.ExpectNothingLost();
      EXPECT_EQ(world.InDoubt(), 0u);
      Steps quiet;
      world.UndoAll(quiet, base::PosixFileSystem());
      world.ExpectAsBefore();
      if (HasFailure() || !stopped) break;
    }
  }
}

TEST_P(Interruption, AnErrorAtEveryStep) {
  for (const int error : {EIO, ENOSPC, EPERM}) {
    for (int at = 1;; ++at) {
      SCOPED_TRACE("errno " + std::to_string(error) + " at step " + std::to_string(at));
      World world(GetParam());
      HookedSteps steps;
      steps.before = [&](Step, int count) { return count == at ? error : 0; };
      world.Replace(steps, base::PosixFileSystem());
      const bool reached = steps.count >= at;
      world.ExpectNothingLost();
      EXPECT_EQ(world.InDoubt(), 0u);
      Steps quiet;
      world.UndoAll(quiet, base::PosixFileSystem());
      world.ExpectNothingLost();
      if (HasFailure() || !reached) break;
    }
  }
}

TEST_P(Interruption, AnErrorAtEveryCallForTheJournal) {
  for (const auto fault : {FaultyFileSystem::Fault::kFailOnce, FaultyFileSystem::Fault::kFailForever,
                           FaultyFileSystem::Fault::kFailHalfway}) {
    for (std::uint64_t at = 1;; ++at) {
      SCOPED_TRACE("call " + std::to_string(at));
      World world(GetParam());
      FaultyFileSystem files(base::PosixFileSystem(), FaultyFileSystem::Calls::kChanges, fault, at);
      files.real_syncs = false;
      Steps steps;
      try {
        world.Replace(steps, files);
      } catch (const Error&) {
      }
      EXPECT_EQ(files.repeated_syncs(), 0u);
      const bool reached = files.count() >= at;
      world.ExpectNothingLost();
      EXPECT_EQ(world.InDoubt(), 0u);
      world.UndoAll(steps, base::PosixFileSystem());
      world.ExpectAsBefore();
      if (HasFailure() || !reached) break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Interruption,
                         testing::Values(ReplaceBy::kHardlink, ReplaceBy::kSymlink, ReplaceBy::kTrash,
                                         ReplaceBy::kMove),
                         [](const auto& tested) { return std::string(ReplaceByName(tested.param)); });

}  // namespace
}  // namespace kindred::act
