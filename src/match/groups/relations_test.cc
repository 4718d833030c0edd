// Relations of files between two directories, on small cases worked out by hand.
#include "match/groups/relations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kindred::match {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Scope ScopeOf(std::size_t contents, std::uint64_t size = 1000) {
  Scope scope(contents);
  for (std::uint32_t i = 0; i < contents; ++i) scope[i] = {i + 1, {ContentType::kText, {}}, size, 0};
  return scope;
}

Pair Similar(std::uint32_t a, std::uint32_t b, float of_a, float of_b) {
  return {.a = a, .b = b, .of_a = of_a, .of_b = of_b, .similarity = std::max(of_a, of_b)};
}

// "moved x y", "changed+ x y" for a further one, "only_a x -".
std::vector<std::string> Told(const std::vector<PlacedFile>& a, const std::vector<PlacedFile>& b,
                              std::vector<Pair> pairs, const Scope& scope, bool measured = false) {
  for (Pair& pair : pairs) pair.measured = measured;
  constexpr const char* kNames[] = {"identical", "moved",  "changed", "contains",
                                    "contained", "only_a", "only_b"};
  std::vector<std::string> lines;
  for (const RelatedFiles& line : RelateFiles(a, b, pairs, scope)) {
    lines.push_back(std::string(kNames[static_cast<std::size_t>(line.relation)]) +
                    (line.further ? "+ " : " ") + (line.a == kNoFile ? "-" : a[line.a].path) + " " +
                    (line.b == kNoFile ? "-" : b[line.b].path));
  }
  return lines;
}

TEST(Relations, NothingOnBothSides) { EXPECT_THAT(Told({}, {}, {}, {}), IsEmpty()); }

TEST(Relations, EqualBytesAtTheSamePlaceFirstThenByNameThenInOrder) {
  EXPECT_THAT(Told({{0, "a"}, {0, "d/x"}, {0, "z"}}, {{0, "a"}, {0, "e/other"}, {0, "e/x"}}, {}, ScopeOf(1)),
              ElementsAre("identical a a", "moved d/x e/x", "moved z e/other"));
}

TEST(Relations, TheLongerTailOfThePathDecides) {
  EXPECT_THAT(Told({{0, "v1/src/io/file.c"}, {0, "v1/lib/file.c"}},
                   {{0, "v2/lib/file.c"}, {0, "v2/io/file.c"}}, {}, ScopeOf(1)),
              ElementsAre("moved v1/lib/file.c v2/lib/file.c", "moved v1/src/io/file.c v2/io/file.c"));
}

TEST(Relations, CopiesThatAreLeftOverAreFurtherOnes) {
  EXPECT_THAT(Told({{0, "a"}, {0, "b"}}, {{0, "a"}}, {}, ScopeOf(1)),
              ElementsAre("identical a a", "moved+ b a"));
  EXPECT_THAT(Told({{0, "a"}}, {{0, "a"}, {0, "new"}}, {}, ScopeOf(1)),
              ElementsAre("identical a a", "moved+ a new"));
}

TEST(Relations, EmptyFilesAreKnownByTheirNamesOnly) {
  EXPECT_THAT(Told({{0, "p/__init__.py"}, {0, "p/q/__init__.py"}, {0, "gone"}},
                   {{0, "p/__init__.py"}, {0, "r/__init__.py"}, {0, "new"}}, {}, ScopeOf(1, 0)),
              ElementsAre("identical p/__init__.py p/__init__.py", "moved p/q/__init__.py r/__init__.py",
                          "only_a gone -", "only_b - new"));
}

TEST(Relations, OtherBytesAtTheSamePlace) {
  const std::vector<PlacedFile> a = {{0, "x"}, {1, "y"}};
  const std::vector<PlacedFile> b = {{2, "x"}, {3, "z"}};
  std::vector<bool> replaced;
  for (const RelatedFiles& line : RelateFiles(a, b, {}, ScopeOf(4))) replaced.push_back(line.replaced);
  EXPECT_THAT(replaced, ElementsAre(true, false, true, false));
}

TEST(Relations, TheMostSimilarAreJoinedOneToOne) {
  // 0, 1 in A; 2, 3 in B. 0 is like both.
  EXPECT_THAT(
      Told({{0, "x"}, {1, "y"}}, {{2, "s"}, {3, "t"}},
           {Similar(0, 2, 0.6f, 0.6f), Similar(0, 3, 0.9f, 0.9f), Similar(1, 3, 0.5f, 0.5f)}, ScopeOf(4)),
      ElementsAre("changed x t", "changed+ x s", "changed+ y t"));
}

TEST(Relations, NamesDecideBetweenEquals) {
  const std::vector<Pair> pairs = {Similar(0, 2, 0.8f, 0.8f), Similar(0, 3, 0.81f, 0.81f),
                                   Similar(1, 2, 0.8f, 0.8f), Similar(1, 3, 0.8f, 0.8f)};
  const std::vector<PlacedFile> a = {{0, "x"}, {1, "y"}};
  const std::vector<PlacedFile> b = {{2, "x"}, {3, "y"}};
  EXPECT_THAT(Told(a, b, pairs, ScopeOf(4)), ElementsAre("changed x x", "changed y y"))
      << "estimates that differ by one percent are equal";
  EXPECT_THAT(Told(a, b, pairs, ScopeOf(4), true), ElementsAre("changed x y", "changed y x"))
      << "measured shares are not";
}

