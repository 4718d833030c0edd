// Similar directories against brute force over all pairs of directories, and on cases worked out by hand.
#include "match/groups/directories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "tests/rounds.h"

namespace kindred::match {
namespace {

std::vector<SimilarDirectories> Similar(std::span<const DirectoryFiles> directories,
                                        std::span<const std::string> roots, std::span<const Pair> pairs,
                                        const Scope& scope, double minimum, Measure measure) {
  return FindSimilarDirectories(directories, roots, pairs, scope, minimum, measure, [] { return false; })
      .pairs;
}

struct Shared {
  double bytes = 0;
  std::uint64_t total = 0;
  std::uint64_t files = 0;
  std::uint64_t identical = 0;
};

bool Below(const std::string& path, const std::string& top) {
  return path == top || path.starts_with(top + "/");
}

std::vector<std::string> AllDirectories(const std::vector<DirectoryFiles>& directories) {
  std::set<std::string> all;
  for (const DirectoryFiles& directory : directories) {
    for (std::string path = directory.path; path != "/t"; path.resize(path.rfind('/'))) all.insert(path);
    all.insert("/t");
  }
  return {all.begin(), all.end()};
}

// What `from` shares with `to`, file by file.
Shared BruteForce(const std::vector<DirectoryFiles>& directories, const std::vector<Pair>& pairs,
                  const Scope& scope, const std::string& from, const std::string& to) {
  std::set<std::uint32_t> there;
  for (const DirectoryFiles& directory : directories) {
    if (Below(directory.path, to)) there.insert(directory.places.begin(), directory.places.end());
  }
  Shared shared;
  for (const DirectoryFiles& directory : directories) {
    if (!Below(directory.path, from)) continue;
    for (std::uint32_t place : directory.places) {
      ++shared.files;
      shared.total += scope[place].size;
      double best = there.contains(place) ? 1 : 0;
      shared.identical += there.contains(place);
      for (const Pair& pair : pairs) {
        if (pair.a == place && there.contains(pair.b)) best = std::max<double>(best, pair.of_a);
        if (pair.b == place && there.contains(pair.a)) best = std::max<double>(best, pair.of_b);
      }
      shared.bytes += best * static_cast<double>(scope[place].size);
    }
  }
  return shared;
}

struct MadeUp {
  Scope scope;
  std::vector<DirectoryFiles> directories;
  std::vector<Pair> pairs;  // shares of n/64: their sums are exact
};

// `many` gives some contents more copies than may propose all their pairs.
MadeUp MakeUp(unsigned seed, bool many) {
  std::mt19937 random(seed);
  const std::uint32_t contents = 25;
  MadeUp made;
  made.scope.resize(contents);
  for (ScopeContent& content : made.scope) content.size = 1 + random() % 5000;
  const std::vector<std::string> names = {"/t",     "/t/a",   "/t/a/x", "/t/a/y",   "/t/a/x/1", "/t/b",
                                          "/t/b/x", "/t/b-c", "/t/b/y", "/t/b/x/1", "/t/c/d/e", "/t/c/d/f"};
  for (const std::string& name : names) {
    made.directories.push_back({name, {}});
    for (auto i = random() % 5; i > 0; --i)
      made.directories.back().places.push_back(static_cast<std::uint32_t>(random() % contents));
    if (many) made.directories.back().places.insert(made.directories.back().places.end(), 8, 0);
  }
  for (std::uint32_t a = 0; a < contents; ++a) {
    for (std::uint32_t b = a + 1; b < contents; ++b) {
      if (random() % 12 == 0)
        made.pairs.push_back(
            {.a = a, .b = b, .of_a = static_cast<float>(20 + random() % 40) / 64, .of_b = 0.5f});
    }
  }
  return made;
}

void CheckAgainstBruteForce(unsigned seed, bool many) {
  const auto [scope, directories, pairs] = MakeUp(seed, many);
  const std::vector<std::string> roots = {"/t"};
  const double minimum = 0.2;
  const auto found = Similar(directories, roots, pairs, scope, minimum, Measure::kContainment);
  std::map<std::pair<std::string, std::string>, const SimilarDirectories*> told;
  for (const SimilarDirectories& pair : found) {
    const Shared a = BruteForce(directories, pairs, scope, pair.a, pair.b);
    const Shared b = BruteForce(directories, pairs, scope, pair.b, pair.a);
    EXPECT_NEAR(pair.shared_a, a.bytes, 0.01 + a.bytes * 1e-5) << pair.a << " " << pair.b;
    EXPECT_NEAR(pair.shared_b, b.bytes, 0.01 + b.bytes * 1e-5) << pair.a << " " << pair.b;
    EXPECT_EQ(pair.files_a, a.files);
    EXPECT_EQ(pair.size_b, b.total);
    EXPECT_EQ(pair.identical_files, a.identical);
    told.emplace(std::pair(pair.a, pair.b), &pair);
  }
  // Pairs that are missing are below the minimum, proposed by common files only, or redundant.
  const auto all = AllDirectories(directories);
  for (const std::string& a : all) {
    for (const std::string& b : all) {
      if (Below(a, b) || Below(b, a) || told.contains({a, b}) || told.contains({b, a})) continue;
      const Shared of_a = BruteForce(directories, pairs, scope, a, b);
      const Shared of_b = BruteForce(directories, pairs, scope, b, a);
      if (of_a.total == 0 || of_b.total == 0) continue;
      const double share = std::max(of_a.bytes / static_cast<double>(of_a.total),
                                    of_b.bytes / static_cast<double>(of_b.total));
      if (share < minimum + 0.001 || many) continue;
      const bool said = std::ranges::any_of(found, [&](const SimilarDirectories& other) {
        auto related = [](const std::string& x, const std::string& y) { return Below(x, y) || Below(y, x); };
        return (related(a, other.a) && related(b, other.b)) || (related(a, other.b) && related(b, other.a));
      });
      EXPECT_TRUE(said) << a << " " << b << " " << share;
    }
  }
}

// The rules of directory_choice.h, literally, for all pairs of directories.
struct Known {
  std::string a, b;
  double shared, similarity, smaller;
};

bool IsAbove(const Known& x, const Known& y) {
  // `a` before `b` by name need not be so in the tree.
  return &x != &y && ((Below(y.a, x.a) && Below(y.b, x.b)) || (Below(y.a, x.b) && Below(y.b, x.a)));
}

bool SaysAll(const Known& below, const Known& above) {
  if (above.shared <= below.shared + 0.5) return true;
  return below.shared >= 0.99 * above.shared && below.similarity >= above.similarity - 0.01 &&
         below.smaller > above.smaller + 0.01;
}

bool Includes(const Known& above, const Known& below) {
  const bool common = above.a == below.a || above.b == below.b || above.a == below.b || above.b == below.a;
  return above.shared > below.shared + 0.5 && above.similarity >= below.similarity &&
         above.smaller >= (common ? below.smaller - 0.01 : below.smaller / 2);
}

// Whether there is a pair between the two.
bool IsOneStep(const Known& above, const Known& below, const std::vector<Known>& known) {
  return std::ranges::none_of(
      known, [&](const Known& other) { return IsAbove(above, other) && IsAbove(other, below); });
}

void CheckTelling(unsigned seed) {
  const auto [scope, directories, pairs] = MakeUp(seed, false);
  std::vector<Known> known;
  const auto all = AllDirectories(directories);
  for (const std::string& a : all) {
    for (const std::string& b : all) {
      if (a >= b || Below(a, b) || Below(b, a)) continue;
      const Shared of_a = BruteForce(directories, pairs, scope, a, b);
      const Shared of_b = BruteForce(directories, pairs, scope, b, a);
      if (of_a.total == 0 || of_b.total == 0) continue;
      const double share_a = of_a.bytes / static_cast<double>(of_a.total);
      const double share_b = of_b.bytes / static_cast<double>(of_b.total);
      if (std::max(share_a, share_b) >= 0.2)
        known.push_back(
            {a, b, of_a.bytes + of_b.bytes, std::max(share_a, share_b), std::min(share_a, share_b)});
    }
  }
  std::vector<Known> left;
  for (const Known& pair : known) {
    const bool said = std::ranges::any_of(known, [&](const Known& other) {
      return IsAbove(pair, other) && IsOneStep(pair, other, known) && SaysAll(other, pair);
    });
    if (!said) left.push_back(pair);
  }
  // Parents first.
  std::ranges::stable_sort(left, {}, [](const Known& pair) {
    return std::ranges::count(pair.a, '/') + std::ranges::count(pair.b, '/');
  });
  std::vector<Known> wanted_pairs;
  for (const Known& pair : left) {
    const bool said = std::ranges::any_of(
        wanted_pairs, [&](const Known& other) { return IsAbove(other, pair) && Includes(other, pair); });
    if (!said) wanted_pairs.push_back(pair);
  }
  std::set<std::pair<std::string, std::string>> wanted, told;
  for (const Known& pair : wanted_pairs) wanted.emplace(pair.a, pair.b);
  for (const SimilarDirectories& pair :
       Similar(directories, std::vector<std::string>{"/t"}, pairs, scope, 0.2, Measure::kContainment))
    told.emplace(std::min(pair.a, pair.b), std::max(pair.a, pair.b));
  EXPECT_EQ(told, wanted) << seed;
}

TEST(Directories, WhatIsToldIsWhatTheRulesSay) {
  for (unsigned seed = 100; seed < 100 + Rounds(60); ++seed) CheckTelling(seed);
}

TEST(Directories, SumsAreThoseOfBruteForce) {
  for (unsigned seed = 0; seed < Rounds(60); ++seed) CheckAgainstBruteForce(seed, false);
}

TEST(Directories, FilesWithManyCopiesCountToo) {
  for (unsigned seed = 0; seed < Rounds(60); ++seed) CheckAgainstBruteForce(seed, true);
}

TEST(Directories, ACopiedTreeIsOnePair) {
  Scope scope(3);
  for (ScopeContent& content : scope) content.size = 100;
  const std::vector<DirectoryFiles> directories = {{"/t/p", {0}},   {"/t/p/s", {1}},   {"/t/p/s/q", {2}},
                                                   {"/t/z/p", {0}}, {"/t/z/p/s", {1}}, {"/t/z/p/s/q", {2}}};
  const auto found =
      Similar(directories, std::vector<std::string>{"/t"}, {}, scope, 0.25, Measure::kContainment);
  ASSERT_EQ(found.size(), 1u) << "not its subdirectories, and not the empty shell around the copy";
  EXPECT_EQ(found[0].a, "/t/p");
  EXPECT_EQ(found[0].b, "/t/z/p");
  EXPECT_DOUBLE_EQ(found[0].of_a, 1);
  EXPECT_EQ(found[0].identical_files, 3u);
}

// A tree of `count` copies of one directory; with `own`, each also has a unique file.
std::vector<DirectoryFiles> Copies(std::uint32_t count, bool own) {
  std::vector<DirectoryFiles> directories;
  for (std::uint32_t i = 0; i < count; ++i) {
    directories.push_back({"/t/" + std::to_string(1000 + i), {0, 1, 2}});
    if (own) directories.back().places.push_back(3 + i);
  }
  return directories;
}

TEST(Directories, CopiesAreFoundHoweverManyThereAre) {
  const std::vector<std::string> roots = {"/t"};
  for (std::uint32_t count : {2u, 64u, 65u, 70u, 500u}) {
    for (bool own : {false, true}) {
      Scope scope(3 + count);
      for (ScopeContent& content : scope) content.size = 100;
      const auto found = FindSimilarDirectories(Copies(count, own), roots, {}, scope, 0.25,
                                                Measure::kContainment, [] { return false; });
      EXPECT_EQ(found.crowded_files, count > 64 ? 3 * count : 0u) << "what limits the list is reported";
      std::set<std::string> told;
      for (const SimilarDirectories& pair : found.pairs) {
        EXPECT_NEAR(pair.similarity, own ? 0.75 : 1, 1e-6);
        told.insert(pair.a);
        told.insert(pair.b);
      }
      EXPECT_EQ(told.size(), count);
    }
  }
}

std::set<std::pair<std::string, std::string>> Told(const std::vector<SimilarDirectories>& found) {
  std::set<std::pair<std::string, std::string>> told;
  for (const SimilarDirectories& pair : found) told.emplace(pair.a, pair.b);
  return told;
}

// Fifteen releases of a manual: every page is a little like every other. A copy of one lies at the end.
TEST(Directories, ACopyAmongManySimilarOnesIsFound) {
  constexpr std::uint32_t kReleases = 15, kPages = 10;
  Scope scope(kReleases * kPages);
  for (ScopeContent& content : scope) content.size = 1000;
  std::vector<DirectoryFiles> directories;
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < scope.size(); ++i) {
    if (i % kPages == 0) directories.push_back({"/t/release-" + std::to_string(100 + i / kPages), {}});
    directories.back().places.push_back(i);
    for (std::uint32_t j = 0; j < i; ++j) pairs.push_back({.a = j, .b = i, .of_a = 0.3f, .of_b = 0.3f});
  }
  directories.push_back({"/t/zz/copy", directories[3].places});
  directories.push_back({"/t/zz/changed", directories[5].places});
  directories.back().places.pop_back();
  const auto told =
      Told(Similar(directories, std::vector<std::string>{"/t"}, pairs, scope, 0.25, Measure::kContainment));
  EXPECT_TRUE(told.contains({"/t/release-103", "/t/zz/copy"}));
  EXPECT_TRUE(told.contains({"/t/release-105", "/t/zz/changed"}));
}

// Each of eight contents is in more than 64 directories, and no two directories but the copies hold the same.
TEST(Directories, ACopyOfCommonFilesOnlyIsFound) {
  Scope scope(8);
  for (ScopeContent& content : scope) content.size = 1000;
  std::vector<DirectoryFiles> directories;
  for (std::uint32_t subset = 1; subset < 256; ++subset) {
    directories.push_back({"/t/" + std::to_string(1000 + subset), {}});
    for (std::uint32_t i = 0; i < 8; ++i) {
      if ((subset >> i & 1) != 0) directories.back().places.push_back(i);
    }
  }
  directories.push_back({"/u/copy", directories[84].places});
  const auto told =
      Told(Similar(directories, std::vector<std::string>{"/t", "/u"}, {}, scope, 0.25, Measure::kBoth));
  EXPECT_TRUE(told.contains({"/t/1085", "/u/copy"}));
}

// Documents has a little more of Backup/Thesis than Documents/Thesis has; its pair is the worse description
// all the same.
TEST(Directories, TheInnerDirectoryIsToldIfItDescribesBothBetter) {
  for (const std::uint64_t elsewhere : {0u, 100u, 3000u}) {
    Scope scope(23);
    for (ScopeContent& content : scope) content.size = 1000;
    scope[21].size = elsewhere;
    scope[22].size = 100000;
    std::vector<std::uint32_t> thesis;
    for (std::uint32_t i = 0; i < 20; ++i) thesis.push_back(i);
    std::vector<std::uint32_t> old = thesis;
    old[19] = 20;
    const std::vector<DirectoryFiles> directories = {
        {"/t/Backup/Thesis", old}, {"/t/Documents/Letters", {21, 22}}, {"/t/Documents/Thesis", thesis}};
    std::vector<Pair> pairs = {{.a = 19, .b = 20, .of_a = 0.8f, .of_b = 0.8f}};
    if (elsewhere > 0) pairs.push_back({.a = 20, .b = 21, .of_a = 0.9f, .of_b = 1.0f});
    const auto told =
        Told(Similar(directories, std::vector<std::string>{"/t"}, pairs, scope, 0.25, Measure::kContainment));
    EXPECT_TRUE(told.contains({"/t/Backup/Thesis", "/t/Documents/Thesis"})) << elsewhere;
    EXPECT_EQ(told.contains({"/t/Backup/Thesis", "/t/Documents"}), elsewhere == 3000) << elsewhere;
  }
}

// A chain of directories; with `files`, each holds a file.
std::vector<DirectoryFiles> Chain(const std::string& top, std::uint32_t depth, bool files) {
  std::vector<DirectoryFiles> chain;
  std::string path = top;
  for (std::uint32_t i = 0; i < depth; ++i) {
    path += "/d";
    if (files || i + 1 == depth) chain.push_back({path, {i}});
  }
  return chain;
}

TEST(Directories, DeepChainsCostNoMoreThanTheirPairs) {
  const std::vector<std::string> roots = {"/t"};
  Scope scope(2000);
  for (ScopeContent& content : scope) content.size = 100;
  auto both = [](std::uint32_t depth, bool files) {
    std::vector<DirectoryFiles> all = Chain("/t/a", depth, files), more = Chain("/t/b", depth, files);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto empty = Similar(both(2000, false), roots, {}, scope, 0.25, Measure::kContainment);
  ASSERT_EQ(empty.size(), 1u);
  EXPECT_TRUE(empty[0].a.ends_with("/d/d/d")) << "the innermost";
  const auto full = Similar(both(160, true), roots, {}, scope, 0.25, Measure::kContainment);
  ASSERT_EQ(full.size(), 1u);
  EXPECT_EQ(full[0].a, "/t/a/d");
  EXPECT_EQ(full[0].identical_files, 160u);
}

TEST(Directories, StopIsAsked) {
  const std::vector<std::string> roots = {"/t"};
  Scope scope(5000);
  for (ScopeContent& content : scope) content.size = 100;
  EXPECT_TRUE(FindSimilarDirectories(Copies(2, false), roots, {}, scope, 0.25, Measure::kContainment, [] {
                return true;
              }).pairs.empty());
}

TEST(Directories, NothingIsComparedWithItsOwnParent) {
  Scope scope(1);
  scope[0].size = 100;
  EXPECT_TRUE(Similar(std::vector<DirectoryFiles>{{"/t", {0}}, {"/t/a", {0}}}, std::vector<std::string>{"/t"},
                      {}, scope, 0.25, Measure::kContainment)
                  .empty());
}

}  // namespace
}  // namespace kindred::match
