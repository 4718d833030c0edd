// Templates from end to end: what is added is ignored by find and query, nothing is read again, and an error
// changes nothing.
#include "jobs/template/templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "index/store/templates.h"
#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using namespace testing_support;
using testing::HasSubstr;

class TemplateSink : public RecordingSink {
 public:
  bool On(const Record& record) override {
    return Receive(Into(&templates), Into(&effect), Into(&suggestions),
                   [this](const Record& other) { return RecordingSink::On(other); })
        .On(record);
  }
  std::vector<TemplateInfo> templates;
  TemplateEffect effect;
  std::vector<TemplateSuggestion> suggestions;
};

class StageList : public Observer {
 public:
  void OnStage(const StageTiming& timing) override { stages.insert(timing.stage); }
  std::set<std::string> stages;
};

class TemplatesTest : public testing::Test {
 protected:
  // Ten pages of one frame with different texts, and a second version of the first one. With `titles`,
  // another text goes into the middle of the frame of each page.
  void WritePages(bool titles = false) {
    for (unsigned i = 0; i < 10; ++i)
      tree_.Write("pages/p" + std::to_string(i) + ".html", Page(100 + i, titles));
    tree_.Write("old/p0.html", Page(100, titles).substr(0, 6500) + RandomText(500, 77));
    std::this_thread::sleep_for(std::chrono::milliseconds(40));  // files just written are read twice
  }
  static std::string Page(unsigned seed, bool titles = false) {
    const std::string own = titles ? RandomText(60, seed + 7000) : "";
    return RandomText(4000, 1).insert(2000, own) + RandomText(3000, seed);
  }

