// compare against brute force and against diff -rq, on seeded random pairs of directories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <random>
#include <set>

#include "kindred/kindred.h"
#include "tests/oracle/brute_force.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred {
namespace {

using namespace testing_support;
using Files = std::map<std::string, std::string>;  // path below the root -> bytes

struct TwoTrees {
  Files a, b;
};

// A release and the next: most files stay, some move, change, split, join, come and go; some are empty.
TwoTrees MakeReleases(unsigned seed, unsigned files) {
  std::mt19937 random(seed);
  TwoTrees trees;
  for (unsigned i = 0; i < files; ++i) {
    const std::string name = "d" + std::to_string(random() % 4) + "/f" + std::to_string(i);
    const std::string text = RandomText(600 + random() % 6000, seed * 1000 + i);
    const std::string fresh = RandomText(700, seed * 1000 + 500 + i);
    trees.a[name] = text;
    switch (random() % 9) {
      case 0:
        trees.b["moved/g" + std::to_string(i)] = text;
        break;
      case 1:
        trees.b[name] = fresh + text.substr(text.size() / 4);
        break;
      case 2:
        trees.b["e/" + std::to_string(i)] = text.substr(0, text.size() / 2) + fresh;
        break;
      case 3:  // into a much larger file
        trees.b["large" + std::to_string(i)] = RandomText(20'000, static_cast<unsigned>(random())) + text;
        break;
      case 4:  // gone, and another one is new
        trees.b["new" + std::to_string(i)] = fresh;
        break;
      case 5:  // copied
        trees.b[name] = text;
        trees.b["copy" + std::to_string(i)] = text;
        break;
      case 6:  // empty on one side, or on both
        trees.a[name] = "";
        if (random() % 2 == 0) trees.b[name] = "";
        break;
      default:
        trees.b[name] = text;
    }
  }
  return trees;
}

struct Told : RecordingSink {
  bool On(const Record& record) override {
    return Receive(Into(&compared), Into(&relations),
                   [this](const Record& other) { return RecordingSink::On(other); })
        .On(record);
  }
  TreeComparison compared;
  std::vector<FileRelation> relations;
};

using Windows = std::unordered_set<std::string_view>;

double TrueCoverage(const std::string& a, const Windows& windows) {
  std::vector<bool> covered(a.size(), false);
  for (std::size_t at = 0; at + kWindow <= a.size(); ++at) {
    if (!windows.contains(std::string_view(a).substr(at, kWindow))) continue;
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), kWindow, true);
  }
  if (a.empty()) return 0;
  return static_cast<double>(std::count(covered.begin(), covered.end(), true)) /
         static_cast<double>(a.size());
}

class CompareOracle : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    trees_ = MakeReleases(GetParam(), 24);
    for (const auto& [name, bytes] : trees_.a) tree_.Write("a/" + name, bytes);
    for (const auto& [name, bytes] : trees_.b) tree_.Write("b/" + name, bytes);
    CompareOptions options;
    options.verify = true;
    SilentObserver silent;
    Index(tree_.index()).Compare(tree_.Path("a"), tree_.Path("b"), options, told_, silent);
  }

  std::string BelowA(const FileRelation& line) const { return line.a.substr(tree_.Path("a/").size()); }
  std::string BelowB(const FileRelation& line) const { return line.b.substr(tree_.Path("b/").size()); }

  TempTree tree_;
  TwoTrees trees_;
  Told told_;
};

