// PDFs made by groff and Ghostscript, through a locked worker; skipped where the program was not built.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;
using testing_support::RandomText;

class Pdfs : public testing::Test {
 protected:
  void SetUp() override {
    if (::access(KINDRED_EXTRACT_PROGRAMS "/kindred-extract-pdf", X_OK) != 0)
      GTEST_SKIP() << "built without poppler";
  }
  MadeFiles files_;
  WorkerPool pool_{Programs()};
};

// As words, since lines are filled anew.
std::string Words(std::string text) {
  for (char& c : text) c = c == '\n' ? ' ' : c;
  std::string words;
  for (const char c : text) {
    if (c != ' ' || !words.ends_with(' ')) words += c;
  }
  while (words.ends_with(' ')) words.pop_back();
  return words;
}

TEST_F(Pdfs, TheTitleIsThatOfTheProperties) {
  files_.Write("x.ps",
               "%!\n[ /Title (The \\(first\\) draft) /DOCINFO pdfmark\n/Helvetica 12 selectfont 72 72 moveto "
               "(a) show showpage\n");
  files_.Run("ps2pdf x.ps x.pdf");
  EXPECT_EQ(files_.Title(pool_, "x.pdf"), "The (first) draft");
  files_.Write("x.pdf", "%PDF-1.4\nnothing else");
  EXPECT_EQ(files_.Title(pool_, "x.pdf"), "");
}

TEST_F(Pdfs, TextWithItsPages) {
  const std::string text = RandomText(20000, 5);
  files_.Write("x.ms", ".nh\n.na\n" + text);
  files_.Run("groff -Tps -P-pa4 x.ms >x.ps && ps2pdf x.ps x.pdf");
  const Looked looked = files_.Look(pool_, "x.pdf");
  EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << looked.result.reason;
  ASSERT_THAT(looked.order, ElementsAre("text"));
  EXPECT_EQ(Words(looked.parts.at("text")), Words(text));
  const auto& pages = looked.pages.at("text");
  ASSERT_GE(pages.size(), 3u);
  EXPECT_EQ(pages.back(), looked.parts.at("text").size());
  EXPECT_TRUE(std::ranges::is_sorted(pages));
}

TEST_F(Pdfs, ALockedWorkerGivesWhatAnUnlockedOneGives) {
  files_.Write("x.ms", ".nh\nGr\\[u ad]\\[ss]e \\[em] \\[lq]quoted\\[rq] \\[Po]5\n" + RandomText(5000, 6));
  files_.Run("groff -Tps x.ms | ps2pdf - x.pdf");
  WorkerPool other(testing_support::UnlockedPrograms(files_));
  const Looked locked = files_.Look(pool_, "x.pdf");
  const Looked unlocked = files_.Look(other, "x.pdf");
  EXPECT_THAT(locked.parts.at("text"), HasSubstr("Grüße — “quoted” £5"));
  EXPECT_EQ(locked.parts, unlocked.parts);
}

TEST_F(Pdfs, DamageIsRefused) {
  files_.Write("x.pdf", "%PDF-1.4\nnothing of the kind");
  const Looked looked = files_.Look(pool_, "x.pdf");
  EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kRefused) << looked.result.reason;
}

}  // namespace
}  // namespace kindred::extract
