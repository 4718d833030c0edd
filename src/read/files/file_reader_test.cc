// Reading files that hold still, and files that do not.
#include "read/files/file_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>

#include "tests/hostile/child.h"
#include "tests/hostile/temp_tree.h"

namespace kindred::read {
namespace {

std::string Bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t x = 1;
  for (char& byte : bytes) byte = static_cast<char>((x = x * 1664525 + 1013904223) >> 24);
  return bytes;
}

struct Reading {
  FileReader::Outcome outcome;
  std::string bytes;
  int begins = 0;
  int pieces = 0;
};

class FileReaderTest : public testing::Test {
 protected:
  // `between` is called after the first piece.
  Reading Read(const std::string& name, std::size_t piece_size = FileReader::kPieceSize,
               const std::function<void()>& between = {}, bool follow_links = false) {
    FileReader reader(piece_size);
    return ReadWith(reader, name, between, follow_links);
  }

  Reading ReadWith(FileReader& reader, const std::string& name, const std::function<void()>& between = {},
                   bool follow_links = false) {
    const OpenDirectory directory(tree_.path(), false);
    EXPECT_GE(directory.descriptor(), 0);
    Reading reading;
    reading.outcome = reader.Read(
        directory.descriptor(), name, follow_links,
        [&](const Entry& entry) {
          ++reading.begins;
          EXPECT_EQ(entry.name, name);
          return true;
        },
        [&](std::span<const std::uint8_t> piece) {
          reading.bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
          if (++reading.pieces == 1 && between) between();
          return true;
        });
    return reading;
  }

  static void ExpectNotOk(const Reading& reading, const std::string& stage, const std::string& reason,
                          bool error) {
    EXPECT_FALSE(reading.outcome.ok);
    EXPECT_EQ(reading.outcome.stage, stage);
    EXPECT_EQ(reading.outcome.reason, reason);
    EXPECT_EQ(reading.outcome.error, error);
  }

