// A result that no format has code for reaches every one of them by its description alone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "kindred/fields.h"
#include "kindred/report.h"
#include "kindred/template_values.h"

namespace kindred::report {

struct Toy {
  struct Part {
    std::string path;
    std::uint64_t size = 0;
  };
  std::string path;
  double share = 0;
  bool broken = false;
  std::vector<Part> parts;
};

}  // namespace kindred::report

namespace kindred::inline v0 {

using report::Toy;

template <>
const RecordType& TypeOf<Toy::Part>() {
  using F = FieldsOf<Toy::Part>;
  static const RecordType type = {
      .name = "toy_part",
      .fields = {F::Name<&Toy::Part::path>("path", {.csv = "path_b", .title = "Part"}),
                 F::Bytes<&Toy::Part::size>("size", {.csv = "size_b", .title = "Size"})}};
  return type;
}

template <>
const RecordType& TypeOf<Toy>() {
  using F = FieldsOf<Toy>;
  static const RecordType type = {
      .name = "toy",
      .fields = {F::Name<&Toy::path>("path", {.csv = "path_a", .carried = true, .title = "Toy"}),
                 F::Share<&Toy::share>("share", {.csv = "of_a", .title = "Whole"}),
                 F::Flag<&Toy::broken>("broken", {.when = F::If<&Toy::broken>, .csv = "note"}),
                 F::List<&Toy::parts>("parts", FieldKind::kRecord, {.rows = "toy_part"})}};
  return type;
}

}  // namespace kindred::inline v0

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string ReportOf(const std::string& format, const Toy& toy) {
  std::ostringstream stream;
  auto report = MakeReport(format, {.command_line = "toys"}, stream);
  EXPECT_TRUE(report->On(toy));
  report->End();
  return stream.str();
}

const Toy kBear = {
    "/toys/b\xff"
    "ar",
    0.75,
    true,
    {{"/toys/arm", 10}, {"/toys/leg", 20}}};

TEST(Record, AToyReachesJson) {
  EXPECT_EQ(ReportOf("json", kBear),
            R"({"type":"toy","path":"/toys/b\udcffar","share":0.75,"broken":true,)"
            R"("parts":[{"path":"/toys/arm","size":10},{"path":"/toys/leg","size":20}]})"
            "\n");
  EXPECT_EQ(ReportOf("json", {"/t", 1, false, {}}), R"({"type":"toy","path":"/t","share":1,"parts":[]})"
                                                    "\n");
  EXPECT_EQ(JsonLines(kBear), ReportOf("json", kBear));
}

TEST(Record, AToyReachesCsv) {
  const std::string csv = ReportOf("csv", kBear);
  EXPECT_THAT(csv, HasSubstr("\ntoy,/toys/b\\udcffar,,,,0.75,,,,,,broken=true,,,,,,,,,,,\n"
                             "toy_part,/toys/b\\udcffar,/toys/arm,,10,,,,,,,,,,,,,,,,,,\n"
                             "toy_part,/toys/b\\udcffar,/toys/leg,,20,,,,,,,,,,,,,,,,,,\n"));
}

TEST(Record, AToyReachesHtmlAndText) {
  const std::string html = ReportOf("html", kBear);
  EXPECT_THAT(html, HasSubstr("<section id=\"toy\">"));
  EXPECT_THAT(html, HasSubstr("/toys/b\\udcffar"));
  EXPECT_THAT(html, HasSubstr("75%"));
  EXPECT_THAT(html, HasSubstr("/toys/arm"));
  const std::string text = ReportOf("text", kBear);
  EXPECT_THAT(text, HasSubstr("toy  path=$'/toys/b\\377ar'  share=75%  broken=yes  parts=2\n"));
  EXPECT_THAT(ReportOf("text", {"/t", 1, false, {}}), Not(HasSubstr("broken")));
}

// The workbook is compressed; it has a sheet with rows more than the one of a report without toys.
TEST(Record, AToyReachesXlsx) {
  std::ostringstream empty;
  MakeReport("xlsx", {.command_line = "toys"}, empty)->End();
  EXPECT_GT(ReportOf("xlsx", kBear).size(), empty.str().size() + 300);
}

// A receiver passes on what no function before takes, and may end the run.
TEST(Record, ReceiversTakeWhatTheyNameAndMayStop) {
  std::vector<std::string> names;
  std::uint64_t others = 0;
  auto sink = Receive([&](const Toy& toy) { names.push_back(toy.path); }, [&](const Skip&) { return false; },
                      [&](const Record&) { ++others; });
  EXPECT_TRUE(sink.On(kBear));
  EXPECT_TRUE(sink.On(Family{}));
  EXPECT_FALSE(sink.On(Skip{"/a", "open", "gone"}));
  EXPECT_EQ(names, std::vector<std::string>{kBear.path});
  EXPECT_EQ(others, 1u);
}

// What every description must hold: each key once in a format, CSV columns that exist, shown keys that exist.
template <typename T>
void ExpectSound() {
  const RecordType& type = TypeOf<T>();
  SCOPED_TRACE(std::string(type.name));
  for (FieldFormats format : {kInLines, kInCsv, kInTables}) {
    std::set<std::string_view> keys;
    for (const Field& field : type.fields) {
      if (format == kInCsv && field.kind == FieldKind::kList) continue;  // rows, beside its count
      if (field.In(format)) EXPECT_TRUE(keys.insert(field.key).second) << field.key;
    }
    if (format != kInTables) continue;
    for (const auto& list : {type.shown, type.facts, type.settings}) {
      for (std::string_view key : list) EXPECT_TRUE(keys.contains(key)) << key;
    }
  }
  for (const Field& field : type.fields) {
    if (!field.form.total.empty()) EXPECT_NE(type.Find(field.form.total), nullptr) << field.key;
    EXPECT_TRUE(field.read != nullptr || field.kind == FieldKind::kOrdinal) << field.key;
  }
  std::ostringstream stream;  // a column that does not exist is an Error
  MakeReport("csv", {}, stream)->On(T{});
}

TEST(Record, DescriptionsAreSound) {
  ExpectSound<Summary>();
  ExpectSound<IdenticalSet>();
  ExpectSound<Family>();
  ExpectSound<Group>();
  ExpectSound<FilePair>();
  ExpectSound<DirectoryPair>();
  ExpectSound<InterestingSet>();
  ExpectSound<TreeComparison>();
  ExpectSound<FileRelation>();
  ExpectSound<Skip>();
  ExpectSound<QueryHeader>();
  ExpectSound<Match>();
  ExpectSound<SpanSummary>();
  ExpectSound<FileComparison>();
  ExpectSound<SideBySide>();
  ExpectSound<ScanSummary>();
  ExpectSound<AnchorReport>();
  ExpectSound<TemplateInfo>();
  ExpectSound<TemplateEffect>();
  ExpectSound<TemplateSuggestion>();
  ExpectSound<PoolReport>();
  ExpectSound<IndexStats>();
  ExpectSound<CheckResult>();
  ExpectSound<NearSummary>();
  ExpectSound<NearSet>();
  ExpectSound<NearPair>();
}

}  // namespace
}  // namespace kindred::report
