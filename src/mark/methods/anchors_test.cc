// The anchors method against a search with std::string::find, and the set's file. The laws every method obeys
// are in tests/contract.
#include "mark/methods/anchors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "kindred/error.h"
#include "mark/anchors/anchor_set.h"
#include "mark/anchors/learn_anchors.h"
#include "mark/methods/methods.h"

namespace kindred::mark {
namespace {

using testing::HasSubstr;

std::string SetOf(const std::string& anchors, const std::string& name = "mine") {
  return "kindred anchors 1\nname " + name + "\nevery 16\n" + anchors;
}

// Names a set by its text.
std::unique_ptr<Method> With(const std::string& set, const std::string& more = "") {
  return MakeAnchors("set=file" + more, [&](const std::string&) { return set; });
}

std::vector<Mark> MarksOf(const Method& method, const std::string& text) {
  auto marker = method.NewMarker();
  marker->Begin(0);
  marker->Feed({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  std::vector<Mark> marks;
  marker->Finish(&marks);
  return marks;
}

std::string Words(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += static_cast<char>(" abcdefgh"[random() % 9]);
  return text;
}

TEST(Anchors, EveryOccurrenceStartsAMarkOfFiftyBytes) {
  const std::string text = Words(20000, 1);
  // One anchor is the beginning of another, one is inside another, one overlaps itself.
  const std::vector<std::string> anchors = {"ab", "abc", "bc", "cdcd", "gaga", "h h"};
  std::string lines;
  for (const std::string& anchor : anchors) lines += anchor + "\n";
  std::set<std::uint64_t> expected;
  for (const std::string& anchor : anchors) {
    for (std::size_t at = 0; (at = text.find(anchor, at)) != std::string::npos; ++at) {
      if (at + 50 <= text.size()) expected.insert(at);
    }
  }
  std::set<std::uint64_t> found;
  for (const Mark& mark : MarksOf(*With(SetOf(lines)), text)) {
    found.insert(mark.offset);
    EXPECT_EQ(mark.length, 50u);
  }
  EXPECT_GT(expected.size(), 100u);
  EXPECT_EQ(found, expected);
}

TEST(Anchors, BytesOfAnyValueCanBeAnchors) {
  std::string text(200, 'x');
  text.replace(20, 3, std::string("\0\xff\n", 3));
  text.replace(90, 2, " x");
  const auto marks = MarksOf(*With(SetOf("\\x00\\xff\\x0a\n\\x20x\n")), text);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].offset, 20u);
  EXPECT_EQ(marks[1].offset, 90u);
}

TEST(Anchors, ARunGivesItsMarkOnce) {
  EXPECT_EQ(MarksOf(*With(SetOf("__\n")), std::string(5000, '_')).size(), 1u);
}

TEST(Anchors, TheSetIsKnownByItsDigest) {
  const auto mine = With(SetOf("acte\nment\n"));
  const auto other = With(SetOf("acte\nmant\n"));
  const auto renamed = With(SetOf("acte\nment\n", "yours"));
  EXPECT_NE(mine->info(), other->info());
  const std::string digest = mine->info().parameters[1].second;
  EXPECT_EQ(digest, renamed->info().parameters[1].second);
  EXPECT_NO_THROW(With(SetOf("ment\nacte\n"), ",digest=" + digest));
  EXPECT_THROW(With(SetOf("ment\nactes\n"), ",digest=" + digest), Error);
}

TEST(Anchors, RatesFollowTheSizeAndTheSpreadOfTheSet) {
  const auto set = With(SetOf("acte\n"));
  EXPECT_EQ(set->LevelFor(300), 0);
  EXPECT_EQ(set->LevelFor(100'000), 3);  // one in 8 of anchors every 16 bytes: one in 128
  EXPECT_EQ(With(SetOf("acte\n"), ",rate=fine")->LevelFor(100'000), 0);
}

TEST(AnchorSet, TextAndBack) {
  const AnchorSet set{"x-1", 77, {std::string("\0\n", 2), " a ", "#inc", "\\x41", "a b", "\xc3\xa4"}};
  EXPECT_EQ(ParseAnchorSet(AnchorSetText(set), "here"), set);
}

TEST(AnchorSet, ABadSetIsAnErrorThatSaysWhatIsWrong) {
  const std::map<std::string, std::string> bad = {
      {"", "not an anchor set"},
      {"some text\n", "not an anchor set"},
      {"kindred anchors 1\n", "line 2"},
      {"kindred anchors 1\nname a b\nevery 3\nacte\n", "line 2"},
      {"kindred anchors 1\nname a\nevery none\nacte\n", "line 3"},
      {"kindred anchors 1\nname a\nevery 0\nacte\n", "line 3"},
      {SetOf(""), "empty"},
      {SetOf("acte\na\n"), "line 5 has 1 bytes"},
      {SetOf("acte\n\n"), "line 5 has 0 bytes"},
      {SetOf("aaaaaaaaaaaaaaaaab\n"), "has 18 bytes"},
      {SetOf("ab\\y41\n"), "line 4 has a bad escape"},
      {SetOf("ab\\x4\n"), "line 4 has a bad escape"},
      {SetOf("acte\nment\nacte\n"), "'acte' is listed twice"},
  };
  for (const auto& [text, why] : bad) {
    try {
      ParseAnchorSet(text, "my.anchors");
      ADD_FAILURE() << text << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage);
      EXPECT_THAT(error.what(), HasSubstr(why));
      EXPECT_EQ(error.where(), "my.anchors");
    }
  }
}

TEST(AnchorSet, TheSetsOfTheProgramAreWhole) {
  EXPECT_EQ(BuiltinAnchorSets(), (std::vector<std::string>{"english", "code", "html"}));
  for (const std::string& name : BuiltinAnchorSets()) {
    const AnchorSet set = ParseAnchorSet(BuiltinAnchorText(name), name);
    EXPECT_EQ(set.name, name);
    EXPECT_GT(set.anchors.size(), 50u);
    EXPECT_NEAR(static_cast<double>(set.every), 32, 4);
  }
  EXPECT_THROW(MakeMethod("anchors:set=none"), Error);
}

// Half of the letters of each text are rare: a good set leaves no part of it bare.
std::vector<std::string> Texts(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> vocabulary;
  for (int i = 0; i < 900; ++i) {
    std::string word;
    for (auto length = 3 + random() % 6; length > 0; --length) word += static_cast<char>('a' + random() % 26);
    vocabulary.push_back(word);
  }
  std::vector<std::string> texts(count);
  for (std::string& text : texts) {
    while (text.size() < 20000) text += vocabulary[random() % vocabulary.size()] + ' ';
    text += std::string(300, '-');
  }
  return texts;
}

TEST(LearnAnchors, TheSetIsAsDenseAsWantedAndSpreadBetterThanByChance) {
  const AnchorSet set = ChooseAnchors(Texts(30, 1), "mine", 32);
  const AnchorSpread spread = MeasureSpread(set, Texts(10, 1));
  EXPECT_NEAR(static_cast<double>(spread.bytes) / static_cast<double>(spread.anchors), 32, 4);
  // Places drawn at random would have 1 gap in 100 beyond 32 ln 100 = 147 bytes.
  EXPECT_LT(spread.usual_gap, 147u);
  EXPECT_GE(spread.longest_gap, 300u) << "the line of dashes";
  EXPECT_EQ(spread.bare_texts, 0u);
  for (const std::string& anchor : set.anchors) EXPECT_EQ(anchor.find("--"), std::string::npos);
  EXPECT_EQ(ChooseAnchors(Texts(30, 1), "mine", 32), set) << "the same texts give the same set";
}

TEST(LearnAnchors, TooLittleTextIsAnError) {
  EXPECT_THROW(ChooseAnchors({}, "mine", 32), Error);
  EXPECT_THROW(ChooseAnchors({"a short text"}, "mine", 32), Error);
  EXPECT_THROW(ChooseAnchors({std::string(1 << 20, '-')}, "mine", 32), Error) << "nothing but a line";
}

TEST(LearnAnchors, GapsAreCountedToTheEndsOfATextToo) {
  std::string text(3000, 'x');
  text.replace(1100, 4, "acte");
  text.replace(1500, 4, "acte");
  const AnchorSpread spread = MeasureSpread({"mine", 32, {"acte"}}, {text, std::string(1024, 'x')});
  EXPECT_EQ(spread.anchors, 2u);
  EXPECT_EQ(spread.longest_gap, 1500u);
  EXPECT_EQ(spread.kilobytes, 3u);
  EXPECT_EQ(spread.empty, 2u);
  EXPECT_EQ(spread.bare_texts, 1u);
}

}  // namespace
}  // namespace kindred::mark
