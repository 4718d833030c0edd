// The rules of git's manual for ignore files, line by line; tests/cli/exclude_from.sh compares with git
// itself.
#include "walk/ignore_rules.h"

#include <gtest/gtest.h>

#include "walk/filter.h"

namespace kindred::walk {
namespace {

// Whether rules of the directory "/r" leave out a path below it.
bool Out(const std::string& rules, const std::string& path) {
  const bool is_directory = path.ends_with('/');
  std::vector<std::string> names = SplitPath("/r/" + path);
  const std::string name = names.back();
  names.pop_back();
  const IgnoreScope scope{nullptr, 1, IgnoreRules(rules)};
  return LeavesOut(&scope, names, name.c_str(), is_directory);
}

TEST(IgnoreRules, Names) {
  EXPECT_TRUE(Out("*.o\n", "a.o"));
  EXPECT_TRUE(Out("*.o", "deep/er/a.o"));
  EXPECT_FALSE(Out("*.o", "a.c"));
  EXPECT_TRUE(Out("*.o\r\n", "a.o")) << "line ends of another system";
  EXPECT_FALSE(Out("# *.o\n\n   \n", "a.o"));
}

TEST(IgnoreRules, Anchors) {
  EXPECT_TRUE(Out("/build", "build"));
  EXPECT_FALSE(Out("/build", "a/build"));
  EXPECT_TRUE(Out("doc/*.pdf", "doc/a.pdf"));
  EXPECT_FALSE(Out("doc/*.pdf", "x/doc/a.pdf"));
  EXPECT_FALSE(Out("doc/*.pdf", "doc/b/a.pdf")) << "a star takes no slash";
  EXPECT_TRUE(Out("doc/**/*.pdf", "doc/a.pdf"));
  EXPECT_TRUE(Out("doc/**/*.pdf", "doc/b/c/a.pdf"));
  EXPECT_TRUE(Out("**/foo", "a/b/foo"));
  EXPECT_TRUE(Out("abc/**", "abc/x"));
  EXPECT_FALSE(Out("abc/**", "abc/"));
}

TEST(IgnoreRules, DirectoriesOnly) {
  EXPECT_TRUE(Out("logs/", "logs/"));
  EXPECT_FALSE(Out("logs/", "logs"));
  EXPECT_TRUE(Out("logs/", "a/logs/")) << "a slash at the end alone anchors nothing";
}

TEST(IgnoreRules, TheLastLineDecides) {
  EXPECT_FALSE(Out("*.o\n!keep.o\n", "keep.o"));
  EXPECT_TRUE(Out("!keep.o\n*.o\n", "keep.o"));
}

TEST(IgnoreRules, Escapes) {
  EXPECT_TRUE(Out("\\#a", "#a"));
  EXPECT_TRUE(Out("\\!a", "!a"));
  EXPECT_TRUE(Out("a  ", "a"));
  EXPECT_TRUE(Out("a\\ ", "a "));
  EXPECT_FALSE(Out(std::string("a\0b", 3), "a"));
}

TEST(IgnoreRules, TheNearestDirectoryComesFirst) {
  const auto outer = std::make_shared<const IgnoreScope>(IgnoreScope{nullptr, 1, IgnoreRules("*.o\n")});
  const IgnoreScope inner{outer, 2, IgnoreRules("!a.o\n/b\n")};
  EXPECT_FALSE(LeavesOut(&inner, {"r", "d"}, "a.o", false));
  EXPECT_TRUE(LeavesOut(&inner, {"r", "d"}, "c.o", false));
  EXPECT_TRUE(LeavesOut(&inner, {"r", "d"}, "b", false));
  EXPECT_FALSE(LeavesOut(outer.get(), {"r"}, "b", false));
}

}  // namespace
}  // namespace kindred::walk
