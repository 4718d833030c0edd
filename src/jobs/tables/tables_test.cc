// Tables: a document in memory is marked as a file with the same bytes is, and what is exported is all that a
// match needs: it is matched here by the plainest means and compared with find.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>
#include <tuple>

#include "kindred/kindred.h"
#include "kindred/report.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::jobs {
namespace {

using namespace testing_support;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class TableSink : public RecordingSink {
 public:
  bool On(const Record& record) override {
    return Receive(Into(&summary), Into(&documents), Into(&contents), Into(&names), Into(&crowds),
                   Into(&marks), [this](const Record& other) { return RecordingSink::On(other); })
        .On(record);
  }
  TableSummary summary;
  std::vector<MarkedDocument> documents;
  std::vector<TableContent> contents;
  std::vector<TableFile> names;
  std::vector<TableCrowd> crowds;
  std::vector<TableMark> marks;
};

using MarkRow = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;
MarkRow RowOf(const TableMark& mark) { return {mark.key, mark.level, mark.count, mark.weight}; }

class TablesTest : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& bytes) {
    tree_.Write(name, bytes);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // files just written are read twice
  }

  FindOptions OptionsFor(const std::string& method = "fingerprints") const {
    FindOptions options;
    options.scan.walk.roots = {tree_.root()};
    options.scan.methods = {method};
    options.estimate = true;
    options.pairs = true;
    return options;
  }
  TableSink Export(const FindOptions& options) {
    TableSink sink;
    Index(tree_.index()).ExportTables({.find = options}, sink, observer_);
    return sink;
  }
  RecordingSink Find(const FindOptions& options) {
    RecordingSink sink;
    Index(tree_.index()).Find(options, sink, observer_);
    return sink;
  }
  TableSink Mark(const std::vector<std::string>& documents, const std::string& method, unsigned threads = 1) {
    const std::vector<std::string_view> views(documents.begin(), documents.end());
    TableSink sink;
    MarkDocuments(views, {.method = method, .first = 0, .run = {.threads = threads}}, sink, observer_);
    return sink;
  }

  TempTree tree_;
  SilentObserver observer_;
};

std::string AsUtf16(const std::string& text) {
  std::string wide = "\xff\xfe";
  for (char c : text) wide += {c, '\0'};
  return wide;
}

TEST_F(TablesTest, ADocumentIsMarkedAsAFileOfTheSameBytes) {
  const std::vector<std::string> documents = {RandomText(90, 1),
                                              RandomText(500, 2),
                                              RandomText(5000, 3) + RandomText(5000, 3),
                                              RandomText(70000, 4),
                                              AsUtf16(RandomText(3000, 5)),
                                              std::string(3000, '\0') + "\x01\x02\xff" + RandomText(2000, 6)};
  for (std::size_t i = 0; i < documents.size(); ++i) Write("f" + std::to_string(i), documents[i]);
  for (const std::string method : {"fingerprints", "chunks", "anchors", "fingerprints:ignore=space"}) {
    const TableSink marked = Mark(documents, method);
    const TableSink exported = Export(OptionsFor(method));
    ASSERT_THAT(exported.contents, SizeIs(documents.size())) << method;
    for (std::size_t i = 0; i < documents.size(); ++i) {
      MarkedDocument document = marked.documents[i];
      const TableContent& content = exported.contents[i];
      // Levels that no content of the index was marked at are left out there.
      ASSERT_LE(content.weights.size(), document.weights.size());
      document.weights.resize(content.weights.size());
      EXPECT_EQ(std::tie(document.size, document.digest, document.text, document.type, document.level,
                         document.weights, document.compared),
                std::tie(content.size, content.digest, content.text, content.type, content.level,
                         content.weights, content.compared))
          << method << i;
      std::vector<MarkRow> rows, stored;
      for (const TableMark& mark : document.marks) rows.push_back(RowOf(mark));
      for (const TableMark& mark : exported.marks) {
        if (mark.content == i) stored.push_back(RowOf(mark));
      }
      EXPECT_EQ(rows, stored) << method << i;
    }
  }
}

