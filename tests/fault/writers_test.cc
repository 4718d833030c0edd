// Two writers: the second gets an error at once that names the holder of the lock; the lock ends with the
// process, however that ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>

#include "index/store/store.h"
#include "kindred/error.h"

namespace kindred {
namespace {

TEST(Writers, TheSecondIsToldAndMayWriteWhenTheFirstIsKilled) {
  std::string pattern = testing::TempDir() + "kindred-writers-XXXXXX";
  const std::string root = ::mkdtemp(pattern.data());
  const std::string directory = root + "/index";
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  pid_t child = ::fork();
  if (child == 0) {
    auto writer = index::IndexWriter::Open(base::PosixFileSystem(), directory);
    writer->catalog().PutContent({writer->NewContentId(), 1, {1, 1}, ContentType::kText});
    writer->AddSegment({{"chunks", 1, {}}, Weight::kBytes, 64}, std::vector<index::CoveredContent>{{1, 0}},
                       {});
    if (::write(ready[1], "y", 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);

  const auto before = std::chrono::steady_clock::now();
  try {
    index::IndexWriter::Open(base::PosixFileSystem(), directory);
    ADD_FAILURE() << "two writers";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kBusy);
    EXPECT_THAT(error.what(), testing::HasSubstr("being written by pid " + std::to_string(child) + " on "));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(3));         // it does not wait
  EXPECT_EQ(index::OpenSnapshot(base::PosixFileSystem(), directory)->generation(), 0u);  // readers never wait

  ASSERT_EQ(::kill(child, SIGKILL), 0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  auto writer = index::IndexWriter::Open(base::PosixFileSystem(), directory);
  EXPECT_THAT(base::PosixFileSystem().List(directory), testing::ElementsAre("lock", "manifest"));
  writer->catalog().PutContent({writer->NewContentId(), 1, {1, 1}, ContentType::kText});
  writer->Commit();
  EXPECT_EQ(index::OpenSnapshot(base::PosixFileSystem(), directory)->generation(), 1u);
  ::close(ready[0]);
  ::close(ready[1]);
  std::filesystem::remove_all(root);
}

}  // namespace
}  // namespace kindred