// New files of B that share a licence with every file of A, which all are in B, too.
TEST(Relations, AFurtherVersionIsOfTheFileThatHasLeastElse) {
  EXPECT_THAT(Told({{0, "long"}, {1, "short"}}, {{0, "long"}, {1, "short"}, {2, "new"}},
                   {Similar(0, 2, 0.51f, 0.67f), Similar(1, 2, 0.93f, 0.65f)}, ScopeOf(3)),
              ElementsAre("identical long long", "identical short short", "changed+ short new"));
  EXPECT_THAT(Told({{0, "book"}, {1, "page"}}, {{0, "book"}, {1, "page"}, {2, "new"}},
                   {Similar(0, 2, 0.02f, 0.85f), Similar(1, 2, 0.5f, 0.5f)}, ScopeOf(3)),
              ElementsAre("identical book book", "identical page page", "changed+ book new"))
      << "what is held of the file itself counts most";
  EXPECT_THAT(Told({{0, "licence"}, {1, "test"}}, {{0, "licence"}, {1, "test"}, {2, "new"}},
                   {Similar(0, 2, 0.93f, 0.55f), Similar(1, 2, 0.58f, 0.57f)}, ScopeOf(3)),
              ElementsAre("identical licence licence", "identical test test", "changed+ test new"))
      << "a file that is nearly all licence is not likelier for that";
}

TEST(Relations, ContainmentIsNotOneToOne) {
  Scope scope = ScopeOf(4);
  // 0 and 1 were joined into 2; 3 of A was split off... into nothing: it is only there.
  EXPECT_THAT(Told({{0, "part1"}, {1, "part2"}, {3, "alone"}}, {{2, "whole"}},
                   {Similar(0, 2, 1, 0.4f), Similar(1, 2, 0.95f, 0.45f)}, scope),
              ElementsAre("contained part1 whole", "contained part2 whole", "only_a alone -"));
  EXPECT_THAT(Told({{2, "whole"}}, {{0, "part1"}, {1, "part2"}},
                   {Similar(0, 2, 1, 0.4f), Similar(1, 2, 0.95f, 0.45f)}, scope),
              ElementsAre("contains whole part1", "contains whole part2"));
}

TEST(Relations, AVersionOfAFileThatStandsOnBothSides) {
  // 1 is equal on both sides; 0 in A is an older version of it.
  EXPECT_THAT(Told({{0, "v1"}, {1, "v2"}}, {{1, "v2"}}, {Similar(0, 1, 0.7f, 0.7f)}, ScopeOf(2)),
              ElementsAre("identical v2 v2", "changed+ v1 v2"));
}

TEST(Relations, EveryFileIsTold) {
  // Many contents and pairs without order; each file must be in a line.
  const std::uint32_t contents = 60;
  std::vector<PlacedFile> a, b;
  for (std::uint32_t i = 0; i < contents; ++i) {
    if (i % 3 != 0) a.push_back({i, "a/" + std::to_string(i * 7 % 11)});
    if (i % 3 != 1) b.push_back({i, "b/" + std::to_string(i * 5 % 13)});
    if (i % 5 == 0) b.push_back({i, "copy/" + std::to_string(i)});
  }
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < contents; ++i) {
    for (std::uint32_t j = i + 1; j < contents; j += 1 + i % 4)
      pairs.push_back(
          Similar(i, j, 0.2f + static_cast<float>((i * j) % 80) / 100, 0.2f + static_cast<float>(j) / 100));
  }
  std::vector<int> told_a(a.size(), 0), told_b(b.size(), 0);
  for (const RelatedFiles& line : RelateFiles(a, b, pairs, ScopeOf(contents))) {
    const bool counts =
        !line.further && line.relation != Relation::kContains && line.relation != Relation::kContained;
    if (line.a != kNoFile) told_a[line.a] += counts ? 1 : 0;
    if (line.b != kNoFile) told_b[line.b] += counts ? 1 : 0;
    EXPECT_TRUE(line.a != kNoFile || line.b != kNoFile);
  }
  for (int lines : told_a) EXPECT_LE(lines, 1);
  for (int lines : told_b) EXPECT_LE(lines, 1);
  std::vector<bool> seen_a(a.size()), seen_b(b.size());
  for (const RelatedFiles& line : RelateFiles(a, b, pairs, ScopeOf(contents))) {
    if (line.a != kNoFile) seen_a[line.a] = true;
    if (line.b != kNoFile) seen_b[line.b] = true;
  }
  EXPECT_THAT(seen_a, testing::Each(true));
  EXPECT_THAT(seen_b, testing::Each(true));
}

TEST(BestShares, TheBestFileOfTheOtherSideCounts) {
  const std::vector<PlacedFile> a = {{0, "x"}, {1, "y"}, {2, "z"}};
  const std::vector<PlacedFile> b = {{1, "y"}, {3, "w"}};
  EXPECT_THAT(
      BestShares(a, b, std::vector<Pair>{Similar(0, 1, 0.3f, 0.4f), Similar(0, 3, 0.5f, 0.1f)}, ScopeOf(4)),
      ElementsAre(0.5f, 1.0f, 0.0f));
}

}  // namespace
}  // namespace kindred::match