  TemplateSink Find(bool templates = true, const std::string& method = "fingerprints") {
    FindOptions options = OptionsFor(method);
    options.match.templates = templates;
    TemplateSink sink;
    stages_ = {};
    Index(tree_.index()).Find(options, sink, stages_);
    return sink;
  }
  FindOptions OptionsFor(const std::string& method = "fingerprints") {
    FindOptions options;
    options.scan.walk.roots = {tree_.root()};
    options.scan.methods = {method};
    options.pairs = true;
    return options;
  }
  TemplateSink Add(TemplateOptions options) {
    if (options.name.empty()) options.name = "frame";
    if (options.find.scan.walk.roots.empty()) options.find = OptionsFor(options.find.scan.methods[0]);
    TemplateSink sink;
    SilentObserver observer;
    Index(tree_.index()).AddTemplate(options, sink, observer);
    return sink;
  }
  CheckResult Check() {
    SilentObserver observer;
    return Index(tree_.index()).Check(observer);
  }
  std::string ErrorOf(TemplateOptions options) {
    try {
      Add(std::move(options));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  TempTree tree_;
  StageList stages_;
};

TEST_F(TemplatesTest, OfAFamilyDissolvesItAndLeavesTrueVersions) {
  WritePages();
  const TemplateSink before = Find();
  ASSERT_EQ(before.families.size(), 1u);
  ASSERT_EQ(before.families[0].files.size(), 11u);
  const auto name_a = tree_.Path("old/p0.html"), name_b = tree_.Path("pages/p0.html");

  TemplateOptions options;
  options.family = before.families[0].id;
  options.preview = true;
  const TemplateSink preview = Add(options);
  EXPECT_FALSE(preview.effect.stored);
  EXPECT_EQ(preview.effect.files_touched, 11u);
  EXPECT_EQ(preview.effect.families_before, 1u);
  EXPECT_EQ(preview.effect.shrunk, 1u);
  ASSERT_EQ(preview.effect.changes.size(), 1u);
  EXPECT_EQ(preview.effect.changes[0].left, 2u);
  EXPECT_EQ(Find().families[0].files.size(), 11u) << "a preview stores nothing";

  options.preview = false;
  const TemplateSink added = Add(options);
  EXPECT_TRUE(added.effect.stored);
  const TemplateSink after = Find();
  EXPECT_FALSE(stages_.stages.contains("read")) << "no file is read again";
  EXPECT_EQ(after.summary.templates, 1u);
  EXPECT_EQ(after.summary.template_keys, added.effect.info.keys);
  ASSERT_EQ(after.families.size(), 1u);
  EXPECT_EQ(after.families[0].files.size(), 2u);
  // 2,500 of 3,000 bytes of payload are shared; of 7,000 bytes they are some 25 marks.
  const FilePair& pair = after.pairs.at({name_a, name_b});
  EXPECT_NEAR(pair.of_a, 0.83, 0.2);
  EXPECT_NEAR(static_cast<double>(pair.shared_bytes), 2500, 900);
  EXPECT_EQ(pair.size_a, 7000u) << "the file is as large as ever";
  EXPECT_EQ(Find(false).families[0].files.size(), 11u) << "--no-templates";
  EXPECT_EQ(Find().families[0].files.size(), 2u) << "pairs that were kept do not mix";

  Index(tree_.index()).RemoveTemplate("frame");
  EXPECT_EQ(Find().families[0].files.size(), 11u);
  EXPECT_EQ(Find().summary.templates, 0u);
}

// The file is small, so that it is marked finely by itself; its readers are large and marked coarsely, or
// the other way round. Every window counts.
TEST_F(TemplatesTest, OfAFileCoversFilesOfEverySize) {
  const std::string frame = RandomText(3000, 1);
  for (unsigned i = 0; i < 4; ++i) {
    tree_.Write("small" + std::to_string(i), frame + RandomText(200, 10 + i));
    tree_.Write("large" + std::to_string(i), RandomText(20000, 20 + i) + frame);
  }
  std::filesystem::create_directory(tree_.Path("../aside"));
  const std::string aside = std::filesystem::path(tree_.Path("../aside/frame")).lexically_normal();
  tree_.Write("../aside/frame", frame);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  for (const std::string method : {"fingerprints", "chunks:average=128"}) {
    const TemplateSink before = Find(false, method);
    EXPECT_GE(before.summary.pairs, 6u) << method;
    TemplateOptions options;
    options.name = method.substr(0, 6);
    options.file = aside;
    options.find.scan.methods = {method};
    Add(options);
    const TemplateSink after = Find(true, method);
    EXPECT_EQ(after.summary.templates, method == "fingerprints" ? 1u : 2u) << "all of them hold";
    for (const auto& [names, pair] : after.pairs) {
      EXPECT_LT(pair.similarity, method == "fingerprints" ? 0.0 : 0.7)
          << method << " " << names.first << " " << names.second;
    }
  }
}

TEST_F(TemplatesTest, OfSpansBridgesShortGaps) {
  WritePages();
  Find();
  const std::string page = tree_.Path("pages/p3.html");
  auto keys = [&](std::vector<TemplateOptions::Span> spans) {
    TemplateOptions options;
    options.spans = std::move(spans);
    options.preview = true;
    return Add(options).effect.info.keys;
  };
  const auto whole = keys({{page, 0, 4000}});
  EXPECT_EQ(keys({{page, 0, 2000}, {page, 2031, 1969}}), whole) << "a gap of 31 bytes";
  EXPECT_EQ(keys({{page, 2031, 1969}, {page, 0, 2000}, {page, 100, 10}}), whole);
  EXPECT_LT(keys({{page, 0, 2000}, {page, 2032, 1968}}), whole) << "a gap of 32 bytes";
  TemplateOptions beyond;
  beyond.spans = {{page, 6000, 2000}};
  EXPECT_THAT(ErrorOf(beyond), HasSubstr("7000 bytes"));
  TemplateOptions tiny;
  tiny.spans = {{page, 0, 10}};
  EXPECT_THAT(ErrorOf(tiny), HasSubstr("too short"));
}

TEST_F(TemplatesTest, AQueryIgnoresThemToo) {
  WritePages();
  const TemplateSink found = Find();
  TemplateOptions options;
  options.family = found.families[0].id;
  auto matches = [&](bool templates) {
    QueryOptions query;
    query.match.templates = templates;
    TemplateSink sink;
    SilentObserver observer;
    Index(tree_.index()).Query(tree_.Path("pages/p0.html"), query, sink, observer);
    EXPECT_EQ(sink.query.templates, templates && !options.name.empty() ? 1u : 0u);
    return sink.matches;
  };
  EXPECT_EQ(matches(true).size(), 11u);
  options.name = "frame";
  Add(options);
  const std::vector<Match> left = matches(true);
  ASSERT_EQ(left.size(), 2u) << "itself and its old version";
  EXPECT_TRUE(left[0].identical);
  EXPECT_NEAR(left[1].of_file, 0.83, 0.15);
  EXPECT_EQ(matches(false).size(), 11u);
}

TEST_F(TemplatesTest, ShareTakesKeysThatMostMembersHave) {
  WritePages();
  tree_.Write("pages/odd.html", RandomText(2000, 1) + RandomText(3000, 500));
  const TemplateSink found = Find();
  TemplateOptions all, most;
  all.family = most.family = found.families[0].id;
  all.preview = most.preview = true;
  all.share = 1;
  EXPECT_EQ(most.share, 0.9) << "the default";
  EXPECT_LT(Add(all).effect.info.keys, Add(most).effect.info.keys);
  TemplateOptions common;
  common.common = true;
  common.share = 0.9;
  common.preview = true;
  EXPECT_EQ(Add(common).effect.info.keys, Add(most).effect.info.keys) << "all files are in the family";
}

// A template keeps its text, from which the keys of any other method and rate are made.
TEST_F(TemplatesTest, HoldsForEveryMethodAndRate) {
  WritePages();
  const std::vector<std::string> methods = {"fingerprints", "fingerprints:rate=fine",
                                            "fingerprints:window=64", "chunks:average=128"};
  const std::string id = Find().families.at(0).id;
  for (const std::string& method : methods) {
    const TemplateSink before = Find(true, method);
    ASSERT_EQ(before.families.size(), 1u) << method;
    ASSERT_EQ(before.families[0].files.size(), 11u) << method;
  }
  TemplateOptions options;
  options.family = id;
  const TemplateInfo info = Add(options).effect.info;
  EXPECT_NEAR(static_cast<double>(info.text), 4000, 40);
  for (const std::string& method : methods) {
    const TemplateSink after = Find(true, method);
    EXPECT_EQ(after.summary.templates, 1u) << method;
    ASSERT_EQ(after.families.size(), 1u) << method;
    EXPECT_EQ(after.families[0].files.size(), 2u) << method;
    EXPECT_EQ(Find(false, method).families.at(0).files.size(), 11u) << method;
  }
}

// What lies between two marks of the frame and differs from page to page is not kept.
TEST_F(TemplatesTest, KeepsTheTextOfTheFrameOnly) {
  WritePages(true);
  TemplateOptions options;
  options.family = Find().families.at(0).id;
  Add(options);
  const auto stored = index::ReadTemplates(base::PosixFileSystem(), tree_.index());
  ASSERT_EQ(stored.size(), 1u);
  const std::string frame = RandomText(4000, 1);
  std::size_t size = 0;
  for (const std::string& piece : stored[0].pieces) {
    EXPECT_NE(frame.find(piece), std::string::npos) << piece;
    size += piece.size();
  }
  EXPECT_GT(size, 3800u);
}

TEST_F(TemplatesTest, SuggestionsCanBeAddedTogether) {
  WritePages();
  for (unsigned i = 0; i < 6; ++i)
    tree_.Write("letters/l" + std::to_string(i), RandomText(3000, 2) + RandomText(4000, 800 + i));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  ASSERT_EQ(Find().families.size(), 2u);
  SuggestOptions options;
  options.find = OptionsFor();
  options.apply = true;
  std::vector<TemplateEffect> effects;
  auto sink = Receive(Into(&effects));
  SilentObserver observer;
  Index(tree_.index()).SuggestTemplates(options, sink, observer);
  ASSERT_GE(effects.size(), 2u);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    EXPECT_TRUE(effects[i].stored);
    const std::uint64_t before = i == 0 ? effects[0].pairs_before : effects[i - 1].pairs_after;
    EXPECT_EQ(effects[i].pairs_before, before) << "on top of those before";
  }
  const TemplateSink after = Find();
  EXPECT_EQ(after.summary.templates, effects.size());
  EXPECT_EQ(after.summary.pairs, effects.back().pairs_after);
  ASSERT_EQ(after.families.size(), 1u);
  EXPECT_EQ(after.families[0].files.size(), 2u) << "the two versions of a page";
}

TEST_F(TemplatesTest, MistakesAreToldAndChangeNothing) {
  WritePages();
  TemplateOptions file;
  file.file = tree_.Path("pages/p1.html");
  EXPECT_THAT(ErrorOf(file), HasSubstr("no index"));
  const std::string id = Find().families[0].id;
  Add(file);
  EXPECT_THAT(ErrorOf(file), HasSubstr("'frame' already"));
  TemplateOptions options;
  options.name = "other";
  EXPECT_THAT(ErrorOf(options), HasSubstr("nothing to make"));
  options.family = "00000000";
  EXPECT_THAT(ErrorOf(options), HasSubstr("no family 00000000"));
  options.file = file.file;
  EXPECT_THAT(ErrorOf(options), HasSubstr("one thing only"));
  options = {};
  options.name = "a/b";
  options.file = file.file;
  EXPECT_THAT(ErrorOf(options), HasSubstr("a/b"));
  options.name = "gone";
  options.file = tree_.Path("gone");
  EXPECT_THAT(ErrorOf(options), HasSubstr("cannot open"));
  EXPECT_THROW(Index(tree_.index()).RemoveTemplate("none"), Error);
  TemplateSink sink;
  EXPECT_THROW(Index(tree_.index()).ShowTemplate("none", sink), Error);
  Index(tree_.index()).ListTemplates(sink);
  ASSERT_EQ(sink.templates.size(), 1u);
  EXPECT_EQ(sink.templates[0].name, "frame");
  EXPECT_TRUE(Check().problems.empty());
}

// The marks of files that are gone stay in their segment until that is merged.
TEST_F(TemplatesTest, MarksOfFilesThatAreGoneAreNotCounted) {
  WritePages();
  Find();
  TemplateOptions file;
  file.file = tree_.Path("pages/p1.html");
  Add(file);
  const auto listed = [&] {
    TemplateSink sink;
    Index(tree_.index()).ListTemplates(sink);
    return sink.templates.at(0);
  };
  const TemplateInfo before = listed();
  tree_.Remove("pages/p2.html");
  tree_.Remove("pages/p3.html");
  Find();
  const TemplateInfo after = listed();
  EXPECT_EQ(after.files, before.files - 2);
  EXPECT_LT(after.marks, before.marks);
}

TEST_F(TemplatesTest, DamageIsToldAndCanBePassedOver) {
  WritePages();
  Find();
  TemplateOptions file;
  file.file = tree_.Path("pages/p1.html");
  Add(file);
  std::string name;
  for (const auto& found : std::filesystem::directory_iterator(tree_.index())) {
    if (found.path().filename().string().starts_with("templates-")) name = found.path().filename().string();
  }
  tree_.Write("../index/" + name, "nonsense");
  EXPECT_THROW(Find(), Error);
  EXPECT_EQ(Find(false).families.size(), 1u);
  EXPECT_EQ(Check().problems.size(), 1u);
}

TEST_F(TemplatesTest, SuggestionsNameTheFrameAndNotTheVersions) {
  WritePages();
  for (unsigned i = 0; i < 6; ++i)
    tree_.Write("versions/v" + std::to_string(i) + ".txt", RandomText(9000, 900) + RandomText(300, 910 + i));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  Find();
  SuggestOptions options;
  options.find = OptionsFor();
  TemplateSink sink;
  SilentObserver observer;
  Index(tree_.index()).SuggestTemplates(options, sink, observer);
  ASSERT_GE(sink.suggestions.size(), 1u);
  const TemplateSuggestion& first = sink.suggestions[0];
  EXPECT_GE(first.having, 10u);
  EXPECT_NEAR(first.part, 4.0 / 7, 0.15);
  EXPECT_LT(first.offset, 300u);
  EXPECT_GT(first.length, 3000u);
  EXPECT_EQ(first.text, Page(0).substr(first.offset, first.text.size())) << "the text of the frame";
  EXPECT_THAT(first.command, HasSubstr("kindred template add --name "));
  Add({.name = "seen", .family = "", .file = "", .spans = {{first.example, first.offset, first.length}}});
  TemplateSink shown;
  Index(tree_.index()).ShowTemplate("seen", shown);
  ASSERT_EQ(shown.suggestions.size(), 1u);
  EXPECT_GT(shown.suggestions[0].length, 3000u);
}

}  // namespace
}  // namespace kindred::jobs
