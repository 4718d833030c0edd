// Names as links: any bytes, and nothing but plain characters in the URL.
#include "report/html/file_link.h"

#include <gtest/gtest.h>

namespace kindred::report {
namespace {

TEST(FileUrl, EncodesEveryByteThatIsNotPlain) {
  EXPECT_EQ(FileUrl("/srv/a b.txt", ""), "file:///srv/a%20b.txt");
  EXPECT_EQ(FileUrl("/\"><script>", ""), "file:///%22%3E%3Cscript%3E");
  EXPECT_EQ(FileUrl("/\xff\n%?#&;", ""), "file:///%FF%0A%25%3F%23%26%3B");
  std::string all = "/";
  for (int byte = 1; byte < 256; ++byte) all += byte == '/' ? 'x' : static_cast<char>(byte);
  for (const char c : FileUrl(all, "").substr(7)) {
    EXPECT_TRUE(c == '%' || c == '/' || c == '-' || c == '.' || c == '_' || c == '~' || std::isalnum(c)) << c;
  }
}

TEST(FileUrl, OfRelativePathsAndParts) {
  EXPECT_EQ(FileUrl("a/b", "/home/x y"), "file:///home/x%20y/a/b");
  EXPECT_EQ(FileUrl("./a", "/"), "file:///a");
  EXPECT_EQ(FileUrl("javascript:alert(1)", "/h"), "file:///h/javascript%3Aalert%281%29");
  EXPECT_EQ(FileUrl("a/b", ""), "");
  EXPECT_EQ(FileUrl("-", "/home"), "");
  EXPECT_EQ(FileUrl("", "/home"), "");
  EXPECT_EQ(FileUrl("/d/a.zip//docs/b.txt", ""), "file:///d/a.zip");
}

TEST(LinkedName, IsTheEscapedNameInALink) {
  EXPECT_EQ(LinkedName("/<a>", ""), "<a href=\"file:///%3Ca%3E\">/&lt;a&gt;</a>");
  EXPECT_EQ(LinkedName("<a>", ""), "&lt;a&gt;");
}

TEST(LinkedName, OfALongOneTheMiddleIsASign) {
  const std::string name = LinkedName(std::string(500, 'x') + "<.txt", "");
  EXPECT_EQ(name, "<span title=\"" + std::string(500, 'x') + "&lt;.txt\">" + std::string(53, 'x') +
                      "<span class=\"cut\">" + std::string(346, 'x') + "</span>" + std::string(101, 'x') +
                      "&lt;.txt</span>");
}

}  // namespace
}  // namespace kindred::report
