// Documents made by the libraries of Python: their text, in reading order, through a locked worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/types/office/document_text.h"
#include "extract/types/office/package_parts.h"
#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;
using testing_support::RandomText;

class Documents : public testing::Test {
 protected:
  Looked Made(const std::string& name, const std::string& text) {
    files_.Write("text", text);
    files_.Run(KINDRED_SOURCE "/tests/make_document " + name + " <text");
    return files_.Look(pool_, name);
  }

  MadeFiles files_;
  WorkerPool pool_{Programs()};
};

TEST_F(Documents, OfEveryKindGiveTheirText) {
  std::string text = RandomText(5000, 3);
  while (text.ends_with(' ') || text.ends_with('\n')) text.pop_back();
  text += "\n<&> \"Grüße\" 日本語\n";
  std::string lines = text;  // no line ends with a space
  for (std::size_t at = 0; (at = lines.find(" \n", at)) != std::string::npos;) lines.erase(at, 1);
  for (const char* name : {"x.docx", "x.xlsx", "x.pptx", "x.odt", "x.ods", "x.odp", "x.epub"}) {
    const Looked looked = Made(name, lines);
    EXPECT_EQ(NameOf(looked.type), std::string(name).substr(2));
    EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << name << looked.result.reason;
    EXPECT_EQ(looked.result.reason, "") << name;
    ASSERT_THAT(looked.order, ElementsAre("text")) << name;
    EXPECT_EQ(looked.kinds.at("text"), PartKind::kText);
    EXPECT_EQ(looked.parts.at("text"), lines) << name;
  }
}

TEST_F(Documents, HaveTheTitleOfTheirProperties) {
  const std::string title = "Grüße <&> from\ttwo  words";
  for (const char* name : {"x.docx", "x.xlsx", "x.odt", "x.ods", "x.odp", "x.epub", "x.pptx"}) {
    const Looked looked = Made(name, "title:" + title + "\none\ntwo\n");
    const std::string type = std::string(NameOf(looked.type));
    // The book's is its maker's, the slides have no properties; neither is damage.
    const std::string expected = type == "epub" ? "Made" : type == "pptx" ? "" : "Grüße <&> from two  words";
    EXPECT_EQ(files_.Title(pool_, name), expected) << name;
  }
  files_.Write("x.docx", "PK\3\4 nothing else of a document");
  EXPECT_EQ(files_.Title(pool_, "x.docx"), "");
  Made("y.docx", "title:after a damaged one\n");
  EXPECT_EQ(files_.Title(pool_, "y.docx"), "after a damaged one");
}

TEST_F(Documents, HeadersFootersAndNotesComeAfterTheBody) {
  const Looked word = Made("x.docx", "header:the head\nfooter:the foot\none two\ntable:left|right\nthree\n");
  EXPECT_EQ(word.parts.at("text"), "one two\nleft\nright\nthree\nthe head\nthe foot\n");
  const Looked open = Made("x.odt", "header:the head\none\nnote:a note\ntwo\n");
  EXPECT_EQ(open.parts.at("text"), "one\nbefore the note, after the note\ntwo\nthe head\na note\n");
}

TEST_F(Documents, SheetsComeInTheOrderOfTheBook) {
  const Looked book = Made("x.xlsx", "second|3.5\nsecond|4\nsheet:first\nfirst|second\n");
  EXPECT_EQ(book.parts.at("text"), "first\nsecond\nsecond\n3.5\nsecond\n4\n");
}

TEST_F(Documents, InsideAnArchive) {
  Made("x.docx", "one two\n");
  files_.Run("zip -q y.zip x.docx text");
  const Looked looked = files_.Look(pool_, "y.zip");
  EXPECT_THAT(looked.order, ElementsAre("x.docx", "x.docx//text", "text"));
  EXPECT_EQ(looked.parts.at("x.docx//text"), "one two\n");
}

TEST_F(Documents, AnOtherZipThatLooksLikeADocument) {
  files_.Write("[Content_Types].xml", "<Types/>");
  files_.Write("word/x.txt", "text");
  files_.Run("zip -q -0 x.docx '[Content_Types].xml' word/x.txt");
  const Looked looked = files_.Look(pool_, "x.docx");
  EXPECT_EQ(looked.type, ContainerType::kDocx);
  EXPECT_THAT(looked.order, ElementsAre("[Content_Types].xml", "word/x.txt"));
}

TEST_F(Documents, EntitiesAreRefused) {
  std::string laughs = "<?xml version=\"1.0\"?><!DOCTYPE l [<!ENTITY a \"ha\">";
  for (char c = 'b'; c < 'k'; ++c) {
    laughs += std::string("<!ENTITY ") + c + " \"";
    for (int i = 0; i < 10; ++i) laughs += std::string("&") + static_cast<char>(c - 1) + ";";
    laughs += "\">";
  }
  files_.Write("mimetype", "application/vnd.oasis.opendocument.text");
  files_.Write("content.xml", laughs + "]><p>&j;</p>");
  files_.Run("zip -q -0 x.odt mimetype content.xml");
  const Looked looked = files_.Look(pool_, "x.odt");
  EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kRefused);
  EXPECT_THAT(looked.result.reason, HasSubstr("entities"));
}

TEST(DocumentText, TargetsAreResolved) {
  EXPECT_EQ(ResolveTarget("word/", "document.xml"), "word/document.xml");
  EXPECT_EQ(ResolveTarget("word/", "/xl/a.xml"), "xl/a.xml");
  EXPECT_EQ(ResolveTarget("a/b/", "../c%20d.xml#part"), "a/c d.xml");
  EXPECT_EQ(ResolveTarget("", "../../x"), "x");
  EXPECT_EQ(ResolveTarget("", "a%zz"), "a%zz");
}

}  // namespace
}  // namespace kindred::extract
