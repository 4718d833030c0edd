// Items, filters, orders and decisions, on an answer that is made up.
#include "answer/view.h"

#include <gmock/gmock.h>

#include "answer/made_answer.h"
#include "answer/rules.h"
#include "kindred/error.h"

namespace kindred::server {

namespace {

using testing::ElementsAre;

Parameters With(std::initializer_list<std::pair<const std::string, std::string>> parameters) {
  return Parameters(parameters);
}

class ViewTest : public testing::Test {
 protected:
  std::vector<std::string> Ids(const Parameters& parameters, std::vector<Decision> decisions = {}) {
    const View view(1, answer_, std::move(decisions));
    std::vector<std::string> ids;
    for (std::uint32_t number : *view.Select(ParseItemQuery(parameters)))
      ids.push_back(answer_->items[number].id.substr(0, 1));
    return ids;
  }
  const Item& ItemOf(ItemKind kind) {
    for (const Item& item : answer_->items) {
      if (item.kind == kind) return item;
    }
    throw std::runtime_error("there is no such item");
  }

  std::shared_ptr<const Answer> answer_ = MadeAnswer();
};

TEST_F(ViewTest, ItemsComeByValue) {
  EXPECT_THAT(Ids({}), ElementsAre("i", "d", "f", "c", "s"));
  EXPECT_EQ(ItemOf(ItemKind::kIdentical).value, 2000u);
  EXPECT_EQ(ItemOf(ItemKind::kFamily).value, 720u + 630u);  // Family::redundant
  EXPECT_EQ(ItemOf(ItemKind::kFolders).value, 1500u);
  EXPECT_EQ(ItemOf(ItemKind::kContained).value, 100u);
  EXPECT_EQ(ItemOf(ItemKind::kContained).members[0].path, "t/small.md");
}

TEST_F(ViewTest, Sorts) {
  EXPECT_THAT(Ids(With({{"sort", "size"}})), ElementsAre("c", "d", "i", "f", "s"));
  EXPECT_THAT(Ids(With({{"sort", "newest"}})).front(), "c");
  EXPECT_THAT(Ids(With({{"sort", "files"}})).front(), "d");
}

TEST_F(ViewTest, Filters) {
  EXPECT_THAT(Ids(With({{"kind", "family,contained"}})), ElementsAre("f", "c"));
  EXPECT_THAT(Ids(With({{"folder", "t/docs"}})), ElementsAre("f"));
  EXPECT_THAT(Ids(With({{"folder", "t/docs/"}})), ElementsAre("f"));
  EXPECT_THAT(Ids(With({{"folder", "t/doc"}})), ElementsAre());
  EXPECT_THAT(Ids(With({{"type", "md"}})), ElementsAre("c"));
  EXPECT_THAT(Ids(With({{"after", "2025-01-01"}})), ElementsAre("f", "c"));
  EXPECT_THAT(Ids(With({{"before", "2024-02-01"}})), ElementsAre("i"));
  EXPECT_THAT(Ids(With({{"min_size", "5000"}})), ElementsAre("c"));
  EXPECT_THAT(Ids(With({{"max", "0.85"}})), ElementsAre("f"));
  EXPECT_THAT(Ids(With({{"q", "DOCS r2"}})), ElementsAre("f"));
  EXPECT_THAT(Ids(With({{"q", "r1 r2"}})), ElementsAre());  // not in one path
}

TEST_F(ViewTest, WrongFiltersAreRefusedByName) {
  for (const auto& [name, value] : With({{"kind", "x"},
                                         {"sort", "x"},
                                         {"after", "2025-13-01"},
                                         {"min", "-1"},
                                         {"min_size", "1k"},
                                         {"decided", "x"},
                                         {"max", "nan"}})) {
    try {
      ParseItemQuery({{name, value}});
      FAIL() << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_EQ(error.where(), name);
    }
  }
}

TEST_F(ViewTest, AFamilyIsDecidedWhenAllItsContentsAre) {
  const Item& family = ItemOf(ItemKind::kFamily);
  std::vector<Decision> decisions = {{.verdict = Verdict::kSuperseded,
                                      .a = DecidedMember(*answer_, family, 0),
                                      .b = DecidedMember(*answer_, family, 2)}};
  const View partly(1, answer_, decisions);
  EXPECT_EQ(partly.StateOf(family).decided, 2u);
  EXPECT_FALSE(partly.StateOf(family).wholly);
  decisions.push_back({.verdict = Verdict::kKeep, .a = DecidedMember(*answer_, family, 1)});
  const View wholly(1, answer_, decisions);
  EXPECT_TRUE(wholly.StateOf(family).wholly);
  EXPECT_EQ(wholly.hidden(), 1u);
  EXPECT_EQ(wholly.Totals(ItemKind::kFamily).items, 0u);
  EXPECT_THAT(Ids({}, decisions), ElementsAre("i", "d", "c", "s"));
  EXPECT_THAT(Ids(With({{"decided", "only"}}), decisions), ElementsAre("f"));
  EXPECT_EQ(Ids(With({{"decided", "show"}}), decisions).size(), 5u);
}

TEST_F(ViewTest, AnUnrelatedPairIsDecided) {
  const Item& contained = ItemOf(ItemKind::kContained);
  const View view(1, answer_,
                  {{.verdict = Verdict::kUnrelated,
                    .a = DecidedMember(*answer_, contained, 0),
                    .b = DecidedMember(*answer_, contained, 1)}});
  EXPECT_TRUE(view.StateOf(contained).wholly);
  EXPECT_TRUE(view.Unrelated(contained, contained.links[0]));
}

TEST_F(ViewTest, KeepNewestKeepsTheNewestOfEach) {
  const View view(1, answer_, {});
  const RuleOutcome outcome = ApplyRule(view, RuleKind::kKeepNewest, "", ParseItemQuery({}));
  EXPECT_EQ(outcome.items, 3u);  // no folders, nothing inside
  // Of the family only what is linked to the newest goes.
  EXPECT_EQ(outcome.bytes, 3000u);
  const View after(2, answer_, outcome.decisions);
  EXPECT_EQ(after.hidden(), 2u);
  const Item& copies = ItemOf(ItemKind::kIdentical);
  EXPECT_EQ(after.DecisionsOn(copies)[1]->verdict, Verdict::kKeep);
  EXPECT_EQ(after.DecisionsOn(copies)[0]->verdict, Verdict::kCopy);
  EXPECT_EQ(after.DecisionsOn(copies)[0]->b->path, "/made/t/y/copy.bin");
  // What is decided stays as it is.
  EXPECT_EQ(
      ApplyRule(after, RuleKind::kKeepNewest, "", ParseItemQuery({{"decided", "show"}})).decisions.size(),
      0u);
}

TEST_F(ViewTest, PreferKeepsWhatIsBelowTheFolder) {
  const View view(1, answer_, {});
  const RuleOutcome outcome = ApplyRule(view, RuleKind::kPrefer, "t/x", ParseItemQuery({}));
  ASSERT_EQ(outcome.decisions.size(), 3u);
  EXPECT_EQ(outcome.decisions[0].verdict, Verdict::kKeep);
  EXPECT_EQ(outcome.decisions[0].a.path, "/made/t/x/copy.bin");
  EXPECT_EQ(outcome.decisions[1].b->path, "/made/t/x/copy.bin");
  const RuleOutcome protect = ApplyRule(view, RuleKind::kProtect, "t/docs", ParseItemQuery({}));
  EXPECT_EQ(protect.decisions.size(), 3u);
  EXPECT_EQ(protect.bytes, 0u);
}

TEST_F(ViewTest, RulesLeaveWhatGoesAndWhatIsDecided) {
  const Item& copies = ItemOf(ItemKind::kIdentical);
  // The newest, y, is a copy of z: x goes in favour of z, too.
  const View view(1, answer_,
                  {{.verdict = Verdict::kCopy,
                    .about = About::kCopy,
                    .a = DecidedMember(*answer_, copies, 1),
                    .b = DecidedMember(*answer_, copies, 2)}});
  const RuleOutcome outcome =
      ApplyRule(view, RuleKind::kKeepNewest, "", ParseItemQuery({{"kind", "identical"}}));
  ASSERT_EQ(outcome.decisions.size(), 1u);
  EXPECT_EQ(outcome.decisions[0].a.path, "/made/t/x/copy.bin");
  EXPECT_EQ(outcome.decisions[0].b->path, "/made/t/z/copy.bin");
}

// A pool has files of other machines: they are listed, but cannot be decided about here, and free nothing.
TEST(AnswerTest, FilesOfPools) {
  AnswerBuilder builder(PathsBelow("t", "/made/t"));
  IdenticalSet set{.size = 1000, .digest = MadeDigest(1), .files = {}, .total_files = 4, .elsewhere = 2};
  set.files = {{"p.kindred:/x/a.txt"}, {"p.kindred:/y/a.txt"}, {"t/a.txt", 5}, {"t/b.txt", 6}};
  builder.On(set);
  Family family{.id = "1", .files = {}, .links = {}, .centre = {}};
  family.files = {{.path = "p.kindred:/x/r.txt", .size = 500, .with_centre = 1, .digest = MadeDigest(2)},
                  {.path = "t/r.txt", .size = 400, .with_centre = 0.9, .mtime = 7, .digest = MadeDigest(3)}};
  family.centre = "p.kindred:/x/r.txt";
  builder.On(family);
  builder.On(ContainedFile{.path = "t/small",
                           .in = "p.kindred:/large",
                           .size = 10,
                           .size_in = 90,
                           .share = 1,
                           .digest = MadeDigest(4),
                           .digest_in = MadeDigest(5)});
  const auto answer = builder.Take();
  const Item& copies = *answer->CopiesOf(MadeDigest(1), 1000);
  EXPECT_EQ(copies.value, 1000u);
  EXPECT_EQ(Sentence(copies), "4 copies of a.txt, 1.0 kB each; 2 of them in pools");
  const Item& versions = *answer->Find("f-1");
  EXPECT_THAT(Sentence(versions), testing::EndsWith("; 1 of them in pools"));
  const Item& contained = answer->items.back();
  EXPECT_EQ(contained.value, 0u);
  EXPECT_EQ(Sentence(contained), "100 % of small is in large (in a pool)");
  const View view(1, answer, {});
  EXPECT_EQ(ApplyRule(view, RuleKind::kKeepNewest, "", ParseItemQuery({{"kind", "family"}})).decisions.size(),
            1u);
  const View kept(2, answer, {{.verdict = Verdict::kKeep, .a = DecidedMember(*answer, versions, 1)}});
  EXPECT_TRUE(kept.StateOf(versions).wholly);
}

TEST(AnswerTest, SentencesHaveShortNames) {
  AnswerBuilder builder(PathsBelow("t", "/made/t"));
  const std::string name(250, 'n');
  const std::string folder = "t/" + std::string(2000, 'f');
  IdenticalSet set{.size = 1000, .digest = MadeDigest(1), .files = {}, .total_files = 2};
  set.files = {{folder + "/" + name + ".txt"}, {folder + "/b.txt"}};
  builder.On(set);
  builder.On(DirectoryPair{
      .a = folder + "/x", .b = folder + "/y", .files_a = 3, .files_b = 3, .of_a = 1, .identical_files = 3});
  const auto answer = builder.Take();
  for (const Item& item : answer->items) {
    EXPECT_LT(Sentence(item).size(), 220u);
    EXPECT_THAT(Sentence(item), testing::HasSubstr("\u2026"));
  }
  EXPECT_THAT(Sentence(*answer->CopiesOf(MadeDigest(1), 1000)), testing::HasSubstr("n.txt, 1.0 kB each"));
  EXPECT_THAT(Sentence(answer->items.back()), testing::AllOf(testing::HasSubstr("f/x is in t/f"),
                                                             testing::EndsWith("f/y; 3 identical files")));
}

TEST(AnswerTest, AFamilyWhoseCentreIsTheNewestNamesItOnce) {
  AnswerBuilder builder(PathsBelow("t", "/made/t"));
  Family family{.id = "1", .files = {}, .links = {}, .centre = "t/b", .average = 0.9};
  family.files = {{.path = "t/a", .size = 10, .mtime = 1}, {.path = "t/b", .size = 10, .mtime = 2}};
  builder.On(family);
  EXPECT_EQ(Sentence(builder.Take()->items[0]),
            "2 versions of b, which is the newest; 90 % similar on average");
}

TEST(AnswerTest, EqualIdsOfFamiliesAreToldApart) {
  AnswerBuilder builder(PathsBelow("", "/"));
  for (int i = 0; i < 3; ++i) {
    Family family{.id = "12345678", .files = {}, .links = {}, .centre = {}};
    family.files = {{.path = "a", .size = 10}, {.path = "b", .size = 10}};
    builder.On(family);
  }
  const auto answer = builder.Take();
  EXPECT_NE(answer->Find("f-12345678"), nullptr);
  EXPECT_NE(answer->Find("f-12345678-2"), nullptr);
  EXPECT_NE(answer->Find("f-12345678-3"), nullptr);
}

TEST(AnswerTest, OfFoldersEachIsToldOnceWithTheOneThatHasMost) {
  AnswerBuilder builder(PathsBelow("", "/"));
  auto pair = [&](const char* a, const char* b, double of_a, double of_b, std::uint64_t files = 5) {
    builder.On(DirectoryPair{.a = a,
                             .b = b,
                             .files_a = files,
                             .files_b = 9,
                             .size_a = 100,
                             .size_b = 900,
                             .of_a = of_a,
                             .of_b = of_b});
  };
  pair("x", "y", 0.95, 0.1);
  pair("x", "z", 0.99, 0.1);
  pair("x", "w", 0.89, 0.1);
  pair("v", "w", 0.5, 0.4);
  pair("single", "w", 1, 0.1, 1);
  const auto answer = builder.Take();
  ASSERT_EQ(answer->items.size(), 1u);
  EXPECT_EQ(answer->items[0].members[1].path, "z");
  EXPECT_EQ(answer->items[0].value, 99u);
}

TEST(AnswerTest, ALargeFamilyKeepsItsHistogram) {
  AnswerBuilder builder(PathsBelow("", "/"));
  Family family{.id = "1", .files = {}, .links = {}, .centre = {}};
  for (int i = 0; i < 300; ++i) family.files.push_back({.path = fmt::format("f{}", i), .size = 10});
  for (std::uint32_t a = 0; a < 300; ++a) {
    for (std::uint32_t b = a + 1; b < 300; ++b)
      family.links.push_back({.a = a, .b = b, .similarity = b % 2 == 0 ? 0.955 : 0.5});
  }
  family.total_links = family.links.size();
  builder.On(family);
  const auto answer = builder.Take();
  const Item& item = answer->items[0];
  EXPECT_EQ(item.links.size(), kMostLinks);
  EXPECT_EQ(item.histogram[95] + item.histogram[50], family.links.size());
  EXPECT_GT(item.histogram[50], 20000u);
}

TEST(TimesTest, BothWays) {
  for (const char* text : {"2026-11-17T22:13:53Z", "1969-12-31T23:59:59Z", "2000-02-29T00:00:00Z"})
    EXPECT_EQ(TimeText(ParseTime(text).value()), text);
  EXPECT_EQ(TimeText(ParseTime("2026-01-31").value()), "2026-01-31T00:00:00Z");
  for (const char* text : {"", "2026", "2026-02-30", "2026-01-31T", "2026-01-31T25:00:00Z",
                           "2026-01-31 10:00:00Z", "20x6-01-31", "2026-01-31T10:00:00", "9999-01-01"})
    EXPECT_FALSE(ParseTime(text)) << text;
}

TEST(NamesTest, TypesAndFolders) {
  EXPECT_EQ(TypeOfName("a/b.tar.GZ"), "gz");
  EXPECT_EQ(TypeOfName("a.d/b"), "");
  EXPECT_EQ(TypeOfName(".hidden"), "");
  EXPECT_EQ(TypeOfName("x."), "");
  EXPECT_EQ(FolderOf("/a"), "/");
  EXPECT_EQ(FolderOf("a"), "");
  EXPECT_TRUE(IsBelow("/a/b", "/"));
  EXPECT_FALSE(IsBelow("ab", "a"));
}

}  // namespace

}  // namespace kindred::server
