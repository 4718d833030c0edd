// Whole files, up to a limit.
#include "read/files/load_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "read/files/read_input.h"
#include "tests/temp_tree.h"

namespace kindred::read {
namespace {

using testing_support::TempTree;

std::string TextOf(const LoadedFile& file) { return {file.bytes.begin(), file.bytes.end()}; }

TEST(LoadFile, AllBytesUpToTheLimit) {
  const TempTree tree;
  const std::string text(3 * FileReader::kPieceSize + 5, 'x');
  tree.Write("a", text);
  const LoadedFile whole = LoadNamedFile(tree.Path("a"), text.size());
  EXPECT_TRUE(whole.outcome.ok);
  EXPECT_FALSE(whole.too_large);
  EXPECT_EQ(TextOf(whole), text);
  EXPECT_EQ(TextOf(LoadNamedFile(tree.Path("a"), kNoLimit)), text);
}

TEST(LoadFile, AFileBeyondTheLimitIsNotRead) {
  const TempTree tree;
  tree.Write("a", "12345");
  const LoadedFile file = LoadNamedFile(tree.Path("a"), 4);
  EXPECT_TRUE(file.too_large);
  EXPECT_FALSE(file.outcome.ok);
  EXPECT_EQ(file.outcome.reason, "too large");
  EXPECT_EQ(file.outcome.entry.size, 5u);
  EXPECT_TRUE(file.bytes.empty());
}

TEST(LoadFile, WhatCannotBeReadSaysWhy) {
  const TempTree tree;
  const LoadedFile missing = LoadNamedFile(tree.Path("missing"), 100);
  EXPECT_FALSE(missing.outcome.ok);
  EXPECT_FALSE(missing.too_large);
  EXPECT_EQ(missing.outcome.stage, "open");
  EXPECT_EQ(TypedReason(missing.outcome), "no such file");
  EXPECT_FALSE(LoadNamedFile(tree.root(), 100).outcome.ok) << "a directory";
}

TEST(LoadFile, StopsWhenTheCallerHasSeenEnough) {
  const TempTree tree;
  tree.Write("a", std::string(4 * FileReader::kPieceSize, 'x'));
  const LoadedFile file = LoadNamedFile(tree.Path("a"), kNoLimit, [](auto bytes) { return bytes[0] != 'x'; });
  EXPECT_FALSE(file.outcome.ok);
  EXPECT_FALSE(file.too_large);
  EXPECT_EQ(file.bytes.size(), FileReader::kPieceSize);
}

TEST(LoadFile, APipeHasALimitToo) {
  for (const std::uint64_t most : {5, 4}) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "12345", 5), 5);
    ::close(ends[1]);
    const LoadedFile file = LoadInput(Input::Descriptor("pipe", ends[0]), most);
    ::close(ends[0]);
    EXPECT_EQ(file.outcome.ok, most == 5);
    EXPECT_EQ(file.too_large, most == 4);
    EXPECT_EQ(TextOf(file), most == 5 ? "12345" : "");
  }
}

TEST(LoadFile, TheStartOfALargeFileIsEnough) {
  const TempTree tree;
  tree.Write("a", "12345");
  FileReader reader;
  for (const std::uint64_t most : {4, 5, 6}) {
    const LoadedFile file = LoadStartOfFile(reader, AT_FDCWD, tree.Path("a"), true, most);
    EXPECT_TRUE(file.outcome.ok) << most;
    EXPECT_EQ(TextOf(file), std::string("12345").substr(0, most));
  }
  EXPECT_FALSE(LoadStartOfFile(reader, AT_FDCWD, tree.Path("b"), true, 4).outcome.ok);
}

}  // namespace
}  // namespace kindred::read