TEST_F(TablesTest, MissingDocumentsAreLeftOutAndNumbersStay) {
  const std::string text = RandomText(2000, 1);
  const std::vector<std::string_view> views = {text, std::string_view(), "", text};
  TableSink sink;
  MarkDocuments(views, {.first = 10}, sink, observer_);
  ASSERT_THAT(sink.documents, SizeIs(3));
  EXPECT_EQ(sink.documents[1].document, 12);
  EXPECT_THAT(sink.documents[1].marks, IsEmpty());
  EXPECT_EQ(sink.documents[2].document, 13);
  EXPECT_EQ(sink.documents[2].marks.front().content, 13);
  EXPECT_EQ(sink.documents[0].digest, sink.documents[2].digest);
}

TEST_F(TablesTest, ThreadsDoNotChangeMarks) {
  std::vector<std::string> documents;
  for (unsigned i = 0; i < 1500; ++i) documents.push_back(RandomText(50 + i, i));
  const TableSink one = Mark(documents, "fingerprints", 1), many = Mark(documents, "fingerprints", 4);
  ASSERT_THAT(many.documents, SizeIs(documents.size()));
  for (std::size_t i = 0; i < documents.size(); ++i) {
    EXPECT_EQ(one.documents[i].digest, many.documents[i].digest);
    EXPECT_EQ(one.documents[i].marks.size(), many.documents[i].marks.size());
  }
}

TEST_F(TablesTest, AnUnknownMethodIsRefused) {
  try {
    Mark({"x"}, "nothing");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  }
}

TEST_F(TablesTest, WeightsAreThoseOfTheMarks) {
  for (unsigned i = 0; i < 8; ++i)
    Write("f" + std::to_string(i), RandomText(300 << i, 1) + RandomText(400, i));
  const TableSink tables = Export(OptionsFor());
  for (const TableContent& content : tables.contents) {
    for (std::size_t i = 0; i < content.weights.size(); ++i) {
      std::uint64_t weight = 0;
      for (const TableMark& mark : tables.marks) {
        if (mark.content == content.content && mark.level >= content.level + i) weight += mark.weight;
      }
      EXPECT_EQ(content.weights[i], weight) << content.path << " at level " << content.level + i;
    }
  }
}

// Distinct keys that each two contents share, by brute force.
std::map<std::pair<std::string, std::string>, std::uint64_t> SharedKeys(const TableSink& tables) {
  std::map<std::uint64_t, std::set<std::uint64_t>> contents_of;
  for (const TableMark& mark : tables.marks) {
    if (!mark.templated) contents_of[mark.key].insert(mark.content);
  }
  std::map<std::pair<std::string, std::string>, std::uint64_t> shared;
  for (const auto& [key, contents] : contents_of) {
    for (auto a = contents.begin(); a != contents.end(); ++a) {
      for (auto b = std::next(a); b != contents.end(); ++b)
        ++shared[{tables.contents[*a].path, tables.contents[*b].path}];
    }
  }
  return shared;
}

TEST_F(TablesTest, PairsShareWhatTheTablesSay) {
  for (unsigned i = 0; i < 6; ++i)
    Write("f" + std::to_string(i), RandomText(4000, 1).substr(i * 300) + RandomText(2000 * i, 50 + i));
  const TableSink tables = Export(OptionsFor());
  const RecordingSink found = Find(OptionsFor());
  const auto shared = SharedKeys(tables);
  EXPECT_THAT(found.pairs, SizeIs(15));
  for (const auto& [names, pair] : found.pairs) EXPECT_EQ(pair.shared_marks, shared.at(names)) << names.first;
}

TEST_F(TablesTest, CopiesAreNamesOfOneContent) {
  const std::string text = RandomText(3000, 1);
  Write("a", text);
  Write("b/c.txt", text);
  Write("d.md", RandomText(3000, 2));
  const TableSink tables = Export(OptionsFor());
  ASSERT_THAT(tables.contents, SizeIs(2));
  EXPECT_EQ(tables.contents[0].path, tree_.Path("a"));
  EXPECT_EQ(tables.contents[0].files, 2);
  EXPECT_EQ(tables.contents[1].suffix, "md");
  ASSERT_THAT(tables.names, SizeIs(3));
  EXPECT_EQ(tables.names[1].path, tree_.Path("b/c.txt"));
  EXPECT_EQ(tables.names[1].content, 0);
  EXPECT_EQ(tables.names[1].kind, "file");
  EXPECT_EQ(tables.summary.files, 3);
  EXPECT_EQ(tables.summary.min_shared, 3);
}

