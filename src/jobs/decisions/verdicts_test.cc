// Decisions on versions, copies and folders: what they mean, which are in force, which contradict each other.
#include <gmock/gmock.h>

#include "jobs/decisions/contradictions.h"
#include "kindred/decisions.h"
#include "kindred/error.h"
#include "kindred/typed_paths.h"

namespace kindred::jobs {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Contents by one digit each.
std::string DigestNamed(char digit) { return std::string(32, digit); }
DecidedFile File(char digit, const std::string& path) { return {DigestNamed(digit), 10, path}; }
Verdicts::Key KeyNamed(char digit) { return Verdicts::KeyOf(DigestNamed(digit), 10); }

Decision Kept(About about, const DecidedFile& a) {
  return {.verdict = Verdict::kKeep, .about = about, .a = a};
}
Decision Superseded(char a, char b) {
  return {.verdict = Verdict::kSuperseded, .a = File(a, {'/', a}), .b = File(b, {'/', b})};
}
Decision Unrelated(char a, char b) {
  return {.verdict = Verdict::kUnrelated, .a = File(a, {'/', a}), .b = File(b, {'/', b})};
}
Decision Copy(char digit, const std::string& a, const std::string& b) {
  return {.verdict = Verdict::kCopy, .about = About::kCopy, .a = File(digit, a), .b = File(digit, b)};
}
DecidedFile Folder(const std::string& path) { return {"", 100, path}; }
Decision FolderCopy(const std::string& a, const std::string& b) {
  return {.verdict = Verdict::kCopy, .about = About::kFolder, .a = Folder(a), .b = Folder(b)};
}

// Each is made before the next one.
std::vector<Decision> Numbered(std::vector<Decision> decisions) {
  for (std::size_t i = 0; i < decisions.size(); ++i) decisions[i].id = i + 1;
  return decisions;
}
std::vector<std::uint64_t> IdsInForce(const std::vector<Decision>& decisions) {
  std::vector<std::uint64_t> ids;
  for (const Decision& decision : InForce(Numbered(decisions))) ids.push_back(decision.id);
  return ids;
}

// The error if the last decision is made after the others; empty: none.
std::string Refusal(std::vector<Decision> decisions) {
  const Decision last = decisions.back();
  decisions.pop_back();
  decisions = Numbered(std::move(decisions));
  decisions.push_back(last);
  try {
    RefuseContradictions(InForce(std::move(decisions)));
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kConflict);
    EXPECT_EQ(error.where(), last.a.path);
    return error.message();
  }
}

TEST(VerdictsTest, AFamilyIsAboutContents) {
  const Verdicts verdicts({Superseded('1', '2')});
  EXPECT_NE(verdicts.OfVersion(KeyNamed('1')), nullptr);
  EXPECT_NE(verdicts.OfVersion(KeyNamed('2')), nullptr);
  EXPECT_EQ(verdicts.OfVersion(KeyNamed('3')), nullptr);
  EXPECT_EQ(verdicts.OfVersion(Verdicts::KeyOf(DigestNamed('1'), 11)), nullptr);
}

TEST(VerdictsTest, CopiesSayNothingAboutVersionsNorVersionsAboutCopies) {
  const Verdicts copies({Copy('1', "/a", "/b"), Kept(About::kCopy, File('1', "/c"))});
  EXPECT_EQ(copies.OfVersion(KeyNamed('1')), nullptr);
  for (const char* path : {"/a", "/b", "/c"}) EXPECT_NE(copies.OfCopy(KeyNamed('1'), path), nullptr) << path;
  EXPECT_EQ(copies.OfCopy(KeyNamed('1'), "/d"), nullptr) << "a new copy is news";
  const Verdicts versions({Kept(About::kVersion, File('1', "/a")), Superseded('2', '1')});
  EXPECT_EQ(versions.OfCopy(KeyNamed('1'), "/a"), nullptr);
  EXPECT_EQ(versions.OfCopy(KeyNamed('2'), "/2"), nullptr);
}

