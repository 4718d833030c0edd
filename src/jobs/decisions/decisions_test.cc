// Decisions: kept, undone, damaged, and what find makes of them.
#include "kindred/decisions.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "kindred/error.h"
#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {

namespace {

using namespace testing_support;

const std::string kOne(32, '1');
const std::string kTwo(32, '2');
const std::string kThree(32, '3');

Decision Keep(const std::string& digest, const std::string& path) {
  return {.verdict = Verdict::kKeep, .a = {digest, 10, path}};
}
Decision Two(Verdict verdict, const DecidedFile& a, const DecidedFile& b) {
  return {.verdict = verdict,
          .about = verdict == Verdict::kCopy ? About::kCopy : About::kVersion,
          .a = a,
          .b = b};
}

class DecisionsTest : public testing::Test {
 protected:
  TempTree tree_;
  Decisions decisions_{tree_.index()};
};

TEST_F(DecisionsTest, ListsWhatWasAdded) {
  EXPECT_TRUE(decisions_.List().empty());
  Decision decision = Two(Verdict::kSuperseded, {kOne, 10, "/t/a\xff\n"}, {kTwo, 11, "/t/b"});
  decision.note = "why";
  const Decisions::Batch batch = decisions_.Add({decision, Keep(kThree, "/t/c")});
  EXPECT_EQ(batch.number, 1u);
  const std::vector<Decision> listed = decisions_.List();
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0].a, decision.a);
  EXPECT_EQ(listed[0].b, decision.b);
  EXPECT_EQ(listed[0].note, "why");
  EXPECT_GT(listed[0].time, 0);
  EXPECT_EQ(listed[1].verdict, Verdict::kKeep);
  EXPECT_EQ(listed[1].batch, 1u);
}

TEST_F(DecisionsTest, UndoTakesBatchesBackNewestFirst) {
  decisions_.Add({Keep(kOne, "/t/a")});
  decisions_.Add({Keep(kTwo, "/t/b"), Keep(kThree, "/t/c")});
  EXPECT_EQ(decisions_.Undo().decisions.size(), 2u);
  ASSERT_EQ(decisions_.List().size(), 1u);
  EXPECT_EQ(decisions_.Undo().decisions.size(), 1u);
  EXPECT_EQ(decisions_.Undo().number, 0u);
  // The ids of what was undone are not given again.
  EXPECT_EQ(decisions_.Add({Keep(kOne, "/t/a")}).decisions[0].id, 4u);
}

TEST_F(DecisionsTest, RefusesWhatMakesNoSense) {
  const DecidedFile a{kOne, 1, "/a"}, b{kTwo, 1, "/b"}, folder{"", 1, "/f"}, other{"", 1, "/g"};
  const auto refuses = [&](Decision decision) {
    try {
      decisions_.Add({Keep(kOne, "/t/a"), std::move(decision)});
      return false;
    } catch (const Error& error) {
      return error.kind() == ErrorKind::kUsage;
    }
  };
  using enum Verdict;
  EXPECT_TRUE(refuses({.verdict = kSuperseded, .a = a}));
  EXPECT_TRUE(refuses({.verdict = kKeep, .a = a, .b = b}));
  EXPECT_TRUE(refuses({.verdict = kKeep, .a = {"12", 1, "/a"}}));
  for (const char* path : {"a", "./a", "/a/../b", "/a/", "/a/./b", "", "//part"})
    EXPECT_TRUE(refuses({.verdict = kKeep, .a = {kOne, 1, path}})) << path;
  EXPECT_FALSE(refuses({.verdict = kKeep, .about = About::kCopy, .a = {kOne, 1, "/a.zip//../odd/./name/"}}));
  decisions_.Undo();
  // Copies are equal, versions are not.
  EXPECT_TRUE(refuses({.verdict = kCopy, .about = About::kCopy, .a = a, .b = b}));
  EXPECT_TRUE(refuses({.verdict = kCopy, .about = About::kCopy, .a = a, .b = a}));
  EXPECT_TRUE(refuses({.verdict = kSuperseded, .a = a, .b = DecidedFile{kOne, 1, "/c"}}));
  EXPECT_TRUE(refuses({.verdict = kSuperseded, .about = About::kCopy, .a = a, .b = b}));
  EXPECT_TRUE(refuses({.verdict = kCopy, .a = a, .b = b}));
  // Folders are kept, or copies.
  EXPECT_TRUE(refuses({.verdict = kSuperseded, .about = About::kFolder, .a = folder, .b = other}));
  EXPECT_TRUE(refuses({.verdict = kUnrelated, .about = About::kFolder, .a = folder, .b = other}));
  EXPECT_TRUE(refuses({.verdict = kBoilerplate, .about = About::kFolder, .a = folder}));
  EXPECT_TRUE(refuses({.verdict = kKeep, .about = About::kFolder, .a = a}));
  EXPECT_TRUE(decisions_.List().empty());
}