TEST_F(TablesTest, KeysOfTemplatesAreFlaggedAndWeighNothing) {
  const std::string frame = RandomText(2000, 9);
  for (unsigned i = 0; i < 3; ++i) Write("p" + std::to_string(i), frame + RandomText(2000, i));
  Find(OptionsFor());
  tree_.Write("../frame", frame);
  RecordingSink ignored;
  TemplateOptions add;
  add.name = "frame";
  add.file = tree_.Path("../frame");
  add.find = OptionsFor();
  add.find.rescan = false;
  Index(tree_.index()).AddTemplate(add, ignored, observer_);
  const TableSink tables = Export(OptionsFor());
  EXPECT_EQ(tables.summary.templates, 1);
  std::uint64_t flagged = 0, rest = 0;
  for (const TableMark& mark : tables.marks) (mark.templated ? flagged : rest) += mark.weight;
  EXPECT_GT(flagged, 60);
  std::uint64_t weighed = 0;
  for (const TableContent& content : tables.contents) {
    weighed += content.weights[0];
    EXPECT_LT(content.payload, 2800);
    EXPECT_EQ(content.size, 4000);
  }
  EXPECT_EQ(weighed, rest);
}

TEST_F(TablesTest, WhatIsLinkedInSpiteOfTheCapIsThere) {
  // Versions of one text, of which each key is in most: all above the cap.
  const std::string text = RandomText(6000, 1);
  for (unsigned i = 0; i < 40; ++i)
    Write("v" + std::to_string(i), text.substr(0, 5000 + 20 * i) + RandomText(100, 60 + i));
  FindOptions options = OptionsFor();
  options.match.max_degree = 8;
  const TableSink tables = Export(options);
  const RecordingSink found = Find(options);
  EXPECT_EQ(tables.summary.degree_cap, 8);
  EXPECT_EQ(tables.summary.max_degree, 8);
  EXPECT_EQ(tables.summary.degree_cap, found.summary.degree_cap);
  EXPECT_EQ(tables.summary.capped_keys, found.summary.capped_keys);
  EXPECT_THAT(tables.crowds, testing::Not(IsEmpty()));
  std::set<std::pair<std::string, std::string>> linked;
  for (const TableCrowd& crowd : tables.crowds)
    linked.insert({tables.contents[crowd.a].path, tables.contents[crowd.b].path});
  // All pairs of find are crowds here, since no key is rare enough to propose any.
  for (const auto& [names, pair] : found.pairs) EXPECT_TRUE(linked.contains(names)) << names.first;
  EXPECT_TRUE(
      std::ranges::any_of(tables.contents, [](const TableContent& c) { return c.family != c.content; }));
}

TEST_F(TablesTest, NoRootsAreAllOfTheIndexAsItIs) {
  Write("a", RandomText(2000, 1));
  Find(OptionsFor());
  tree_.Remove("a");
  FindOptions options;
  options.rescan = false;
  const TableSink tables = Export(options);
  ASSERT_THAT(tables.contents, SizeIs(1));
  EXPECT_EQ(tables.contents[0].path, tree_.Path("a"));
}

TEST_F(TablesTest, RowsAreRecords) {
  EXPECT_EQ(
      JsonLines(TableMark{.content = 1, .key = ~std::uint64_t{0}, .level = 2, .count = 3, .weight = 4}),
      "{\"type\":\"mark\",\"content\":1,\"key\":\"ffffffffffffffff\",\"level\":2,\"count\":3,\"weight\":4,"
      "\"templated\":false}\n");
  MarkedDocument document;
  document.weights = {3, 1};
  document.marks = {{.key = 5}, {.key = 6}};
  const std::string lines = JsonLines(document);
  EXPECT_THAT(lines, testing::HasSubstr("\"weights\":[3,1]"));
  EXPECT_EQ(std::ranges::count(lines, '\n'), 3);  // its marks are separate lines
}

TEST_F(TablesTest, ACallThatIsAskedToStopSaysSo) {
  class Stopping : public Observer {
   public:
    bool StopRequested() override { return true; }
  } stopping;
  const std::vector<std::string_view> documents = {"x"};
  TableSink sink;
  EXPECT_THROW(MarkDocuments(documents, {}, sink, stopping), Error);
  EXPECT_THAT(sink.documents, IsEmpty());
}

}  // namespace
}  // namespace kindred::jobs