TEST(VerdictsTest, TheNewestOnAThingCounts) {
  EXPECT_THAT(IdsInForce({Kept(About::kVersion, File('1', "/a")), Superseded('1', '2')}), ElementsAre(2));
  EXPECT_THAT(IdsInForce({Superseded('1', '2'), Superseded('1', '3')}), ElementsAre(2));
  EXPECT_THAT(IdsInForce({Superseded('1', '2'), Unrelated('2', '1')}), ElementsAre(2));
  EXPECT_THAT(IdsInForce({Unrelated('2', '1'), Superseded('1', '2')}), ElementsAre(2));
  EXPECT_THAT(IdsInForce({Unrelated('1', '2'), Unrelated('2', '1'), Unrelated('1', '3')}), ElementsAre(2, 3));
  EXPECT_THAT(IdsInForce({Copy('1', "/a", "/b"), Kept(About::kCopy, File('1', "/a"))}), ElementsAre(2));
  EXPECT_THAT(IdsInForce({Copy('1', "/a", "/b"), Copy('1', "/c", "/b")}), ElementsAre(1, 2));
  EXPECT_THAT(IdsInForce({FolderCopy("/a", "/b"), Kept(About::kFolder, Folder("/a"))}), ElementsAre(2));
  // A file may be a version and a copy, and its path may be that of other bytes.
  EXPECT_THAT(IdsInForce({Kept(About::kVersion, File('1', "/a")), Kept(About::kCopy, File('1', "/a")),
                          Kept(About::kCopy, File('2', "/a"))}),
              ElementsAre(1, 2, 3));
}

TEST(VerdictsTest, FoldersAreKnownByPathAndSize) {
  const Verdicts verdicts({FolderCopy("/x", "/y")});
  EXPECT_THAT(verdicts.OfFolders({"/x", 100}, {"/y", 100}), testing::Each(testing::NotNull()));
  EXPECT_EQ(verdicts.OfFolders({"/x", 101}, {"/y", 100})[0], nullptr);
  EXPECT_NE(verdicts.OfFolder("/y", std::nullopt), nullptr);
  // What is below both is covered by them.
  EXPECT_THAT(verdicts.OfFolders({"/x/sub", 5}, {"/y/sub", 6}), testing::Each(testing::NotNull()));
  EXPECT_THAT(verdicts.OfFolders({"/x/sub", 5}, {"/z/sub", 6}), testing::Contains(nullptr));
}

bool AllDecided(const Verdicts& verdicts, const std::vector<std::string>& paths) {
  const Verdicts::Found found = verdicts.OfCopies(KeyNamed('1'), paths);
  return std::ranges::find(found, nullptr) == found.end();
}

TEST(VerdictsTest, AFolderDecidesTheFilesInIt) {
  const Verdicts copy({FolderCopy("/old", "/new")});
  EXPECT_TRUE(AllDecided(copy, {"/old/a", "/new/a"}));
  EXPECT_TRUE(AllDecided(copy, {"/old/deep/a", "/old/b", "/new/c"}));
  EXPECT_FALSE(AllDecided(copy, {"/old/a", "/new/a", "/other/a"})) << "two are left";
  EXPECT_FALSE(AllDecided(copy, {"/new/a", "/new/b"})) << "nothing goes";
  EXPECT_FALSE(AllDecided(copy, {"/old/a", "/other/a"})) << "the other folder has none";
  EXPECT_FALSE(AllDecided(copy, {"/older/a", "/new/a"}));
  const Verdicts kept({Kept(About::kFolder, Folder("/old")), Kept(About::kFolder, Folder("/new"))});
  EXPECT_TRUE(AllDecided(kept, {"/old/a", "/new/a", "/new/b"}));
  EXPECT_FALSE(AllDecided(kept, {"/old/a", "/other/a"}));
  const Verdicts changed({FolderCopy("/old", "/new")}, [](const DecidedFile&) { return false; });
  EXPECT_FALSE(AllDecided(changed, {"/old/a", "/new/a"}));
}

TEST(VerdictsTest, AVersionGoesWithItsFolderIfAllItsCopiesDo) {
  const Verdicts verdicts({FolderCopy("/old", "/new")});
  const auto left = [&](const std::vector<std::string>& first) {
    const Verdicts::Version members[] = {{KeyNamed('1'), first}, {KeyNamed('2'), {"/new/a"}}};
    return std::ranges::count(verdicts.OfVersions(members), nullptr);
  };
  EXPECT_EQ(left({"/old/a"}), 0);
  EXPECT_EQ(left({"/old/a", "/elsewhere/a"}), 2);
}

TEST(ContradictionsTest, Circles) {
  EXPECT_EQ(Refusal({Superseded('1', '2'), Superseded('2', '3')}), "") << "a history";
  EXPECT_THAT(Refusal({Superseded('1', '2'), Superseded('2', '1')}), HasSubstr("/1 is superseded by /2"));
  EXPECT_THAT(Refusal({Superseded('1', '2'), Superseded('2', '3'), Superseded('3', '1')}),
              HasSubstr("is superseded by"));
  // What was decided before may be decided anew.
  EXPECT_EQ(Refusal({Superseded('1', '2'), Kept(About::kVersion, File('1', "/1")), Superseded('2', '1')}),
            "");
  EXPECT_EQ(Refusal({Superseded('1', '2'), Superseded('1', '3'), Superseded('2', '1')}), "");
}

