// Equal and unequal files, also those that cannot be read.
#include "read/files/same_bytes.h"

#include <gtest/gtest.h>

#include "tests/temp_tree.h"

namespace kindred::read {
namespace {

TEST(HaveSameBytes, ComparesToTheEnd) {
  testing_support::TempTree tree;
  const std::string text = testing_support::RandomText(600'000, 1);
  tree.Write("a", text);
  tree.Write("b/b", text);
  tree.Write("longer", text + "x");
  tree.Write("shorter", text.substr(1));
  std::string late = text;
  late.back() ^= 1;
  tree.Write("late", late);
  tree.Write("empty", "");
  tree.Write("empty2", "");
  auto same = [&](const char* a, const char* b) {
    std::optional<Skip> unread;
    const bool forward = HaveSameBytes(tree.Path(a), tree.Path(b), false, &unread);
    EXPECT_EQ(forward, HaveSameBytes(tree.Path(b), tree.Path(a), false, &unread));
    return forward;
  };
  EXPECT_TRUE(same("a", "b/b"));
  EXPECT_TRUE(same("empty", "empty2"));
  EXPECT_FALSE(same("a", "longer"));
  EXPECT_FALSE(same("a", "shorter"));
  EXPECT_FALSE(same("a", "late"));
  EXPECT_FALSE(same("a", "empty"));
  EXPECT_FALSE(same("a", "missing"));
  EXPECT_FALSE(same("a", "b"));  // a directory
  std::filesystem::create_symlink(tree.Path("a"), tree.Path("link"));
  EXPECT_FALSE(same("b/b", "link"));
  std::optional<Skip> unread;
  EXPECT_TRUE(HaveSameBytes(tree.Path("b/b"), tree.Path("link"), true, &unread));
}

TEST(HaveSameBytes, SaysWhatCouldNotBeRead) {
  testing_support::TempTree tree;
  tree.Write("a", "text");
  tree.Write("b", "other text");
  std::optional<Skip> unread;
  EXPECT_FALSE(HaveSameBytes(tree.Path("a"), tree.Path("b"), false, &unread));
  EXPECT_FALSE(unread);
  // Address 0 of a process cannot be read.
  EXPECT_FALSE(HaveSameBytes(tree.Path("a"), "/proc/self/mem", true, &unread));
  ASSERT_TRUE(unread);
  EXPECT_EQ(unread->path, "/proc/self/mem");
  EXPECT_EQ(unread->stage, "read");
  EXPECT_EQ(unread->reason, "input/output error");
  EXPECT_TRUE(unread->error);
  for (bool turned : {false, true}) {
    const std::string gone = tree.Path("gone");
    EXPECT_FALSE(
        HaveSameBytes(turned ? gone : tree.Path("a"), turned ? tree.Path("a") : gone, false, &unread));
    ASSERT_TRUE(unread);
    EXPECT_EQ(unread->path, gone);
    EXPECT_EQ(unread->reason, "vanished");
  }
}

}  // namespace
}  // namespace kindred::read
