// Spans and comparisons: what is written in words, and the keys of the contract. The bytes are in
// tests/golden.
#include "report/text/span_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace kindred::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

template <typename Push>
std::string Report(const std::string& format, Push push) {
  std::ostringstream stream;
  auto report = MakeReport(format, {}, stream);
  push(*report);
  report->End();
  return stream.str();
}

FileComparison Two(std::uint64_t size_a, std::uint64_t size_b, std::uint64_t shared) {
  FileComparison comparison;
  comparison.a = "/a";
  comparison.b = "/b";
  comparison.size_a = size_a;
  comparison.size_b = size_b;
  comparison.shared_a = shared;
  comparison.shared_b = shared;
  comparison.of_a = size_a == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(size_a);
  comparison.of_b = size_b == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(size_b);
  comparison.min_length = 256;
  return comparison;
}

TEST(SpanText, PeriodIsTheSmallestDistanceWithinOneFileBelowTheLength) {
  EXPECT_EQ(PeriodOf({.length = 100, .places = {{"/a", 0}, {"/a", 100}}}), 0u);
  EXPECT_EQ(PeriodOf({.length = 100, .places = {{"/a", 0}, {"/a", 99}}}), 99u);
  EXPECT_EQ(PeriodOf({.length = 100, .places = {{"/a", 0}, {"/a", 40}, {"/a", 50}, {"/b", 51}}}), 10u);
  EXPECT_EQ(PeriodOf({.length = 100, .places = {{"/a", 0}, {"/b", 1}}}), 0u);
}

TEST(SpanText, RepetitionIsToldInTheUnitOfTheSpan) {
  auto told = [](bool bits) {
    return Report("text", [bits](ResultSink& sink) {
      SpanSummary summary;
      summary.files = 1;
      summary.spans = 1;
      summary.bits = bits;
      sink.On(summary);
      sink.On(Span{.length = 800, .bits = bits, .places = {{"/a", 0}, {"/a", 1}}});
    });
  };
  EXPECT_THAT(told(false), HasSubstr("800 bytes in 2 places, repeats every 1 byte\n"));
  EXPECT_THAT(told(true), HasSubstr("800 bits in 2 places, repeats every 1 bit\n"));
  EXPECT_THAT(told(true), HasSubstr("offset in bits"));
}

TEST(SpanText, NothingSharedIsSaidPlainly) {
  auto told = [](const FileComparison& comparison) {
    return Report("text", [&](ResultSink& sink) { sink.On(comparison); });
  };
  EXPECT_THAT(told(Two(1000, 2000, 0)), HasSubstr("Nothing shared: no common run of 256 bytes or more."));
  EXPECT_THAT(told(Two(1000, 2000, 100)),
              HasSubstr("No common run of 256 bytes or more; only shorter ones."));
  EXPECT_THAT(told(Two(0, 2000, 0)), HasSubstr("of A     is empty"));
  FileComparison same = Two(100, 100, 100);
  same.identical = true;
  EXPECT_THAT(told(same), HasSubstr("The two files are identical.\nThey are shorter than 256 bytes.\n"));
  FileComparison empty = Two(0, 0, 0);
  empty.identical = true;
  EXPECT_THAT(told(empty), HasSubstr("The two files are identical.\n"));
  EXPECT_THAT(told(empty), Not(HasSubstr("Nothing")));
  EXPECT_THAT(Report("text", [](ResultSink& sink) { sink.On(SpanSummary{}); }),
              HasSubstr("There are no files to search."));
}

TEST(SpanText, AFileComparedWithItselfHasItsSecondPlaceInB) {
  const std::string told = Report("text", [](ResultSink& sink) {
    FileComparison comparison = Two(1000, 1000, 600);
    comparison.b = "/a";
    comparison.spans = 1;
    sink.On(comparison);
    sink.On(Span{.length = 300, .places = {{"/a", 7}, {"/a", 500}}});
  });
  EXPECT_THAT(told, HasSubstr("           300             7                       500\n"));
}

TEST(SpanText, ARunInManyFilesIsFoldedOnlyInTheOrderThatPutsItLast) {
  auto told = [](const std::string& order) {
    return Report("text", [&](ResultSink& sink) {
      SpanSummary summary;
      summary.files = 50;
      summary.spans = 1;
      summary.order = order;
      summary.widespread = 1;
      sink.On(summary);
      Span span = {.length = 800, .places = {{"/a", 0}, {"/b", 1}, {"/c", 2}}};
      span.total_places = 40;
      span.files = kManyFiles + 1;
      sink.On(span);
    });
  };
  EXPECT_THAT(told("rare"), HasSubstr("and 39 other places (--order length lists them)"));
  EXPECT_THAT(told("rare"), Not(HasSubstr("/b")));
  EXPECT_THAT(told("rare"), HasSubstr("In more than 32 files: 1 span"));
  EXPECT_THAT(told("places"), HasSubstr("/c"));
  EXPECT_THAT(told("places"), HasSubstr("most places first"));
  EXPECT_THAT(told("places"), Not(HasSubstr("In more than")));
}

TEST(SpanText, JsonSpanHasTheKeysOfTheContractInOrder) {
  const std::string line = Report("json", [](ResultSink& sink) {
    sink.On(Span{.length = 9, .bits = true, .places = {{"/a", 1, 2}, {"/b", 2, 3}, {"/c", 3, 4}}});
  });
  auto json = nlohmann::ordered_json::parse(line);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_THAT(keys, ElementsAre("type", "a", "a_offset", "b", "b_offset", "length", "unit", "places",
                                "a_copies", "b_copies", "more"));
  EXPECT_EQ(json["unit"], "bit");
  EXPECT_EQ(json["places"], 3);
  EXPECT_EQ(json["more"][0]["offset"], 3);
}

}  // namespace
}  // namespace kindred::report