TEST_F(DecisionsTest, UndoTakesBackOnlyWhatWasSeen) {
  const std::uint64_t first = decisions_.Add({Keep(kOne, "/t/a")}).number;
  const std::uint64_t second = decisions_.Add({Keep(kTwo, "/t/b")}).number;
  EXPECT_THROW(decisions_.Undo(first), Error);
  EXPECT_EQ(decisions_.List().size(), 2u);
  EXPECT_EQ(decisions_.Undo(second).number, second);
  // A number that was undone does not come back with other decisions.
  EXPECT_GT(decisions_.Add({Keep(kThree, "/t/c")}).number, second);
  EXPECT_THROW(decisions_.Undo(second), Error);
}

TEST_F(DecisionsTest, OthersSeeThatSomethingChanged) {
  Decisions other(tree_.index());
  std::set<std::uint64_t> states = {other.State()};
  decisions_.Add({Keep(kOne, "/t/a")});
  states.insert(other.State());
  EXPECT_EQ(other.State(), decisions_.State());
  decisions_.Add({Keep(kTwo, "/t/b")});
  states.insert(other.State());
  decisions_.Undo();
  states.insert(other.State());
  EXPECT_EQ(states.size(), 4u);
}

// Damaged bytes all over the file: the right answer or an error that names the damage.
TEST_F(DecisionsTest, DamageIsAnErrorNotAnotherAnswer) {
  decisions_.Add({Keep(kOne, "/t/first"), Two(Verdict::kUnrelated, {kOne, 10, "/x"}, {kTwo, 10, "/y"})});
  const std::string path = tree_.index() + "/decisions.sqlite";
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  const std::vector<Decision> right = decisions_.List();
  std::size_t errors = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (at % (bytes[at] == 0 ? 331 : 5) != 0) continue;  // most of the file is empty
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x5a);
    std::ofstream(path, std::ios::binary) << changed;
    try {
      const std::vector<Decision> listed = decisions_.List();
      ASSERT_EQ(listed.size(), right.size()) << at;
      for (std::size_t i = 0; i < listed.size(); ++i) {
        EXPECT_EQ(listed[i].a, right[i].a) << at;
        EXPECT_EQ(listed[i].b, right[i].b) << at;
        EXPECT_EQ(listed[i].verdict, right[i].verdict) << at;
      }
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), path);
      ++errors;
    }
  }
  EXPECT_GT(errors, 10u);
  std::ofstream(path, std::ios::binary) << "no database at all, but long enough to be looked at by SQLite";
  EXPECT_THROW(decisions_.List(), Error);
  EXPECT_THROW(decisions_.Add({Keep(kOne, "/t/a")}), Error);
}

