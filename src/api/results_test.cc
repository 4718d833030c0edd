// Results as values have every record that the same call pushes into a sink, in the same order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "api/collected.h"
#include "kindred/kindred.h"
#include "kindred/report.h"
#include "tests/temp_tree.h"

namespace kindred::api {
namespace {

using testing_support::RandomText;
using testing_support::TempTree;

// What a call pushes, as lines of JSON.
class Lines : public ResultSink {
 public:
  bool On(const Record& record) override {
    lines.push_back(JsonLines(record));
    return true;
  }
  std::vector<std::string> lines;
};

// The members of a result, one after the other.
template <typename Result>
std::vector<std::string> LinesOf(Result result) {
  std::vector<std::string> lines;
  const auto add = [&](const auto& member) {
    if constexpr (requires { member.begin(); }) {
      for (const auto& record : member) lines.push_back(JsonLines(record));
    } else if constexpr (requires { member.has_value(); }) {
      if (member) lines.push_back(JsonLines(*member));
    } else {
      lines.push_back(JsonLines(member));
    }
  };
  std::apply([&](const auto&... members) { (add(members), ...); }, MembersOf(result));
  return lines;
}

class ResultsTest : public testing::Test {
 protected:
  ResultsTest() {
    const std::string text = RandomText(20000, 1);
    tree_.Write("a/one", text);
    tree_.Write("a/copy", text);
    tree_.Write("a/short", RandomText(900, 4));
    tree_.Write("b/one", text + RandomText(3000, 2));
    tree_.Write("b/short", RandomText(900, 4));
    std::filesystem::create_symlink("/nowhere", tree_.Path("a/broken"));
  }

  // Compares both forms of a call, and the types of records with those that must be there.
  template <typename Result>
  void Compare(const Result& result, const Lines& pushed, const std::set<std::string>& types) {
    EXPECT_EQ(LinesOf(result), pushed.lines);
    std::set<std::string> found;
    for (const std::string& line : pushed.lines) found.insert(line.substr(9, line.find('"', 9) - 9));
    EXPECT_THAT(found, testing::IsSupersetOf(types));
  }

  TempTree tree_;
  Lines lines_;
  Index index_{tree_.index()};
};

TEST_F(ResultsTest, OfFind) {
  FindOptions options;
  options.scan.walk.roots = {tree_.root()};
  options.pairs = options.directories = options.sections.folders = true;
  index_.Find(options);  // files that were just written are read twice
  index_.Find(options, lines_, Unobserved());
  Compare(index_.Find(options), lines_, {"summary", "identical", "family", "group", "pair", "skip"});
}

TEST_F(ResultsTest, OfQuery) {
  FindOptions scan;
  scan.scan.walk.roots = {tree_.root()};
  index_.Find(scan);
  index_.Query(tree_.Path("a/one"), {}, lines_, Unobserved());
  Compare(index_.Query(tree_.Path("a/one")), lines_, {"query", "match"});
  EXPECT_EQ(LinesOf(Snapshot::Open(tree_.index()).Query(tree_.Path("a/one"))), lines_.lines);
}

TEST_F(ResultsTest, OfCompareAndSpans) {
  index_.Compare(tree_.Path("a"), tree_.Path("b"), {});
  index_.Compare(tree_.Path("a"), tree_.Path("b"), {}, lines_, Unobserved());
  Compare(index_.Compare(tree_.Path("a"), tree_.Path("b")), lines_, {"compared", "compare"});
  SpanOptions options;
  options.scan.walk.roots = {tree_.root()};
  Lines spans;
  index_.Spans(options, spans, Unobserved());
  Compare(index_.Spans(options), spans, {"spans", "span"});
}

}  // namespace
}  // namespace kindred::api
