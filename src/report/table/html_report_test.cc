// What a page shows of a large report: the items that are worth most, and how many there are besides.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "kindred/report.h"
#include "kindred/values.h"

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

class HtmlReportTest : public testing::Test {
 protected:
  void Open(ReportOptions options) { report_ = MakeReport("html", options, stream_); }
  std::string Page() {
    report_->End();
    return stream_.str();
  }
  static IdenticalSet Set(const std::string& name, std::uint64_t size, std::size_t files) {
    IdenticalSet set;
    set.size = size;
    for (std::size_t i = 0; i < files; ++i) set.files.push_back(name + std::to_string(i));
    return set;
  }
  std::ostringstream stream_;
  std::unique_ptr<kindred::Report> report_;
};

std::size_t CountOf(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST_F(HtmlReportTest, TheFirstAreShownAndTheRestIsCounted) {
  Open({.limit = 2});
  Summary summary;
  summary.identical_sets = 5;
  report_->On(summary);
  report_->On(Set("most", 1000, 9));
  for (const char* name : {"second", "third", "little", "none"}) report_->On(Set(name, 10, 2));
  const std::string page = Page();
  EXPECT_LT(page.find("most0"), page.find("second0"));
  EXPECT_THAT(page, Not(HasSubstr("third0")));
  EXPECT_THAT(page, HasSubstr("3 more identical sets: use kindred review, or --limit 0 for all"));
  EXPECT_THAT(page, HasSubstr("2 of 9 files shown")) << "an item is cut, too";
  EXPECT_THAT(page, HasSubstr("Identical files<b>5</b>")) << "all are counted";
}

// They come by their names.
TEST_F(HtmlReportTest, OfPairsThoseThatShareMost) {
  Open({.limit = 2});
  for (const auto& [name, bytes] :
       {std::pair{"/a", 10}, {"/b", 3000}, {"/c", 20}, {"/d", 3000}, {"/e", 4000}})
    report_->On(FilePair{.a = name, .b = "/z", .shared_bytes = static_cast<std::uint64_t>(bytes)});
  const std::string page = Page();
  EXPECT_LT(page.find(">/e<"), page.find(">/b<"));
  for (const char* cut : {">/a<", ">/c<", ">/d<"}) EXPECT_THAT(page, Not(HasSubstr(cut)));
  EXPECT_THAT(page, HasSubstr("3 more pairs"));
}

TEST_F(HtmlReportTest, OfAComparisonWhatDiffers) {
  Open({.limit = 1});
  report_->On(FileRelation{.relation = Relation::kIdentical, .a = "/same", .b = "/same", .size_a = 9000});
  report_->On(FileRelation{.relation = Relation::kOnlyA, .a = "/new", .size_a = 1});
  const std::string page = Page();
  EXPECT_THAT(page, HasSubstr(">/new<"));
  EXPECT_THAT(page, Not(HasSubstr(">/same<")));
}

TEST_F(HtmlReportTest, WithoutALimitEverythingIsThereAsItCame) {
  Open({.limit = 0});
  for (int i = 0; i < 300; ++i) report_->On(Set("set" + std::to_string(i) + "-", 10, 40));
  const std::string page = Page();
  EXPECT_EQ(CountOf(page, "<details"), 300u);
  EXPECT_EQ(CountOf(page, "set299-39"), 1u);
  EXPECT_LT(page.find("set0-0"), page.find("set1-0"));
}

// A page is short, whatever comes: 100 items with 30 files each, 1,000 rows of plain tables.
TEST_F(HtmlReportTest, ABriefPageHasAnEnd) {
  Open({.brief = true});
  Family family;
  for (std::uint32_t i = 0; i < 200; ++i) {
    family.files.push_back({.path = "/srv/a/name/of/some/length" + std::to_string(i), .size = 1000});
    for (std::uint32_t j = 0; j < i; ++j)
      family.links.push_back({.a = j, .b = i, .of_a = 0.5, .of_b = 0.5, .similarity = 0.5});
  }
  for (int i = 0; i < 300; ++i) {
    family.id = std::to_string(i);
    family.bytes = static_cast<std::uint64_t>(i);
    report_->On(family);
  }
  for (int i = 0; i < 5000; ++i) report_->On(Skip{"skip" + std::to_string(i), "open", "no", true});
  for (int i = 0; i < 5000; ++i) report_->On(FilePair{.a = "a", .b = "b", .shared_bytes = 7});
  const std::string page = Page();
  EXPECT_EQ(CountOf(page, "<details"), 100u);
  EXPECT_THAT(page, HasSubstr("200 more families"));
  EXPECT_THAT(page, HasSubstr("30 of 200 files shown"));
  EXPECT_THAT(page, HasSubstr("30 of 19,900 links shown"));
  EXPECT_THAT(page, HasSubstr("4,000 more skips"));
  EXPECT_THAT(page, HasSubstr("4,000 more pairs"));
  EXPECT_THAT(page, HasSubstr("<table class=\"mx\">"));
  EXPECT_LT(page.size(), 4'000'000u);
}

// Files that are named in a family are those of its links.
TEST_F(HtmlReportTest, ACutFamilyKeepsItsStrongestLinks) {
  Open({.limit = 3});
  Family family;
  family.id = "c";
  for (std::uint32_t i = 0; i < 50; ++i) family.files.push_back({.path = "/f" + std::to_string(i)});
  family.links = {{.a = 40, .b = 45, .of_a = 0.91, .of_b = 0.92, .similarity = 0.92},
                  {.a = 0, .b = 1, .of_a = 0.5, .of_b = 0.5, .similarity = 0.5}};
  report_->On(family);
  const std::string page = Page();
  for (const char* name : {">/f0<", ">/f40<", ">/f45<"}) EXPECT_THAT(page, HasSubstr(name));
  EXPECT_THAT(page, Not(HasSubstr(">/f1<")));
  EXPECT_THAT(page, HasSubstr("92%"));
  EXPECT_THAT(page, HasSubstr("1 of 2 links shown"));
}

TEST_F(HtmlReportTest, EachQueryHasItsFirstMatches) {
  Open({.limit = 2});
  for (int query = 0; query < 3; ++query) {
    const std::string name = "q" + std::to_string(query);
    report_->On(QueryHeader{.query = name, .matches = 4});
    for (int i = 0; i < 4; ++i) report_->On(Match{.query = name, .path = name + "-m" + std::to_string(i)});
  }
  const std::string page = Page();
  for (const char* shown : {"q0-m0", "q0-m1", "q1-m0", "q1-m1"}) EXPECT_THAT(page, HasSubstr(shown));
  for (const char* cut : {"q0-m2", "q1-m2", "q2-m0"}) EXPECT_THAT(page, Not(HasSubstr(cut)));
}

TEST_F(HtmlReportTest, TitlesAreAskedOnceAndNotForEver) {
  std::uint64_t asked = 0;
  Open({.limit = 0, .title_of = [&](const std::string& path) {
          ++asked;
          return path == "/p" ? "Its <title>" : "";
        }});
  for (int i = 0; i < 3; ++i) report_->On(Skip{"/p", "open", "no", true});
  for (int i = 0; i < 5000; ++i) report_->On(Skip{"/" + std::to_string(i), "open", "no", true});
  EXPECT_EQ(CountOf(Page(), "<small>Its &lt;title&gt;</small>"), 3u);
  EXPECT_EQ(asked, 3000u);
}

}  // namespace
}  // namespace kindred::report