  TempTree tree_;
};

TEST_F(FileReaderTest, AllBytesWhateverThePieceSize) {
  for (const std::size_t size : {1, 6, 7, 8, 4096, 10'000, 300'000}) {
    const std::string bytes = Bytes(size);
    tree_.WriteFile("file", bytes);
    for (const std::size_t piece_size :
         {std::size_t{1}, std::size_t{7}, std::size_t{4096}, FileReader::kPieceSize}) {
      const Reading reading = Read("file", piece_size);
      EXPECT_TRUE(reading.outcome.ok) << reading.outcome.reason;
      EXPECT_TRUE(reading.bytes == bytes) << size << " bytes in pieces of " << piece_size;
      EXPECT_EQ(reading.begins, 1);
      EXPECT_EQ(reading.outcome.entry.size, size);
      EXPECT_EQ(static_cast<std::size_t>(reading.pieces), (size + piece_size - 1) / piece_size);
    }
  }
}

TEST_F(FileReaderTest, EntryIsWhatStatSays) {
  const std::string path = tree_.WriteFile("file", "hello");
  struct stat status;
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  const Entry entry = Read("file").outcome.entry;
  EXPECT_EQ(entry.inode, status.st_ino);
  EXPECT_EQ(entry.device, status.st_dev);
  EXPECT_EQ(entry.size, 5u);
  EXPECT_EQ(entry.mtime_ns, status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec);
  EXPECT_EQ(entry.ctime_ns, status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec);
}

TEST_F(FileReaderTest, EmptyFileHasNoPieces) {
  tree_.WriteFile("empty", "");
  const Reading reading = Read("empty");
  EXPECT_TRUE(reading.outcome.ok);
  EXPECT_EQ(reading.begins, 1);
  EXPECT_EQ(reading.pieces, 0);
}

TEST_F(FileReaderTest, AReaderIsUsedAgainAfterAFailure) {
  tree_.WriteFile("file", "hello");
  FileReader reader(4);
  EXPECT_FALSE(ReadWith(reader, "missing").outcome.ok);
  const Reading reading = ReadWith(reader, "file");
  EXPECT_TRUE(reading.outcome.ok);
  EXPECT_EQ(reading.bytes, "hello");
}

TEST_F(FileReaderTest, BeginMayKnowEnough) {
  tree_.WriteFile("file", "hello");
  const OpenDirectory directory(tree_.path(), false);
  FileReader reader;
  const FileReader::Outcome outcome = reader.Read(
      directory.descriptor(), "file", false, [](const Entry& entry) { return entry.size != 5; },
      [](std::span<const std::uint8_t>) {
        ADD_FAILURE() << "read in spite of begin";
        return true;
      });
  EXPECT_TRUE(outcome.ok);
}

TEST_F(FileReaderTest, PieceMayStop) {
  tree_.WriteFile("file", "hello");
  const OpenDirectory directory(tree_.path(), false);
  FileReader reader(2);
  int pieces = 0;
  const FileReader::Outcome outcome = reader.Read(
      directory.descriptor(), "file", false, [](const Entry&) { return true; },
      [&](std::span<const std::uint8_t>) { return ++pieces < 2; });
  EXPECT_FALSE(outcome.ok);
  EXPECT_EQ(outcome.reason, "stopped");
  EXPECT_EQ(pieces, 2);
}

TEST_F(FileReaderTest, ChangesBetweenPieces) {
  const std::string path = tree_.At("file");
  const auto changed_by = [&](const std::function<void()>& change) {
    tree_.WriteFile("file", Bytes(10'000));
    return Read("file", 4096, change);
  };
  // Let the clock of the file system move on, so that a change is a later one.
  const auto wait = [] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); };

  Reading reading = changed_by([&] { ASSERT_EQ(::truncate(path.c_str(), 5000), 0); });
  ExpectNotOk(reading, "read", "changed while being read", true);
  EXPECT_EQ(reading.bytes.size(), 5000u);

  reading = changed_by([&] { ASSERT_EQ(::truncate(path.c_str(), 20'000), 0); });
  ExpectNotOk(reading, "read", "changed while being read", true);
  EXPECT_EQ(reading.bytes.size(), 10'000u) << "at most what fstat saw";

  reading = changed_by([&] {
    wait();
    const int file = ::open(path.c_str(), O_WRONLY);
    ASSERT_EQ(::pwrite(file, "x", 1, 9999), 1);
    ::close(file);
  });
  ExpectNotOk(reading, "read", "changed while being read", true);

  // An mtime that is set back is still a change.
  reading = changed_by([&] {
    wait();
    struct stat status;
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    const int file = ::open(path.c_str(), O_WRONLY);
    ASSERT_EQ(::pwrite(file, "x", 1, 9999), 1);
    ::close(file);
    const timespec times[] = {status.st_atim, status.st_mtim};
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  });
  ExpectNotOk(reading, "read", "changed while being read", true);
}

TEST_F(FileReaderTest, AFileRemovedWhileReadIsReadToItsEnd) {
  tree_.WriteFile("file", Bytes(4096));
  // One piece: the picture is whole. Several: the removal changed ctime, and the name is gone anyway.
  EXPECT_TRUE(Read("file", 4096, [&] { ::unlink(tree_.At("file").c_str()); }).outcome.ok);
}

TEST_F(FileReaderTest, WhatIsNotARegularFile) {
  tree_.WriteFile("file", "hello");
  tree_.Link("file", "link");
  tree_.Link("nowhere", "dangling");
  tree_.MakeDirectory("directory");
  ASSERT_EQ(::mkfifo(tree_.At("fifo").c_str(), 0644), 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof(address.sun_path), "%s", tree_.At("socket").c_str());
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ::close(socket);

  ExpectNotOk(Read("missing"), "open", "vanished", false);
  EXPECT_EQ(TypedReason({.stage = "open", .reason = "vanished"}), "no such file");
  EXPECT_EQ(TypedReason({.stage = "open", .reason = "permission denied"}), "permission denied");
  ExpectNotOk(Read("link"), "open", "symbolic link", false);
  ExpectNotOk(Read("directory"), "open", "directory", false);
  ExpectNotOk(Read("fifo"), "open", "fifo", false);  // and no waiting for a writer
  ExpectNotOk(Read("socket"), "open", "socket", false);
  EXPECT_EQ(Read("fifo").begins, 0);

  EXPECT_EQ(Read("link", 100, {}, true).bytes, "hello");
  ExpectNotOk(Read("dangling", 100, {}, true), "open", "vanished", false);
}

TEST_F(FileReaderTest, SparseGiantsAreLeftOut) {
  const std::string path = tree_.WriteFile("giant", "x");
  ASSERT_EQ(::truncate(path.c_str(), std::int64_t{1} << 40), 0);
  const Reading reading = Read("giant");
  ExpectNotOk(reading, "open", "sparse file above 1 GiB, almost all holes", false);
  EXPECT_EQ(reading.begins, 0);

  // Holes of a size that is read quickly are not a reason.
  ASSERT_EQ(::truncate(tree_.WriteFile("small", "x").c_str(), 1 << 20), 0);
  EXPECT_TRUE(Read("small").outcome.ok);
}

TEST_F(FileReaderTest, PermissionDenied) {
  ASSERT_EQ(::chmod(tree_.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod(tree_.WriteFile("secret", "x").c_str(), 0), 0);
  RunWithoutPrivileges([&] { ExpectNotOk(Read("secret"), "open", "permission denied", true); });
}

TEST_F(FileReaderTest, ReadAtWantsTheFileThatWasSeen) {
  const std::string bytes = Bytes(10'000);
  tree_.WriteFile("file", bytes);
  const Entry seen = Read("file").outcome.entry;
  const OpenDirectory directory(tree_.path(), false);
  std::string part(300, '\0');
  auto read = [&](const Entry& expected, std::uint64_t offset) {
    return FileReader::ReadAt(directory.descriptor(), expected, false, offset,
                              {reinterpret_cast<std::uint8_t*>(part.data()), part.size()});
  };
  EXPECT_TRUE(read(seen, 5'000).ok);
  EXPECT_EQ(part, bytes.substr(5'000, 300));
  EXPECT_TRUE(read(seen, 9'700).ok);
  EXPECT_EQ(part, bytes.substr(9'700));

  Entry other = seen;
  other.inode += 1;
  EXPECT_EQ(read(other, 0).reason, "changed since it was scanned");
  other = seen;
  other.ctime_ns += 1;
  EXPECT_EQ(read(other, 0).reason, "changed since it was scanned");
  other.ctime_ns = 0;  // not known
  EXPECT_TRUE(read(other, 0).ok);
  other.size += 1;
  EXPECT_EQ(read(other, 0).reason, "changed since it was scanned");
  other.name = "missing";
  EXPECT_EQ(read(other, 0).stage, "open");
}

TEST_F(FileReaderTest, DescriptorsAreReadToTheirEnd) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK), 0);  // a reader that finds nothing yet must wait
  const std::string bytes = Bytes(200'000);
  std::thread writer([&] {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t wrote =
          ::write(ends[1], bytes.data() + done, std::min<std::size_t>(1000, bytes.size() - done));
      if (wrote > 0) done += static_cast<std::size_t>(wrote);
    }
    ::close(ends[1]);
  });
  std::string got;
  FileReader reader(4096);
  const FileReader::Outcome outcome =
      reader.ReadDescriptor(ends[0], [&](std::span<const std::uint8_t> piece) {
        got.append(reinterpret_cast<const char*>(piece.data()), piece.size());
        return true;
      });
  writer.join();
  ::close(ends[0]);
  EXPECT_TRUE(outcome.ok) << outcome.reason;
  EXPECT_TRUE(got == bytes);
  EXPECT_EQ(outcome.entry.size, bytes.size());

  const int directory = ::open(tree_.path().c_str(), O_RDONLY);
  EXPECT_EQ(reader.ReadDescriptor(directory, [](auto) { return true; }).reason, "is a directory");
  ::close(directory);
  EXPECT_EQ(reader.ReadDescriptor(-1, [](auto) { return true; }).reason, "bad file descriptor");
}

TEST_F(FileReaderTest, DirectoriesAreOpenedWithoutLinks) {
  tree_.MakeDirectory("real");
  tree_.MakeDirectory("real/inner");
  tree_.Link("real", "link");
  tree_.WriteFile("file", "x");
  EXPECT_GE(OpenDirectory("/", false).descriptor(), 0);
  EXPECT_GE(OpenDirectory(tree_.At("real/inner"), false).descriptor(), 0);
  for (const char* name : {"link", "link/inner", "file"}) {
    const OpenDirectory directory(tree_.At(name), false);
    EXPECT_LT(directory.descriptor(), 0) << name;
    EXPECT_EQ(directory.reason(), "directory replaced since the walk") << name;
    EXPECT_TRUE(directory.error());
  }
  EXPECT_GE(OpenDirectory(tree_.At("link/inner"), true).descriptor(), 0);
  const OpenDirectory missing(tree_.At("missing"), false);
  EXPECT_EQ(missing.reason(), "vanished");
  EXPECT_FALSE(missing.error());
}

TEST_F(FileReaderTest, DirectoriesBeyondPathMax) {
  const std::string name(255, 'n');
  std::string path = tree_.path();
  int directory = ::open(path.c_str(), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(::mkdirat(directory, name.c_str(), 0755), 0);
    const int next = ::openat(directory, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(directory);
    directory = next;
    path += "/" + name;
  }
  ASSERT_EQ(::symlinkat(".", directory, "link"), 0);
  struct stat status;
  ASSERT_EQ(::fstat(directory, &status), 0);
  ::close(directory);

  const OpenDirectory deep(path, false);
  struct stat reached;
  ASSERT_EQ(::fstat(deep.descriptor(), &reached), 0) << deep.reason();
  EXPECT_EQ(reached.st_ino, status.st_ino);
  EXPECT_EQ(OpenDirectory(path + "/link", false).reason(), "directory replaced since the walk");
  EXPECT_GE(OpenDirectory(path + "/link", true).descriptor(), 0);
}

}  // namespace
}  // namespace kindred::read
