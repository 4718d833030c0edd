// Equal and unequal files, also those that cannot be read.
#include "read/same_bytes.h"

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
    const bool forward = HaveSameBytes(tree.Path(a), tree.Path(b), false);
    EXPECT_EQ(forward, HaveSameBytes(tree.Path(b), tree.Path(a), false));
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
  EXPECT_TRUE(HaveSameBytes(tree.Path("b/b"), tree.Path("link"), true));
}

}  // namespace
}  // namespace kindred::read
