// Paths that share their beginnings behave as strings do.
#include "model/directory_path.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>
#include <vector>

#include "model/entry.h"

namespace kindred {
namespace {

// A random tree: each directory as a string and as a path, some shared, some not.
struct Both {
  std::string text;
  DirectoryPath path;
};
std::vector<Both> RandomTree(unsigned seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<Both> all = {{"/", "/"}, {"/root", std::string("/root")}};
  while (all.size() < count) {
    // Mostly below the newest, so that the tree is deep.
    const Both& above = all[random() % 4 == 0 ? random() % all.size() : all.size() - 1 - random() % 2];
    static constexpr std::size_t kLengths[] = {1, 1, 2, 40, 255};
    std::string name(kLengths[random() % 5], 'n');
    name.back() = "!a~"[random() % 3];  // '!' is before the slash, and so "/a!" before "/a/b"
    std::string text = above.text + (above.text == "/" ? "" : "/") + name;
    const unsigned way = random() % 8;
    DirectoryPath path = way == 0   ? DirectoryPath(text)
                         : way == 1 ? above.path.Below(name)
                                    : above.path.ToShare().Below(name);
    all.push_back({std::move(text), std::move(path)});
  }
  return all;
}

bool IsAtOrBelow(const std::string& path, const std::string& directory) {
  return directory == "/" || path == directory || path.starts_with(directory + '/');
}

TEST(DirectoryPath, IsAsTheString) {
  const std::vector<Both> all = RandomTree(1, 400);
  for (const Both& a : all) {
    ASSERT_EQ(a.path.str(), a.text);
    ASSERT_EQ(a.path.size(), a.text.size());
    ASSERT_EQ(a.path.ToShare().str(), a.text);
    for (const std::size_t cut :
         {std::size_t{0}, std::size_t{1}, a.text.size() / 2, a.text.size(), a.text.size() + 1}) {
      ASSERT_EQ(a.path.From(cut), cut > a.text.size() ? "" : a.text.substr(cut));
      ASSERT_EQ(a.path.To(cut), a.text.substr(0, cut));
    }
    for (const Both& b : all) {
      ASSERT_EQ(a.path == b.path, a.text == b.text) << a.text << "\n" << b.text;
      ASSERT_EQ(a.path < b.path, a.text < b.text) << a.text << "\n" << b.text;
      ASSERT_EQ(a.path.IsAtOrBelow(b.path), IsAtOrBelow(a.text, b.text)) << a.text << "\n" << b.text;
    }
  }
}

TEST(DirectoryPath, TakesNoMoreThanItsNames) {
  DirectoryPath path("/top");
  std::vector<DirectoryPath> all;
  for (int depth = 0; depth < 200'000; ++depth) all.push_back(path = path.ToShare().Below("d"));
  EXPECT_EQ(all.back().size(), 4u + 2 * 200'000);  // of strings these would be 40 GB
  EXPECT_TRUE(all.back().IsAtOrBelow(all.front()));
  EXPECT_FALSE(all.front().IsAtOrBelow(all.back()));
  EXPECT_LT(all[1000], all[100'000]);
  path = {};
  all.clear();  // a long chain ends without a deep stack
}

TEST(Paths, NameAndParent) {
  for (const auto& [path, parent, name] :
       {std::tuple("/a/b", "/a", "b"), std::tuple("/a", "/", "a"), std::tuple("/", "/", "")}) {
    EXPECT_EQ(ParentPath(path), parent);
    EXPECT_EQ(BaseName(path), name);
  }
  EXPECT_EQ(BaseName("b"), "b");
}

}  // namespace
}  // namespace kindred
