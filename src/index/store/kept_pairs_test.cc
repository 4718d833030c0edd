// Kept pairs come back as they were, or not at all.
#include "index/store/kept_pairs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/temp_tree.h"

namespace kindred::index {
namespace {

using testing_support::TempTree;

KeptPairs Example() {
  KeptPairs kept{.key = {1, 2},
                 .minimum = 0.25,
                 .margin = 2.5,
                 .marks = 77,
                 .degree_cap = 9,
                 .capped_keys = 3,
                 .pairs = {}};
  for (std::uint32_t i = 0; i < 500; ++i)
    kept.pairs.push_back({i / 3, i / 3 + 1 + i % 3 * 1000, i + 3, 2 * i + 3, i + 3 + i % 2});
  return kept;
}

std::string Bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(KeptPairs, ComeBack) {
  const TempTree tree;
  SaveKeptPairs(base::PosixFileSystem(), tree.root(), Example());
  const auto kept = LoadKeptPairs(base::PosixFileSystem(), tree.root(), {1, 2}, 5000);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->pairs, Example().pairs);
  EXPECT_EQ(kept->minimum, 0.25);
  EXPECT_EQ(kept->marks, 77u);
  EXPECT_EQ(kept->capped_keys, 3u);
}

TEST(KeptPairs, OfAnotherMatchAreNone) {
  const TempTree tree;
  SaveKeptPairs(base::PosixFileSystem(), tree.root(), Example());
  EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), tree.root(), {1, 3}, 5000));
  EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), tree.root(), {1, 2}, 100)) << "places beyond the scope";
  EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), tree.index(), {1, 2}, 5000));
}

TEST(KeptPairs, DamagedAreNone) {
  const TempTree tree;
  SaveKeptPairs(base::PosixFileSystem(), tree.root(), Example());
  const std::string whole = Bytes(tree.Path("pairs"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
    tree.Write("pairs", flipped);
    EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), tree.root(), {1, 2}, 5000)) << "bit of byte " << at;
    tree.Write("pairs", whole.substr(0, at));
    EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), tree.root(), {1, 2}, 5000)) << "cut at " << at;
  }
}

TEST(KeptPairs, NoPlaceToWriteIsNoError) {
  const TempTree tree;
  tree.Write("file", "not a directory");
  for (const std::string& directory : {tree.Path("missing"), tree.Path("file")}) {
    EXPECT_NO_THROW(SaveKeptPairs(base::PosixFileSystem(), directory, Example())) << directory;
    EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), directory, {1, 2}, 5000)) << directory;
  }
  EXPECT_FALSE(std::filesystem::exists(tree.Path("missing"))) << "the directory is not made";
  EXPECT_EQ(Bytes(tree.Path("file")), "not a directory");
}

// A file that cannot be replaced leaves the pairs that were kept before.
TEST(KeptPairs, ThatCannotBeReplacedStay) {
  const TempTree tree;
  SaveKeptPairs(base::PosixFileSystem(), tree.root(), Example());
  std::filesystem::create_directory(tree.Path(kNewKeptPairsName));
  KeptPairs other = Example();
  other.key = {3, 4};
  EXPECT_NO_THROW(SaveKeptPairs(base::PosixFileSystem(), tree.root(), other));
  EXPECT_TRUE(LoadKeptPairs(base::PosixFileSystem(), tree.root(), {1, 2}, 5000));
  EXPECT_FALSE(LoadKeptPairs(base::PosixFileSystem(), tree.root(), {3, 4}, 5000));
}

}  // namespace
}  // namespace kindred::index
