// A process that is stopped at any change of the index directory, or in the middle of one, leaves the state
// before or after a commit; the next writer can write, and no stray files are left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/faulty_file_system.h"
#include "tests/fault/session.h"

namespace kindred {
namespace {

class StopTest : public testing::TestWithParam<FaultyFileSystem::Fault> {
 protected:
  // Runs the session in a separate process, stopped at call `at`. Returns how many commits it finished;
  // `*stopped` is false if the session came to its end.
  int RunStopped(const std::string& directory, std::uint64_t at, bool* stopped) {
    int report[2];
    EXPECT_EQ(::pipe(report), 0);
    pid_t child = ::fork();
    if (child == 0) {
      FaultyFileSystem files(base::PosixFileSystem(), FaultyFileSystem::Calls::kChanges, GetParam(), at);
      files.real_syncs = false;
      int commits = 0;
      files.after_call = [&] {
        char byte = static_cast<char>(commits);
        if (::write(report[1], &byte, 1) != 1) ::_exit(1);
      };
      try {
        RunSession(files, directory, &commits);
      } catch (const std::exception&) {
        ::_exit(2);
      }
      ::_exit(0);
    }
    ::close(report[1]);
    int commits = 0;
    for (char byte; ::read(report[0], &byte, 1) == 1;) commits = byte;
    ::close(report[0]);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    *stopped = WEXITSTATUS(status) == FaultyFileSystem::kStopped;
    EXPECT_TRUE(*stopped || WEXITSTATUS(status) == 0) << "status " << WEXITSTATUS(status);
    return *stopped ? commits : kSessionCommits;
  }
};

TEST_P(StopTest, AnyCallMayBeTheLast) {
  const std::vector<std::string> expected = ExpectedAnswers();
  bool stopped = true;
  std::uint64_t at = 1;
  std::vector<int> seen(expected.size());
  for (; stopped; ++at) {
    SCOPED_TRACE(at);
    std::string pattern = testing::TempDir() + "kindred-stop-XXXXXX";
    const std::string root = ::mkdtemp(pattern.data());
    const std::string directory = root + "/index";
    const int commits = RunStopped(directory, at, &stopped);

    FaultyFileSystem files(base::PosixFileSystem(), FaultyFileSystem::Calls::kChanges,
                           FaultyFileSystem::Fault::kNone, 0);
    files.real_syncs = false;
    const std::string answers = AllAnswers(files, directory);
    const auto state = std::ranges::find(expected, answers) - expected.begin();
    ASSERT_LT(state, std::ssize(expected)) << "neither before nor after a commit:\n" << answers;
    EXPECT_GE(state, commits) << "a commit was lost";
    EXPECT_LE(state, commits + 1);
    ++seen[static_cast<std::size_t>(state)];
    EXPECT_THAT(WriteOnceMoreAndFindStrays(files, directory), testing::IsEmpty());
    EXPECT_THAT(index::CheckIndex(files, directory).problems, testing::IsEmpty());
    std::filesystem::remove_all(root);
  }
  RecordProperty("calls", static_cast<int>(at));
  EXPECT_GT(at, 60u);
  for (int count : seen) EXPECT_GT(count, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Ways, StopTest, testing::Values(FaultyFileSystem::Fault::kStop, FaultyFileSystem::Fault::kStopHalfway),
    [](const auto& fault) { return fault.param == FaultyFileSystem::Fault::kStop ? "Before" : "Halfway"; });

}  // namespace
}  // namespace kindred
