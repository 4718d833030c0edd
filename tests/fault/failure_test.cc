// Any call may fail, once or from then on: the writer throws an Error, and the index is in the state before
// or after a commit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/faulty_file_system.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"

namespace kindred {
namespace {

using Fault = FaultyFileSystem::Fault;
using Calls = FaultyFileSystem::Calls;

class FailureTest : public testing::TestWithParam<std::tuple<Calls, Fault>> {};

TEST_P(FailureTest, AnyCallMayFail) {
  const auto [calls, fault] = GetParam();
  const std::vector<std::string> expected = ExpectedAnswers();
  int failures = 0;
  for (std::uint64_t at = 1;; ++at) {
    SCOPED_TRACE(at);
    MemoryFileSystem memory;
    FaultyFileSystem files(memory, calls, fault, at);
    int commits = 0;
    bool failed = false;
    try {
      RunSession(files, "/index", &commits);
    } catch (const Error& error) {
      failed = true;
      EXPECT_EQ(error.kind(), calls == Calls::kReads ? ErrorKind::kFailed : ErrorKind::kNoSpace);
      EXPECT_THAT(error.what(), testing::HasSubstr("cannot "));
    }
    const std::string answers = AllAnswers(memory, "/index");
    const auto state = std::ranges::find(expected, answers) - expected.begin();
    ASSERT_LT(state, std::ssize(expected)) << "neither before nor after a commit:\n" << answers;
    EXPECT_GE(state, commits) << "a commit was lost";
    EXPECT_LE(state, failed ? commits + 1 : commits);
    EXPECT_THAT(WriteOnceMoreAndFindStrays(memory, "/index"), testing::IsEmpty());
    EXPECT_THAT(index::CheckIndex(memory, "/index").problems, testing::IsEmpty());
    failures += failed;
    if (files.count() < at) break;  // the session came to its end without the fault
    ASSERT_LT(at, 2000u);
  }
  EXPECT_GT(failures, 20);
}

INSTANTIATE_TEST_SUITE_P(Ways, FailureTest,
                         testing::Combine(testing::Values(Calls::kChanges, Calls::kReads),
                                          testing::Values(Fault::kFailOnce, Fault::kFailForever)),
                         [](const auto& way) {
                           std::string calls =
                               std::get<0>(way.param) == Calls::kChanges ? "Changes" : "Reads";
                           return calls + (std::get<1>(way.param) == Fault::kFailOnce ? "Once" : "Forever");
                         });

TEST(Failure, AWriterWhoseCommitFailedTakesNoMore) {
  MemoryFileSystem memory;
  std::uint64_t calls = 0;
  {
    FaultyFileSystem counting(memory, Calls::kChanges, Fault::kNone, 0);
    auto writer = index::IndexWriter::Open(counting, "/index");
    calls = counting.count();
  }
  FaultyFileSystem files(memory, Calls::kChanges, Fault::kFailOnce, calls + 1);
  auto writer = index::IndexWriter::Open(files, "/index");
  writer->catalog().PutContent({1, 1, {1, 1}, ContentType::kText});
  EXPECT_THROW(writer->Commit(), Error);
  EXPECT_THROW(writer->Commit(), Error);
  EXPECT_THROW(writer->catalog(), Error);
  EXPECT_EQ(index::OpenSnapshot(memory, "/index")->generation(), 0u);
}

}  // namespace
}  // namespace kindred
