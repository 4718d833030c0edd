// The meaning of globs, as described in filter.h.
#include "walk/filter.h"

#include <gtest/gtest.h>

#include <string>

namespace kindred::walk {
namespace {

// Whether the glob matches the path, given as "root|path below it".
bool Matches(const std::string& glob, const std::string& root, const std::string& below,
             bool is_directory = false) {
  WalkOptions options;
  options.exclude = {glob};
  std::vector<std::string> names = SplitPath(below);
  const std::string name = names.back();
  names.pop_back();
  DirectoryNames directory{.names = SplitPath(root), .root_names = 0};
  directory.root_names = directory.names.size();
  directory.names.insert(directory.names.end(), names.begin(), names.end());
  return Filter(options).Excludes(directory, name.c_str(), is_directory);
}

TEST(FilterTest, WithoutASlashTheNameCounts) {
  EXPECT_TRUE(Matches("*.o", "/r", "a.o"));
  EXPECT_TRUE(Matches("*.o", "/r", "x/y/a.o"));
  EXPECT_FALSE(Matches("*.o", "/r", "a.o/b"));
  EXPECT_FALSE(Matches("*.o", "/r", "a.oo"));
  EXPECT_TRUE(Matches("[ab]?", "/r", "x/b1"));
  EXPECT_TRUE(Matches("*", "/r", ".hidden"));
  EXPECT_TRUE(Matches("a\nb*", "/r", "a\nb\xff"));
  EXPECT_FALSE(Matches("", "/r", "a"));
}

TEST(FilterTest, ASlashAtTheEndMeansDirectories) {
  EXPECT_TRUE(Matches("build/", "/r", "x/build", true));
  EXPECT_FALSE(Matches("build/", "/r", "x/build", false));
}

TEST(FilterTest, ASlashInsideMatchesBelowTheRoot) {
  EXPECT_TRUE(Matches("doc/*.html", "/r", "doc/a.html"));
  EXPECT_TRUE(Matches("doc/*.html", "/r", "x/y/doc/a.html"));
  EXPECT_FALSE(Matches("doc/*.html", "/r", "doc/x/a.html"));
  EXPECT_FALSE(Matches("doc/*.html", "/r", "xdoc/a.html"));
  EXPECT_FALSE(Matches("doc/*.html", "/r/doc", "a.html")) << "the root's own name is not below the root";
}

TEST(FilterTest, ASlashAtTheFrontMeansTheAbsolutePath) {
  EXPECT_TRUE(Matches("/r/*/a", "/r", "x/a"));
  EXPECT_FALSE(Matches("/x/a", "/r", "x/a"));
  EXPECT_FALSE(Matches("/r/*", "/r", "x/a"));
  EXPECT_TRUE(Matches("/a", "/", "a"));
}

TEST(FilterTest, TwoStarsMeanAnyNumberOfNames) {
  EXPECT_TRUE(Matches("a/**/b", "/r", "a/b"));
  EXPECT_TRUE(Matches("a/**/b", "/r", "x/a/1/2/3/b"));
  EXPECT_FALSE(Matches("a/**/b", "/r", "a/1/2/c"));
  EXPECT_TRUE(Matches("/r/**", "/r", "x/y"));
  EXPECT_TRUE(Matches("a/**", "/r", "a/b/c"));
  EXPECT_TRUE(Matches("**/a/**/b/**/c", "/r", "a/a/b/a/b/b/c/c"));
  EXPECT_FALSE(Matches("**/a/**/b/**/c", "/r", "b/a/c/b/d"));
}

TEST(FilterTest, ManyStarsOverALongPathEndSoon) {
  std::string path;
  for (int i = 0; i < 5000; ++i) path += "a/";
  EXPECT_FALSE(Matches("**/a/**/a/**/a/**/a/**/b", "/r", path + "c"));
}

TEST(FilterTest, IncludeIsMetByOneGlob) {
  WalkOptions options;
  EXPECT_FALSE(Filter(options).LacksInclude({}, "a.c"));
  options.include = {"*.h", "*.c"};
  EXPECT_FALSE(Filter(options).LacksInclude({}, "a.c"));
  EXPECT_TRUE(Filter(options).LacksInclude({}, "a.o"));
  EXPECT_FALSE(Filter(options).needs_directory_names());
  options.include = {"src/*.c"};
  EXPECT_TRUE(Filter(options).needs_directory_names());
}

}  // namespace
}  // namespace kindred::walk
