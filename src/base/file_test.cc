// The FileSystem on a real directory: what is written is read, what is missing is reported, locks exclude.
#include "base/file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "base/coding.h"
#include "kindred/error.h"

namespace kindred::base {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class FileTest : public testing::Test {
 protected:
  FileTest() {
    std::string pattern = testing::TempDir() + "kindred-file-XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
  }
  ~FileTest() override { std::filesystem::remove_all(directory_); }

  std::string Path(const std::string& name) const { return directory_ + "/" + name; }
  std::string Text(const std::string& name) {
    auto file = files_.OpenForRead(Path(name));
    return AsString(file->Map());
  }

  FileSystem& files_ = PosixFileSystem();
  std::string directory_;
};

// The Error that `act` throws.
template <typename Act>
Error ErrorOf(Act act) {
  try {
    act();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no Error was thrown";
  return Error(ErrorKind::kUsage, "none");
}

TEST_F(FileTest, WritesAppendOverwriteAndTruncate) {
  auto file = files_.Create(Path("a"));
  file->Append(AsBytes("hello "));
  file->Append(AsBytes("world"));
  file->WriteAt(0, AsBytes("J"));
  file->Sync();
  EXPECT_EQ(Text("a"), "Jello world");
  file->Truncate(5);
  file->Append(AsBytes("!"));
  file->Close();
  EXPECT_EQ(Text("a"), "Jello!");
  struct stat status;
  ASSERT_EQ(::stat(Path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

TEST_F(FileTest, ReadPastTheEndIsDamage) {
  files_.Create(Path("a"))->Append(AsBytes("12345"));
  auto file = files_.OpenForRead(Path("a"));
  EXPECT_EQ(file->size(), 5u);
  std::vector<std::uint8_t> bytes(3);
  file->ReadAt(2, bytes);
  EXPECT_EQ(AsString(bytes), "345");
  Error error = ErrorOf([&] { file->ReadAt(3, bytes); });
  EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
  EXPECT_EQ(error.where(), Path("a"));
  EXPECT_THAT(error.what(), HasSubstr("offset 5"));
}

TEST_F(FileTest, AnEmptyFileMapsToNothing) {
  files_.Create(Path("a"));
  EXPECT_TRUE(files_.OpenForRead(Path("a"))->Map().empty());
}

TEST_F(FileTest, MissingAndOddFilesAreErrorsThatNameThePath) {
  Error error = ErrorOf([&] { files_.OpenForRead(Path("none")); });
  EXPECT_EQ(error.kind(), ErrorKind::kNotFound);
  EXPECT_EQ(error.where(), Path("none"));
  EXPECT_THAT(error.what(), HasSubstr("No such file"));
  ASSERT_EQ(::mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(ErrorOf([&] { files_.OpenForRead(Path("pipe")); }).what(), HasSubstr("regular"));
  ErrorOf([&] { files_.Remove(Path("none")); });
  ErrorOf([&] { files_.Rename(Path("none"), Path("b")); });
  ErrorOf([&] { files_.List(Path("none")); });
}

TEST_F(FileTest, AFullDiskSaysWhatToDo) {
  if (!files_.Exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  Error error = ErrorOf([&] { files_.Create("/dev/full")->Append(AsBytes("x")); });
  EXPECT_EQ(error.kind(), ErrorKind::kNoSpace);
  EXPECT_THAT(error.hint(), HasSubstr("free some space"));
}

TEST_F(FileTest, DirectoriesAreMadeWithTheirParents) {
  files_.MakeDirectories(Path("x/y/z"));
  files_.MakeDirectories(Path("x/y/z"));
  EXPECT_TRUE(files_.Exists(Path("x/y/z")));
  struct stat status;
  ASSERT_EQ(::stat(Path("x/y").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  files_.Create(Path("file"));
  EXPECT_THAT(ErrorOf([&] { files_.MakeDirectories(Path("file")); }).what(), HasSubstr("is a file"));
  ErrorOf([&] { files_.MakeDirectories(Path("file/below")); });
}

TEST_F(FileTest, ListIsSortedAndRenameReplaces) {
  for (const char* name : {"c", "a", "b"}) files_.Create(Path(name))->Append(AsBytes(name));
  EXPECT_THAT(files_.List(directory_), ElementsAre("a", "b", "c"));
  files_.Rename(Path("c"), Path("a"));
  files_.SyncDirectory(directory_);
  files_.Remove(Path("b"));
  EXPECT_THAT(files_.List(directory_), ElementsAre("a"));
  EXPECT_EQ(Text("a"), "c");
}

TEST_F(FileTest, ACopyIsWholeAndApart) {
  std::string text(3'000'000, 'x');
  text[1'234'567] = 'y';
  files_.Create(Path("a"))->Append(AsBytes(text));
  auto copy = files_.CreateCopy(Path("a"), Path("b"));
  EXPECT_EQ(Text("b"), text);
  copy->WriteAt(0, AsBytes("changed"));
  copy->Append(AsBytes("end"));
  EXPECT_EQ(Text("a"), text);
  EXPECT_EQ(Text("b"), "changed" + text.substr(7) + "end");
}

TEST_F(FileTest, ALockExcludesAndNamesItsHolder) {
  std::string holder;
  auto lock = files_.TryLock(Path("lock"), "the first", &holder);
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(files_.TryLock(Path("lock"), "the second", &holder), nullptr);
  EXPECT_EQ(holder, "the first");
  lock.reset();
  EXPECT_NE(files_.TryLock(Path("lock"), "2nd", &holder), nullptr);
  EXPECT_EQ(Text("lock"), "2nd");
}

TEST_F(FileTest, AHolderThatHasNotSaidWhoItIsYetIsWaitedFor) {
  const int fd = ::open(Path("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::flock(fd, LOCK_EX), 0);
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(::pwrite(fd, "the first", 9, 0), 9);
  });
  std::string holder;
  EXPECT_EQ(files_.TryLock(Path("lock"), "the second", &holder), nullptr);
  EXPECT_EQ(holder, "the first");
  late.join();
  ::close(fd);
}

TEST_F(FileTest, AHolderThatDoesNotSayWhoItIsIsNamedByTheKernel) {
  const int fd = ::open(Path("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_EQ(::flock(fd, LOCK_EX), 0);
  std::string holder;
  EXPECT_EQ(files_.TryLock(Path("lock"), "the second", &holder), nullptr);
  EXPECT_EQ(holder, "pid " + std::to_string(::getpid()));
  ::close(fd);
}

TEST_F(FileTest, ALockGoesWithAKilledProcess) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  pid_t child = ::fork();
  if (child == 0) {
    std::string holder;
    auto lock = files_.TryLock(Path("lock"), "the child", &holder);
    char byte = lock ? 'y' : 'n';
    if (::write(ready[1], &byte, 1) != 1) ::_exit(1);
    ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'y');
  std::string holder;
  EXPECT_EQ(files_.TryLock(Path("lock"), "we", &holder), nullptr);
  EXPECT_EQ(holder, "the child");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_NE(files_.TryLock(Path("lock"), "we", &holder), nullptr);
  ::close(ready[0]);
  ::close(ready[1]);
}

}  // namespace
}  // namespace kindred::base
