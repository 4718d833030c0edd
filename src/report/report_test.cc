// What all formats promise: known names, honest failures, and limits that are reported. The bytes themselves
// are in tests/golden.
#include "kindred/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "kindred/error.h"

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Summary SmallSummary() {
  Summary summary;
  summary.version = "1";
  summary.roots = {"/r"};
  summary.method = {"fingerprints", 1, {{"window", "50"}}};
  summary.files = 9;
  summary.contents = 8;
  summary.minimum = 0.25;
  summary.measure = "containment";
  return summary;
}

template <typename Push>
std::string Report(const std::string& format, std::uint64_t limit, Push push) {
  std::ostringstream stream;
  auto report = MakeReport(format, {.limit = limit, .command_line = "find /r"}, stream);
  push(*report);
  report->End();
  return stream.str();
}

TEST(Report, UnknownFormatIsAUsageErrorThatNamesTheKnown) {
  std::ostringstream stream;
  try {
    MakeReport("xml", {}, stream);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_THAT(error.what(), HasSubstr("text, json, csv, xlsx, html, dot"));
  }
}

TEST(Report, EveryFormatTellsWhenTheStreamFailed) {
  for (const std::string& format : ReportFormats()) {
    std::ostringstream stream;
    auto report = MakeReport(format, {}, stream);
    report->On(SmallSummary());
    stream.setstate(std::ios::failbit);
    EXPECT_THROW(report->End(), Error) << format;
  }
}

TEST(Report, JsonSummaryHasTheKeysOfTheContractInOrder) {
  std::string line = Report("json", 0, [](ResultSink& sink) { sink.On(SmallSummary()); });
  auto json = nlohmann::ordered_json::parse(line);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_THAT(keys, testing::ElementsAre("type", "version", "schema", "roots", "method", "files", "contents",
                                         "bytes", "marks", "skips", "capped_keys", "identical_sets", "groups",
                                         "families", "pairs"));
  EXPECT_EQ(json["method"]["parameters"]["window"], "50");
  EXPECT_EQ(json["schema"], 2);
  EXPECT_EQ(json["files"], 9);
}

TEST(Report, TextCutsEachListAndSaysSo) {
  auto push = [](ResultSink& sink) {
    Summary summary = SmallSummary();
    summary.identical_sets = 4;
    summary.groups = 2;
    sink.On(summary);
    for (int i = 0; i < 4; ++i) sink.On(IdenticalSet{.size = 7, .digest = "d", .files = {"/1", "/2", "/3"}});
    for (int i = 0; i < 2; ++i) sink.On(Group{.reference = "/1", .size = 7, .files = {{"/2", 7, 1, 1, 1}}});
  };
  std::string cut = Report("text", 2, push);
  EXPECT_THAT(cut, HasSubstr("2 of 4 sets shown (--limit 0 shows all)"));
  EXPECT_THAT(cut, HasSubstr("2 of 3 files shown (--limit 0 shows all)"));
  EXPECT_THAT(cut, Not(HasSubstr("groups shown")));
  std::string all = Report("text", 0, push);
  EXPECT_THAT(all, Not(HasSubstr(" shown")));
}

TEST(Report, TextSaysWhenThereIsNothing) {
  auto with_files = [](std::uint64_t files) {
    return Report("text", 0, [files](ResultSink& sink) {
      Summary summary = SmallSummary();
      summary.files = files;
      sink.On(summary);
    });
  };
  EXPECT_THAT(with_files(0), HasSubstr("There are no files to compare."));
  EXPECT_THAT(with_files(1), HasSubstr("There is one file only"));
  EXPECT_THAT(with_files(9), HasSubstr("Nothing similar: no two of the 9 files reach 25%."));
}

TEST(Report, TextOnlyWithColorHasEscapes) {
  std::ostringstream colored;
  auto report = MakeReport("text", {.limit = 20, .command_line = "", .color = true}, colored);
  report->On(SmallSummary());
  EXPECT_THAT(colored.str(), HasSubstr("\x1b["));
  EXPECT_THAT(Report("text", 0, [](ResultSink& sink) { sink.On(SmallSummary()); }), Not(HasSubstr("\x1b")));
}

TEST(Report, CsvHasTheSameNumberOfColumnsInEveryRecord) {
  std::string csv = Report("csv", 0, [](ResultSink& sink) {
    sink.On(SmallSummary());
    sink.On(IdenticalSet{.size = 7, .digest = "d", .files = {"/1", "/2"}});
    sink.On(FilePair{.a = "/1", .b = "/2"});
    sink.On(Skip{.path = "/3", .stage = "open", .reason = "permission denied"});
    sink.On(Span{.length = 9, .places = {{"/1"}, {"/2"}}});
    sink.On(FileComparison{.a = "/1", .b = "/2"});
    SpanSummary spans;
    spans.roots = {"/r"};
    sink.On(spans);
    sink.On(CheckResult{.files = 1, .blocks = 2, .problems = {"x"}});
  });
  std::istringstream lines(csv);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), 22) << line;
  }
  EXPECT_EQ(count, 13u);
}

}  // namespace
}  // namespace kindred::report