TEST_P(CompareOracle, EveryLineIsTrue) {
  std::set<std::string> seen_a, seen_b;
  for (const FileRelation& line : told_.relations) {
    const std::string bytes_a = line.a.empty() ? "" : trees_.a.at(BelowA(line));
    const std::string bytes_b = line.b.empty() ? "" : trees_.b.at(BelowB(line));
    if (!line.a.empty()) seen_a.insert(BelowA(line));
    if (!line.b.empty()) seen_b.insert(BelowB(line));
    switch (line.relation) {
      case Relation::kIdentical:
        EXPECT_EQ(BelowA(line), BelowB(line));
        EXPECT_EQ(bytes_a, bytes_b);
        break;
      case Relation::kMoved:
        EXPECT_NE(BelowA(line), BelowB(line));
        EXPECT_EQ(bytes_a, bytes_b);
        break;
      case Relation::kChanged:
      case Relation::kContains:
      case Relation::kContained:
        EXPECT_NE(bytes_a, bytes_b);
        EXPECT_TRUE(line.measured);
        EXPECT_NEAR(line.of_a, TrueCoverage(bytes_a, WindowsOf(bytes_b)), 1e-5) << line.a << " " << line.b;
        EXPECT_NEAR(line.of_b, TrueCoverage(bytes_b, WindowsOf(bytes_a)), 1e-5) << line.a << " " << line.b;
        break;
      case Relation::kOnlyA:
        for (const auto& [name, bytes] : trees_.b) EXPECT_TRUE(bytes != bytes_a || bytes.empty()) << name;
        break;
      case Relation::kOnlyB:
        for (const auto& [name, bytes] : trees_.a) EXPECT_TRUE(bytes != bytes_b || bytes.empty()) << name;
        break;
    }
  }
  EXPECT_EQ(seen_a.size(), trees_.a.size());
  EXPECT_EQ(seen_b.size(), trees_.b.size());
}

TEST_P(CompareOracle, TheSumsAreThoseOfBruteForce) {
  for (bool is_a : {true, false}) {
    const Files& own = is_a ? trees_.a : trees_.b;
    const Files& other = is_a ? trees_.b : trees_.a;
    std::set<std::string> others;
    std::map<std::string, Windows> windows;
    for (const auto& [name, bytes] : other) {
      others.insert(bytes);
      windows[name] = WindowsOf(bytes);
    }
    const TreeComparison::Side& side = is_a ? told_.compared.a : told_.compared.b;
    std::uint64_t total = 0, without = 0;
    double shared = 0;
    for (const auto& [name, bytes] : own) {
      total += bytes.size();
      if (!bytes.empty() && !others.contains(bytes)) ++without;
      if (bytes.empty() && !(other.contains(name) && other.at(name).empty())) ++without;
      double best = others.contains(bytes) ? 1 : 0;
      const Windows own_windows = WindowsOf(bytes);
      for (const auto& [other_name, other_bytes] : other) {
        if (bytes.empty() || other_bytes.empty() || best == 1) continue;
        const double of_own = TrueCoverage(bytes, windows.at(other_name));
        const double similarity = std::max(of_own, TrueCoverage(other_bytes, own_windows));
        if (similarity >= 0.25) best = std::max(best, of_own);
      }
      shared += best * static_cast<double>(bytes.size());
    }
    EXPECT_EQ(side.files, own.size());
    EXPECT_EQ(side.bytes, total);
    EXPECT_EQ(side.without_copy, without);
    EXPECT_EQ(side.all_there, without == 0);
    EXPECT_NEAR(side.share, shared / static_cast<double>(total), 1e-4);
  }
}

// What diff calls equal and different at the same place, we do; what diff finds on one side only may be
// moved.
TEST_P(CompareOracle, AgreesWithDiff) {
  std::set<std::string> differ, only;
  const std::string a = tree_.Path("a"), b = tree_.Path("b");
  FILE* diff = popen(("LC_ALL=C diff -rq '" + a + "' '" + b + "'").c_str(), "r");
  ASSERT_NE(diff, nullptr);
  char line[4096];
  while (std::fgets(line, sizeof line, diff) != nullptr) {
    const std::string text(line);
    if (text.starts_with("Files ")) {
      const std::string path = text.substr(6, text.find(" and ") - 6);
      differ.insert(path.substr(a.size() + 1));
    } else {
      only.insert(text);
    }
  }
  pclose(diff);
  std::set<std::string> identical;
  for (const FileRelation& told : told_.relations) {
    if (told.relation == Relation::kIdentical) identical.insert(BelowA(told));
  }
  std::set<std::string> same_place;
  for (const auto& [name, bytes] : trees_.a) {
    if (trees_.b.contains(name) && !differ.contains(name)) same_place.insert(name);
  }
  EXPECT_EQ(identical, same_place);
  EXPECT_FALSE(only.empty());
}

INSTANTIATE_TEST_SUITE_P(Seeds, CompareOracle, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace kindred
