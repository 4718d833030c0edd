// Records come back as they were written; what is torn or altered is ignored.
#include "act/journal/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "kindred/error.h"
#include "tests/act/act_tree.h"

namespace kindred::act {
namespace {

Intent SomeIntent(std::uint64_t number) {
  return {.action = number,
          .by = ReplaceBy::kSymlink,
          .restores = number % 2 == 0,
          .of_action = number + 7,
          .copy = {"/root", std::string("with\nnewline\xff and \0 zero", 24)},
          .keep = {"/", "x/y"},
          .quarantine = ".kindred-1",
          .temporary = "5",
          .target = "../x",
          .info = "note",
          .copy_facts = {.device = 1,
                         .inode = ~std::uint64_t{0},
                         .size = 3,
                         .mtime_ns = -5,
                         .ctime_ns = 6,
                         .atime_ns = 7,
                         .mode = 0100644,
                         .owner = 0xffffffff,
                         .group = 9,
                         .links = 2},
          .keep_facts = {.inode = 4},
          .copy_attributes = {{"user.a", std::string("\0\1", 2)}, {"user.b", ""}},
          .digest = {1, 2},
          .freed = 99};
}

class Journals : public testing::Test {
 protected:
  std::string File(std::uint64_t run) const { return tree_.index() + "/journal-" + std::to_string(run); }
  void WriteRun() {
    Journal journal(base::PosixFileSystem(), tree_.index());
    JournalWriter writer = journal.NewRun({.kind = RunKind::kDedupe, .by = "symlink", .roots = {"/a", "/b"}});
    for (std::uint64_t number = 1; number <= 3; ++number) writer.Add(SomeIntent(number));
    writer.Sync();
    writer.Add(ActionEnd{1, 2, ActionOutcome::kSaved, "a reason", "/saved"});
    writer.End({.actions = 3, .done = 1, .left = 2, .freed = 99});
  }
  JournalFile Read() const { return Journal::Read(base::PosixFileSystem(), tree_.index(), 1); }

  testing_support::TempTree tree_;
};

TEST_F(Journals, ComeBackAsWritten) {
  WriteRun();
  const JournalFile file = Read();
  EXPECT_EQ(file.begin.run, 1u);
  EXPECT_EQ(file.begin.roots, (std::vector<std::string>{"/a", "/b"}));
  ASSERT_EQ(file.intents.size(), 3u);
  for (std::uint64_t number = 1; number <= 3; ++number)
    EXPECT_EQ(file.intents[number - 1], SomeIntent(number));
  EXPECT_EQ(file.ends, (std::vector<ActionEnd>{{1, 2, ActionOutcome::kSaved, "a reason", "/saved"}}));
  ASSERT_TRUE(file.end);
  EXPECT_EQ(file.end->freed, 99u);
}

TEST_F(Journals, AreNumbered) {
  WriteRun();
  Journal journal(base::PosixFileSystem(), tree_.index());
  EXPECT_EQ(journal.NewRun({}).run(), 2u);
  EXPECT_EQ(journal.NewRun({}).run(), 3u);
  EXPECT_THAT(journal.Runs(), testing::ElementsAre(1, 2, 3));
}

TEST_F(Journals, OneProcessAtATime) {
  Journal journal(base::PosixFileSystem(), tree_.index());
  try {
    Journal second(base::PosixFileSystem(), tree_.index());
    FAIL() << "two hold the journal";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kBusy);
  }
}

// Cut at any length, or with any byte changed, a file gives a beginning of what was written, or an error.
TEST_F(Journals, WhatIsDamagedIsNotBelieved) {
  WriteRun();
  std::ifstream stream(File(1), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(stream)), {});
  const JournalFile good = Read();
  const auto examine = [&](const std::string& bytes) {
    std::ofstream(File(1), std::ios::binary | std::ios::trunc) << bytes;
    try {
      const JournalFile file = Read();
      ASSERT_LE(file.intents.size(), good.intents.size());
      for (std::size_t i = 0; i < file.intents.size(); ++i) EXPECT_EQ(file.intents[i], good.intents[i]);
      EXPECT_TRUE(file.ends.empty() || file.ends == good.ends);
      EXPECT_TRUE(!file.end || bytes.size() >= whole.size());
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
    }
  };
  for (std::size_t size = 0; size < whole.size(); size += 3) examine(whole.substr(0, size));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << at % 8);
    examine(bytes);
    try {
      EXPECT_FALSE(Read().end) << "a changed byte at " << at << " was not noticed";
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace kindred::act