class FindWithDecisions : public DecisionsTest {
 protected:
  FindWithDecisions() {
    tree_.Write("a", RandomText(20000, 1));
    tree_.Write("b", RandomText(20000, 1) + RandomText(1000, 2));
    tree_.Write("c", RandomText(20000, 3));
    tree_.Write("d", RandomText(20000, 3));
  }
  RecordingSink Find(bool decided = false, const std::string& below = "") {
    FindOptions options;
    options.scan.walk.roots = {tree_.root() + below};
    options.sections.folders = true;
    options.directories = true;
    options.decided = decided;
    RecordingSink sink;
    SilentObserver observer;
    Index(tree_.index()).Find(options, sink, observer);
    return sink;
  }
};

TEST_F(FindWithDecisions, UnrelatedIsNoPair) {
  RecordingSink before = Find();
  ASSERT_EQ(before.families.size(), 1u);
  const auto& files = before.families[0].files;
  decisions_.Add({Two(Verdict::kUnrelated, {files[1].digest, files[1].size, files[1].path},
                      {files[0].digest, files[0].size, files[0].path})});
  RecordingSink after = Find();
  EXPECT_TRUE(after.families.empty());
  EXPECT_EQ(after.summary.pairs, 0u);
  EXPECT_EQ(after.summary.unrelated, 1u);
  EXPECT_EQ(after.summary.decided, 0u);
  decisions_.Undo();
  EXPECT_EQ(Find().families.size(), 1u);
}

TEST_F(FindWithDecisions, WhatIsWhollyDecidedIsHiddenAndCounted) {
  RecordingSink before = Find();
  ASSERT_EQ(before.identical.size(), 1u);
  const IdenticalSet& set = before.identical[0];
  const auto& files = before.families.at(0).files;
  decisions_.Add({Two(Verdict::kCopy, {set.digest, set.size, set.files[1].path},
                      {set.digest, set.size, set.files[0].path}),
                  Two(Verdict::kSuperseded, {files[0].digest, files[0].size, files[0].path},
                      {files[1].digest, files[1].size, files[1].path})});
  RecordingSink after = Find();
  EXPECT_TRUE(after.identical.empty());
  EXPECT_TRUE(after.families.empty());
  EXPECT_EQ(after.summary.decided, 2u);
  EXPECT_EQ(after.summary.identical_sets, 0u);
  EXPECT_EQ(after.summary.identical_bytes, 0u);
  // However the tree is called.
  EXPECT_EQ(Find(false, "/.//../" + tree_.root().substr(tree_.root().rfind('/') + 1)).summary.decided, 2u);
  RecordingSink shown = Find(true);
  EXPECT_EQ(shown.identical.size(), 1u);
  EXPECT_EQ(shown.families.size(), 1u);
  EXPECT_EQ(shown.summary.decided, 0u);
}

TEST_F(FindWithDecisions, TheFilesOfADecidedFolderAreNotListedAgain) {
  for (const char* folder : {"old", "new"}) {
    tree_.Write(std::string(folder) + "/one", RandomText(9000, 11));
    tree_.Write(std::string(folder) + "/sub/two", RandomText(9000, 12));
  }
  const RecordingSink before = Find();
  ASSERT_EQ(before.identical.size(), 3u);
  ASSERT_GE(before.directories.size(), 1u);
  const auto& pairs = before.directories;
  const auto pair = std::ranges::find_if(pairs, [&](const DirectoryPair& each) {
    return each.a == tree_.Path("new") && each.b == tree_.Path("old");
  });
  ASSERT_NE(pair, pairs.end());
  decisions_.Add({{.verdict = Verdict::kCopy,
                   .about = About::kFolder,
                   .a = {"", pair->size_b, pair->b},
                   .b = DecidedFile{"", pair->size_a, pair->a}}});
  const RecordingSink after = Find();
  ASSERT_EQ(after.identical.size(), 1u) << "that of c and d";
  EXPECT_EQ(after.directories.size(), 0u);
  // The folder has changed: it is undecided again.
  tree_.Write("old/three", "three");
  EXPECT_EQ(Find().identical.size(), 3u);
}

}  // namespace

}  // namespace kindred::jobs
