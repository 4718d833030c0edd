// Hostile names: whatever files are called, the page has the same tags. The bytes of a page are in
// tests/golden; tests/cli/html_is_safe.sh checks its policy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>
#include <sstream>

#include "kindred/report.h"
#include "report/html/html_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// A report in which every text that comes from outside is `name`.
std::string Page(const std::string& name) {
  std::ostringstream stream;
  auto report = MakeReport("html",
                           {.command_line = name,
                            .title_of = [&](const std::string&) { return name; },
                            .directory = "/home/" + name},
                           stream);
  Summary summary;
  summary.version = name;
  summary.roots = {name};
  summary.method = {name, 1, {{name, name}}};
  summary.measure = name;
  summary.filter = name;
  summary.filter_command = name;
  summary.skip_counts = {{name, 1, true}};
  report->On(summary);
  report->On(IdenticalSet{.size = 1, .digest = name, .files = {name, name}});
  Family family;
  family.id = name;
  family.files = {{name, 10, 1}, {name, 20, 1}};
  family.links = {{0, 1, 1, 0.1, 1, 10, 1}};
  report->On(family);
  report->On(Group{name, 1, {{name, 1, 1, 1, 1}}});
  report->On(FilePair{.a = name, .b = name});
  report->On(Skip{name, name, name, true});
  report->On(Match{.query = name, .path = name, .digest = name});
  report->End();
  return stream.str();
}

// The tags of the body, in order, without digits: a picture is as wide as its labels. And without the URLs of
// files, which must be plain.
std::string TagsOf(std::string page) {
  std::string tags;
  for (std::size_t at = 0; (at = page.find("href=\"file:", at)) != std::string::npos;) {
    const std::size_t end = page.find('"', at + 6);
    const std::string url = page.substr(at + 6, end - at - 6);
    EXPECT_TRUE(std::ranges::all_of(url, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) ||
             std::string_view(":/%-._~").find(c) != std::string::npos;
    })) << url;
    page.erase(at, end - at);
  }
  bool inside = false;
  for (char c : page.substr(page.find("<body>"))) {
    if (c == '<') inside = true;
    if (inside && c != '.' && (c < '0' || c > '9')) tags += c;
    if (c == '>') inside = false;
  }
  return tags;
}

TEST(Html, NamesNeverBecomeTags) {
  const std::string plain = TagsOf(Page("plain"));
  for (const char* name : {"<script>alert(1)</script>",
                           "\"><img src=x onerror=alert(1)>",
                           "' onclick='x",
                           "]]>",
                           "-->",
                           "<!--",
                           "</table></details>",
                           "</title><script>",
                           "&lt;script&gt;",
                           "a\nb\r\tc",
                           "\xff\xfe<\x80>",
                           "{{x}}",
                           "\xe2\x80\xae"
                           "cod.exe",
                           "\xef\xbf\xbf",
                           "=1+1",
                           "javascript:alert(1)",
                           "\x1b[31m",
                           "<",
                           ">",
                           "\""}) {
    EXPECT_TRUE(TagsOf(Page(name)) == plain) << name;
  }
}

TEST(Html, RandomBytesNeverBecomeTags) {
  const std::string plain = TagsOf(Page("plain"));
  std::mt19937 random(7);
  const std::string often = "<>\"'&/=-! \n\\;x\xe2\x80\xae\xff";
  for (int round = 0; round < 300; ++round) {
    std::string name(1 + random() % 40, 'x');
    for (char& c : name) c = random() % 2 ? often[random() % often.size()] : static_cast<char>(random());
    const std::string page = Page(name);
    ASSERT_TRUE(TagsOf(page) == plain) << EscapedName(name);
    // Nothing that a reader would not see, or would see in another order.
    ASSERT_THAT(page, Not(HasSubstr("\xe2\x80\xae")));
    ASSERT_THAT(page, Not(HasSubstr("\xff")));
  }
}

TEST(Html, ThePageTellsWhatEscapesHide) {
  const std::string page = Page("a\xe2\x80\xae\xff\\b");
  EXPECT_THAT(page, HasSubstr("a\\u202e\\udcff\\\\b"));
}

TEST(Html, ShortNamesAreTheEndOfAPath) {
  EXPECT_EQ(ShortName("/u1/a.c", 10), "a.c");
  EXPECT_EQ(ShortName("a.c", 10), "a.c");
  EXPECT_EQ(ShortName("/", 10), "/");
  EXPECT_EQ(ShortName("", 10), "");
  EXPECT_EQ(ShortName("/u1/<abcdef", 3), "<ab\u2026");
}

TEST(Html, EscapedNamesCanBeReadBack) {
  EXPECT_EQ(EscapedName("a\\b"), "a\\\\b");
  EXPECT_EQ(EscapedName("\\udcff"), "\\\\udcff");
  EXPECT_EQ(EscapedName("\xff"), "\\udcff");
  EXPECT_EQ(EscapedName("\n"), "\\u000a");
  EXPECT_EQ(EscapedName("\xe2\x82\xac"), "\xe2\x82\xac");
}

}  // namespace
}  // namespace kindred::report
