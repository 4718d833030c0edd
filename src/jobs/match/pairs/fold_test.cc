// From pairs of parts to pairs of files, on trees made by hand.
#include "jobs/match/pairs/fold.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "extract/extraction.h"

namespace kindred::jobs {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// Files and archives in "/t", each content named by a letter.
class FoldTest : public testing::Test {
 protected:
  void File(const std::string& name, int content, std::uint64_t size) {
    scanned_.files[0].entries.push_back({{.name = name, .size = size}, Id(content, size)});
  }
  // `parts` have names and contents.
  void Archive(const std::string& name, int content, std::vector<std::tuple<std::string, int, int>> parts) {
    File(name, content, 50);
    index::StoredDirectory inside;
    inside.path = "/t/" + name + "//";
    inside.inside = scanned_.files[0].entries.back();
    for (const auto& [part, letter, size] : parts)
      inside.entries.push_back({{.name = part, .size = static_cast<std::uint64_t>(size)},
                                Id(letter, static_cast<std::uint64_t>(size))});
    scanned_.files.push_back(std::move(inside));
  }
  ContentId Id(int letter, std::uint64_t size) {
    const auto id = static_cast<ContentId>(letter);
    contents_[id] = {.id = id, .size = size, .digest = {id, id}};
    return id;
  }

  // Pairs and sets as people read them: "a.zip 70% b.zip 50%".
  std::vector<std::string> Fold(const std::vector<std::tuple<char, char, double, double>>& shares) {
    std::vector<Content> contents;
    for (const auto& [id, content] : contents_) contents.push_back(content);
    const tree::TreeScope tree(scanned_, contents);
    std::map<ContentId, std::uint32_t> place_of;
    for (std::uint32_t place = 0; place < tree.scope().size(); ++place)
      place_of[tree.scope()[place].id] = place;
    std::vector<Pair> pairs;
    for (const auto& [a, b, of_a, of_b] : shares) {
      Pair pair{.a = place_of.at(static_cast<ContentId>(a)),
                .b = place_of.at(static_cast<ContentId>(b)),
                .of_a = static_cast<float>(of_a),
                .of_b = static_cast<float>(of_b)};
      if (pair.a > pair.b) {
        std::swap(pair.a, pair.b);
        std::swap(pair.of_a, pair.of_b);
      }
      pair.similarity = std::max(pair.of_a, pair.of_b);
      pair.measured = 1;
      pairs.push_back(pair);
    }
    std::ranges::sort(pairs, {}, [](const Pair& pair) { return std::pair(pair.a, pair.b); });
    const FoldedPairs folded = FoldPairs(tree, pairs, MatchOptions());
    std::vector<std::string> lines;
    for (const Pair& pair : folded.pairs) {
      lines.push_back(fmt::format("{}{} {:.0f}% {} {:.0f}%", pair.inside ? "inside " : "",
                                  tree.PathOf(pair.a).substr(3), pair.of_a * 100,
                                  tree.PathOf(pair.b).substr(3), pair.of_b * 100));
    }
    for (const std::uint32_t place : folded.same_inside) {
      std::string line = "same";
      for (const tree::FileNumber file : tree.FilesOf(place)) line += " " + tree.PathOf(file).substr(3);
      lines.push_back(line);
    }
    return lines;
  }

