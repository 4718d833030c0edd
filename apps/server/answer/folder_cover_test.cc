// Copies within copied folders: not in the queue, unless decisions on files make them items again.
#include "answer/folder_cover.h"

#include <gmock/gmock.h>

#include "answer/made_answer.h"
#include "answer/rules.h"
#include "answer/view.h"

namespace kindred::server {

namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

class FolderCoverTest : public testing::Test {
 protected:
  void AddFolders(const char* a, const char* b, double of_a = 1, double of_b = 1, std::uint64_t similar = 0) {
    builder_.On(DirectoryPair{.a = a,
                              .b = b,
                              .files_a = 2,
                              .files_b = 2,
                              .size_a = 200,
                              .size_b = 200,
                              .of_a = of_a,
                              .of_b = of_b,
                              .similarity = 1,
                              .identical_files = 2,
                              .similar_files = similar});
  }
  void AddCopies(std::uint64_t number, const std::vector<const char*>& paths) {
    IdenticalSet set{.size = 100, .digest = MadeDigest(number), .files = {}, .total_files = paths.size()};
    for (const char* path : paths) set.files.emplace_back(path, 5);
    builder_.On(set);
  }
  void Take() { answer_ = builder_.Take(); }

  const Item& Copies(std::uint64_t number) const { return *answer_->CopiesOf(MadeDigest(number), 100); }
  const Item& Folders() const { return *std::ranges::find(answer_->items, ItemKind::kFolders, &Item::kind); }
  // "d", or the first path of a set.
  std::vector<std::string> Queue(const View& view, const Parameters& parameters = {}) const {
    std::vector<std::string> names;
    for (std::uint32_t number : *view.Select(ParseItemQuery(parameters))) {
      const Item& item = answer_->items[number];
      names.push_back(item.kind == ItemKind::kFolders ? "d" : item.members[0].path);
    }
    return names;
  }
  Decision FolderIsCopy() const {
    return {.verdict = Verdict::kCopy,
            .about = About::kFolder,
            .a = DecidedMember(*answer_, Folders(), 0),
            .b = DecidedMember(*answer_, Folders(), 1)};
  }

  AnswerBuilder builder_{PathsBelow("t", "/made/t")};
  std::shared_ptr<const Answer> answer_;
};

TEST_F(FolderCoverTest, TheFolderStandsForItsFiles) {
  AddFolders("t/x", "t/y");
  AddCopies(1, {"t/x/a", "t/y/a"});
  AddCopies(2, {"t/x/sub/b", "t/y/sub/b"});
  AddCopies(3, {"t/x/c", "t/z/c"});             // z is no copied folder
  AddCopies(4, {"t/x/d", "t/y/d", "t/z/d"});    // one is elsewhere
  AddCopies(5, {"t/x/e1", "t/x/e2", "t/y/e"});  // x has it twice
  AddCopies(6, {"t/xx/f", "t/y/f"});            // another folder that begins alike
  Take();
  const View view(1, answer_, {});
  EXPECT_THAT(Queue(view), UnorderedElementsAre("d", "t/x/c", "t/x/d", "t/x/e1", "t/xx/f"));
  EXPECT_EQ(view.CoveredBy(Copies(1)), &Folders());
  EXPECT_EQ(view.CoveredBy(Copies(3)), nullptr);
  EXPECT_EQ(view.Totals(ItemKind::kIdentical).items, 4u);
  EXPECT_EQ(view.free(), 100u * 8) << "they would be freed all the same";
  EXPECT_THAT(Queue(view, {{"q", "sub"}}), ElementsAre("t/x/sub/b")) << "a search finds them";
  EXPECT_EQ(Queue(view, {{"covered", "show"}}).size(), 7u);
}

TEST_F(FolderCoverTest, OnlyAFolderThatIsWhollyInAnother) {
  AddFolders("t/x", "t/y", 0.95, 0.9);
  AddCopies(1, {"t/x/a", "t/y/a"});
  Take();
  EXPECT_THAT(Queue(View(1, answer_, {})), UnorderedElementsAre("d", "t/x/a"));
}

TEST_F(FolderCoverTest, OnlyAFolderOfWhichAllFilesHaveCopies) {
  AddFolders("t/x", "t/y", 1, 1, 1);
  AddCopies(1, {"t/x/a", "t/y/a"});
  Take();
  EXPECT_THAT(Queue(View(1, answer_, {})), UnorderedElementsAre("d", "t/x/a"));
}

TEST_F(FolderCoverTest, ThreeFoldersAreTwoItems) {
  AddFolders("t/x", "t/y");
  AddFolders("t/z", "t/y");
  AddCopies(1, {"t/x/a", "t/y/a", "t/z/a"});
  Take();
  EXPECT_THAT(Queue(View(1, answer_, {})), ElementsAre("d", "d"));
  // One of the two is decided: what is left of the set is in the other.
  const View view(2, answer_, {FolderIsCopy()});
  EXPECT_THAT(Queue(view), ElementsAre("d"));
  EXPECT_NE(view.CoveredBy(Copies(1)), nullptr);
}

TEST_F(FolderCoverTest, FilesFollowTheDecisionOnTheirFolderAndComeBackUnderIt) {
  AddFolders("t/x", "t/y");
  AddCopies(1, {"t/x/a", "t/y/a"});
  Take();
  const View decided(1, answer_, {FolderIsCopy()});
  EXPECT_TRUE(decided.StateOf(Copies(1)).wholly);
  EXPECT_THAT(Queue(decided), ElementsAre());
  EXPECT_EQ(decided.hidden(), 1u) << "the folder is one item";
  EXPECT_EQ(decided.free(), 0u);
  EXPECT_THAT(Queue(decided, {{"decided", "show"}}), ElementsAre("d"));
  const View undone(2, answer_, {});
  EXPECT_THAT(Queue(undone), ElementsAre("d"));
  EXPECT_EQ(undone.CoveredBy(Copies(1)), &Folders());
}

TEST_F(FolderCoverTest, DecisionsOnFilesMakeThemAnItemOnceAllAreDecided) {
  AddFolders("t/x", "t/y");
  AddCopies(1, {"t/x/a", "t/y/a"});
  Take();
  const auto keep = [&](std::size_t n) {
    return Decision{
        .verdict = Verdict::kKeep, .about = About::kCopy, .a = DecidedMember(*answer_, Copies(1), n)};
  };
  EXPECT_THAT(Queue(View(1, answer_, {keep(0)})), ElementsAre("d"));
  const View both(2, answer_, {keep(0), keep(1)});
  EXPECT_THAT(Queue(both), ElementsAre("d"));
  EXPECT_EQ(both.hidden(), 1u);
  EXPECT_THAT(Queue(both, {{"decided", "only"}}), ElementsAre("t/x/a"));
}

TEST_F(FolderCoverTest, RulesDecideAboutCoveredFiles) {
  AddFolders("t/x", "t/y");
  AddCopies(1, {"t/x/a", "t/y/a"});
  Take();
  const View view(1, answer_, {});
  EXPECT_EQ(ApplyRule(view, RuleKind::kProtect, "t/x", ParseItemQuery({})).decisions.size(), 1u);
}

}  // namespace

}  // namespace kindred::server
