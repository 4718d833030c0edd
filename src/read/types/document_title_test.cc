// Titles as documents are really written, and malformed ones.
#include "read/types/document_title.h"

#include <gtest/gtest.h>

namespace kindred::read {
namespace {

TEST(DocumentTitle, OfHtml) {
  EXPECT_EQ(TitleIn("<html><head><TITLE>A &amp; B\n  &#8211; &lt;c&gt;</Title>", "a.html"), "A & B – <c>");
  EXPECT_EQ(TitleIn("<title lang=en>x</title><h1>y</h1>", "a.HTM"), "x");
  EXPECT_EQ(TitleIn("<titles>no</titles><title> </title><h1 id=\"a\">The <em>first</em></h1>", "a.xhtml"),
            "The first");
  EXPECT_EQ(TitleIn("<title>never ends", "a.html"), "");
  EXPECT_EQ(TitleIn("<title", "a.html"), "");
  EXPECT_EQ(TitleIn("<title>a & b &nosuch; &#x110000; &#</title>", "a.html"), "a & b &nosuch; &#x110000; &#");
  EXPECT_EQ(TitleIn("", "a.html"), "");
}

TEST(DocumentTitle, OfMarkdown) {
  EXPECT_EQ(TitleIn("text\n\n# The Title #\r\nmore\n# second", "a.md"), "The Title");
  EXPECT_EQ(TitleIn("=====\nOver it\n=====\n", "a.rst"), "Over it");
  EXPECT_EQ(TitleIn("Below it\n===\n", "A.MD"), "Below it");
  EXPECT_EQ(TitleIn("#!/bin/sh\n#no title\n## second level\n", "a.md"), "");
}

TEST(DocumentTitle, IsShortAndWhole) {
  const std::string title = TitleIn("# " + std::string(149, 'x') + "\xC3\xA4\xC3\xA4", "a.md");
  EXPECT_EQ(title, std::string(149, 'x') + "\xC3\xA4");
  EXPECT_EQ(TitleIn("# \xff bytes", "a.md"), "\xff bytes");
}

TEST(DocumentTitle, OfOtherFilesThereIsNone) {
  EXPECT_FALSE(MayHaveTitle("a.txt"));
  EXPECT_FALSE(MayHaveTitle("html"));
  EXPECT_TRUE(MayHaveTitle("dir.d/a.html"));
  EXPECT_EQ(TitleIn("<title>x</title>", "a.txt"), "");
}

}  // namespace
}  // namespace kindred::read