  tree::ScannedTree scanned_{.files = {{.path = "/t"}}};
  std::map<ContentId, Content> contents_;
};

TEST_F(FoldTest, ArchivesAreOnePairWhateverTheirMembers) {
  Archive("new.zip", 'Y', {{"a.txt", 'a', 6000}, {"c.txt", 'c', 4000}});
  Archive("old.zip", 'X', {{"a.txt", 'a', 6000}, {"b.txt", 'b', 2000}});
  EXPECT_THAT(Fold({{'b', 'c', 0.5, 0.25}, {'X', 'Y', 0.9, 0.9}}),
              ElementsAre("inside new.zip 70% old.zip 88%"));
}

TEST_F(FoldTest, WhatPartsShareCountsHoweverLittle) {
  Archive("a.zip", 'X', {{"1", 'a', 1000}, {"2", 'b', 1000}});
  Archive("b.zip", 'Y', {{"1", 'a', 1000}, {"2", 'c', 1000}});
  EXPECT_THAT(Fold({{'b', 'c', 0.2, 0.2}}), ElementsAre("inside a.zip 60% b.zip 60%"));
}

TEST_F(FoldTest, ContainersInsideOthersAreToldByTheirParts) {
  Archive("a.tar", 'X', {{"in.tar", 'i', 5000}, {"in.tar//x", 'a', 1000}, {"y", 'y', 9000}});
  Archive("b.tar", 'Y', {{"in.tar", 'j', 5000}, {"in.tar//x", 'a', 1000}, {"z", 'z', 9000}});
  EXPECT_THAT(Fold({{'i', 'j', 0.5, 0.5}}), ElementsAre("same a.tar//in.tar//x b.tar//in.tar//x"));
}

TEST_F(FoldTest, APartCountsOnceByItsBest) {
  Archive("a.zip", 'X', {{"1", 'a', 1000}});
  Archive("b.zip", 'Y', {{"1", 'b', 1000}, {"2", 'c', 1000}});
  EXPECT_THAT(Fold({{'a', 'b', 0.5, 0.5}, {'a', 'c', 0.9, 0.9}}), ElementsAre("inside a.zip 90% b.zip 70%"));
}

TEST_F(FoldTest, BytesOfContainersSayNothingBesideTheirParts) {
  Archive("a.jpg", 'X', {{"payload", 'a', 1000}});
  Archive("b.jpg", 'Y', {{"payload", 'b', 1000}});
  EXPECT_THAT(Fold({{'X', 'Y', 0.5, 0.5}}), IsEmpty());
}

TEST_F(FoldTest, BytesOfContainersAreNotComparedWithParts) {
  Archive("a.lz4", 'X', {{"stream", 'a', 1000}});
  Archive("b.lz4", 'Y', {{"stream", 'b', 1000}});
  File("c.txt", 'c', 1000);
  EXPECT_THAT(Fold({{'X', 'b', 0.5, 0.5}, {'X', 'c', 0.5, 0.4}}), ElementsAre("a.lz4 50% c.txt 40%"));
}

TEST_F(FoldTest, AFileInAnArchiveIsToldByTheMember) {
  Archive("a.tar", 'X', {{"draft.txt", 'a', 1000}, {"other", 'b', 9000}});
  File("final.txt", 'f', 1200);
  File("other.txt", 'b', 9000);
  EXPECT_THAT(Fold({{'f', 'a', 0.8, 0.9}, {'f', 'X', 0.8, 0.1}, {'X', 'b', 0.9, 1}}),
              ElementsAre("final.txt 80% a.tar//draft.txt 90%", "same other.txt a.tar//other"));
}

TEST_F(FoldTest, AMemberOfTwoArchivesThatHaveLittleElseInCommon) {
  Archive("a.zip", 'X', {{"COPYING", 'l', 1000}, {"a", 'a', 90000}});
  Archive("b.zip", 'Y', {{"LICENCE", 'l', 1000}, {"b", 'b', 90000}});
  Archive("c.zip", 'Z', {{"LICENCE", 'm', 1000}, {"c", 'c', 90000}});
  EXPECT_THAT(Fold({{'l', 'm', 0.9, 0.9}}),
              ElementsAre("a.zip//COPYING 90% c.zip//LICENCE 90%", "same a.zip//COPYING b.zip//LICENCE"));
}

TEST_F(FoldTest, SectionsOfProgramsTellOfTheirFilesOnly) {
  Archive("a", 'X', {{".start", 's', 200}, {".text", 'a', 9000}});
  Archive("b", 'Y', {{".start", 's', 200}, {".text", 'b', 9000}});
  for (auto& directory : scanned_.files) {
    for (auto& part : directory.entries) part.part_kind = static_cast<std::uint8_t>(extract::PartKind::kCode);
  }
  EXPECT_THAT(Fold({{'a', 'b', 0.1, 0.3}}), ElementsAre("inside a 12% b 32%"));
  EXPECT_THAT(Fold({}), IsEmpty());
}

TEST_F(FoldTest, MembersOfOneArchiveStayPairs) {
  Archive("a.zip", 'X', {{"1", 'a', 1000}, {"2", 'b', 1000}});
  EXPECT_THAT(Fold({{'a', 'b', 0.5, 0.5}}), ElementsAre("a.zip//1 50% a.zip//2 50%"));
}

TEST_F(FoldTest, AnArchiveInsideAnArchiveCountsByItsMembers) {
  Archive("outer.zip", 'X', {{"in.zip", 'i', 500}, {"in.zip//1", 'a', 1000}, {"in.zip.txt", 't', 1000}});
  Archive("z.zip", 'i', {{"1", 'a', 1000}});
  // The whole of z.zip is in outer.zip; that it is there as a file is covered by the same pair.
  EXPECT_THAT(Fold({}), ElementsAre("inside outer.zip 50% z.zip 100%"));
}

TEST_F(FoldTest, ThousandsOfContainersWithOneMemberAreLinkedToTheFirst) {
  for (int i = 0; i < 120; ++i) Archive(fmt::format("{:03}.zip", i), i + 200, {{"same", 'a', 1000}});
  // Each of 64 with each, and the rest with the first.
  EXPECT_EQ(Fold({}).size(), 64u * 63 / 2 + (120 - 64));
}

}  // namespace
}  // namespace kindred::jobs
