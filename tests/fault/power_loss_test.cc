// Power may be lost after any change. Whichever of the unsynced names and bytes survive, the index is in the
// state before or after a commit, and a commit that returned is never lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/store/store.h"
#include "tests/fault/faulty_file_system.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"

namespace kindred {
namespace {

TEST(PowerLoss, AnyMomentLeavesOneStateOrTheOther) {
  const std::vector<std::string> expected = ExpectedAnswers();
  MemoryFileSystem memory;
  FaultyFileSystem files(memory, FaultyFileSystem::Calls::kChanges, FaultyFileSystem::Fault::kNone, 0);
  int commits = 0;
  int moments = 0;
  std::vector<int> seen(expected.size());
  files.after_call = [&] {
    ++moments;
    for (PowerLoss loss : kPowerLosses) {
      SCOPED_TRACE(testing::Message() << "moment " << moments << ", loss " << static_cast<int>(loss));
      std::unique_ptr<MemoryFileSystem> after = memory.AfterPowerLoss(loss);
      const std::string answers = AllAnswers(*after, "/index");
      const auto state = std::ranges::find(expected, answers) - expected.begin();
      ASSERT_LT(state, std::ssize(expected)) << "neither before nor after a commit:\n" << answers;
      EXPECT_GE(state, commits) << "a commit was lost";
      ++seen[static_cast<std::size_t>(state)];
      if (moments % 5 != 0) continue;  // every state is too slow under a sanitizer
      EXPECT_THAT(WriteOnceMoreAndFindStrays(*after, "/index"), testing::IsEmpty());
      EXPECT_THAT(index::CheckIndex(*after, "/index").problems, testing::IsEmpty());
    }
  };
  RunSession(files, "/index", &commits);
  EXPECT_EQ(commits, kSessionCommits);
  EXPECT_GT(moments, 60);
  for (int count : seen) EXPECT_GT(count, 0);
}

// The double itself: what was not synced can be lost, what was synced cannot.
TEST(PowerLoss, TheDoubleLosesWhatWasNotSynced) {
  MemoryFileSystem files;
  files.MakeDirectories("/d");
  auto file = files.Create("/d/a");
  const std::vector<std::uint8_t> bytes(10, 'x');
  file->Append(bytes);
  EXPECT_FALSE(files.AfterPowerLoss(PowerLoss::kNothing)->Exists("/d/a"));
  EXPECT_EQ(files.AfterPowerLoss(PowerLoss::kNamesOnly)->Get("/d/a").size(), 0u);
  EXPECT_EQ(files.AfterPowerLoss(PowerLoss::kTornLastWrite)->Get("/d/a").size(), 5u);
  file->Sync();
  EXPECT_FALSE(files.AfterPowerLoss(PowerLoss::kNothing)->Exists("/d/a"));
  files.SyncDirectory("/d");
  for (PowerLoss loss : kPowerLosses) EXPECT_EQ(files.AfterPowerLoss(loss)->Get("/d/a").size(), 10u);
  files.Rename("/d/a", "/d/b");
  EXPECT_TRUE(files.AfterPowerLoss(PowerLoss::kNothing)->Exists("/d/a"));
  EXPECT_TRUE(files.AfterPowerLoss(PowerLoss::kNamesOnly)->Exists("/d/b"));
}

}  // namespace
}  // namespace kindred