TEST(ContradictionsTest, WhatGoesIsNobodysOriginal) {
  EXPECT_THAT(Refusal({Copy('1', "/a", "/b"), Copy('1', "/b", "/a")}), HasSubstr("/a is a copy of /b"));
  EXPECT_THAT(Refusal({Copy('1', "/a", "/b"), Copy('1', "/b", "/c")}), HasSubstr("/a is a copy of /b"));
  EXPECT_THAT(Refusal({Copy('1', "/b", "/c"), Copy('1', "/a", "/b")}), HasSubstr("/b is a copy of /c"));
  EXPECT_EQ(Refusal({Copy('1', "/b", "/c"), Copy('1', "/a", "/c")}), "");
  EXPECT_EQ(Refusal({Copy('1', "/a", "/b"), Copy('2', "/b", "/c")}), "") << "it has other bytes now";
}

TEST(ContradictionsTest, FoldersAndTheFilesInThem) {
  const Decision copy = FolderCopy("/old", "/new");
  EXPECT_THAT(Refusal({Kept(About::kCopy, File('1', "/old/sub/a")), copy}), HasSubstr("/old/sub/a is kept"));
  EXPECT_THAT(Refusal({copy, Kept(About::kCopy, File('1', "/old/a"))}), HasSubstr("/old is a copy of /new"));
  EXPECT_THAT(Refusal({copy, Copy('1', "/c/a", "/old/a")}), HasSubstr("/old is a copy of /new"));
  EXPECT_THAT(Refusal({copy, FolderCopy("/new", "/old")}), HasSubstr("/old is a copy of /new"));
  EXPECT_THAT(Refusal({copy, FolderCopy("/new/sub", "/old/sub")}), HasSubstr("/old is a copy of /new"));
  EXPECT_EQ(Refusal({copy, Copy('1', "/old/a", "/new/a")}), "");
  EXPECT_EQ(Refusal({copy, Copy('1', "/new/b", "/new/a")}), "");
  EXPECT_EQ(Refusal({copy, Kept(About::kVersion, File('1', "/old/a"))}), "") << "versions are another matter";
  EXPECT_EQ(Refusal({copy, Kept(About::kCopy, File('1', "/older/a"))}), "");
  const Decision kept = Kept(About::kFolder, Folder("/old"));
  EXPECT_THAT(Refusal({kept, Copy('1', "/old/a", "/b")}), HasSubstr("/old is kept"));
  EXPECT_EQ(Refusal({kept, Copy('1', "/b", "/old/a")}), "");
}

TEST(ContradictionsTest, WhatIsOldIsLeftAlone) {
  // Whatever happened before: only what is new is refused.
  std::vector<Decision> decisions = {Copy('1', "/a", "/b"), Copy('1', "/b", "/a"), Superseded('1', '2')};
  EXPECT_EQ(Refusal(decisions), "");
  // Two new ones may contradict each other, too.
  EXPECT_THROW(RefuseContradictions(std::vector{Superseded('1', '2'), Superseded('2', '1')}), Error);
}

TEST(TypedPathsTest, TheNearestRootCounts) {
  const TypedPaths paths(
      {{"t", "/home/t"}, {"t/link", "/srv/x"}, {".", "/home"}, {"d/", "/home/d"}, {"/abs/..", "/"}});
  EXPECT_EQ(paths.Absolute("t/a/b"), "/home/t/a/b");
  EXPECT_EQ(paths.Absolute("t/link/b"), "/srv/x/b");
  EXPECT_EQ(paths.Absolute("t/linked/b"), "/home/t/linked/b");
  EXPECT_EQ(paths.Absolute("t"), "/home/t");
  EXPECT_EQ(paths.Absolute("./a"), "/home/a");
  EXPECT_EQ(paths.Absolute("d/a"), "/home/d/a");
  EXPECT_EQ(paths.Absolute("/abs/../etc"), "/etc");
  EXPECT_EQ(paths.Absolute("/somewhere"), "/somewhere");
  EXPECT_EQ(paths.Absolute("t/a.zip//b"), "/home/t/a.zip//b");
  EXPECT_EQ(paths.Absolute("pool:/a/b"), std::nullopt);
  EXPECT_EQ(paths.Absolute("tt/a"), std::nullopt);
}

}  // namespace

}  // namespace kindred::jobs
