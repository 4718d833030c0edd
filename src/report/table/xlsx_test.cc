// Workbooks: what cells hold, what does not fit, and that a damaged one is noticed. tests/cli/find_xlsx.sh
// reads one as XML.
#include "report/table/xlsx.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <minizip/unzip.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "kindred/error.h"
#include "kindred/report.h"
#include "report/table/xlsx_text.h"

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

const TableForm kForm = {.id = "things",
                         .title = "Things",
                         .columns = {{"Name", CellKind::kName}, {"Number", CellKind::kCount}},
                         .levels = {{"thing", {{0}, {1}}}, {"part", {{0}}}}};

// A file that is gone with the test.
class BookFile {
 public:
  explicit BookFile(const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; }
  ~BookFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }
  // A part of the workbook; empty: no such part.
  std::string Part(const std::string& name) const {
    std::string text;
    unzFile zip = unzOpen64(path_.c_str());
    if (zip != nullptr && unzLocateFile(zip, name.c_str(), 1) == UNZ_OK &&
        unzOpenCurrentFile(zip) == UNZ_OK) {
      char buffer[4096];
      for (int size; (size = unzReadCurrentFile(zip, buffer, sizeof(buffer))) > 0;)
        text.append(buffer, static_cast<std::size_t>(size));
      unzCloseCurrentFile(zip);
    }
    if (zip != nullptr) unzClose(zip);
    return text;
  }

 private:
  std::string path_ = testing::TempDir() + "kindred_book_" + std::to_string(getpid()) + ".xlsx";
};

// Times are numbers of days since 1900, as real dates are; links are those of the files, percent-encoded.
TEST(Xlsx, DatesAndLinks) {
  const TableForm form = {.id = "files",
                          .title = "Files",
                          .columns = {{"Name", CellKind::kName}, {"Modified", CellKind::kTime}},
                          .levels = {{"file", {{0}, {1}}}}};
  std::ostringstream stream;
  XlsxWriter writer(stream, 1000, "/srv", 3);
  writer.Start("test", {});
  const std::int64_t day = std::int64_t{86400} * 1'000'000'000;
  for (const char* name : {"a b\xff.txt", "/x", "y", "z", "last"})
    writer.Row(form, 0, {NameCell(name), TimeCell(19000 * day)});
  writer.End();
  const BookFile book(stream.str());
  const std::string sheet = book.Part("xl/worksheets/sheet1.xml");
  const std::string targets = book.Part("xl/worksheets/_rels/sheet1.xml.rels");
  EXPECT_THAT(targets, HasSubstr("\"file:///srv/a%20b%FF.txt\""));
  EXPECT_THAT(targets, HasSubstr("\"file:///x\""));
  EXPECT_THAT(targets, HasSubstr("\"file:///srv/y\""));
  EXPECT_THAT(targets, Not(HasSubstr("file:///srv/z"))) << "a sheet takes so many";
  EXPECT_THAT(sheet, HasSubstr("names below are not links: a sheet holds 3 links only"));
  EXPECT_THAT(sheet, HasSubstr("last"));
  EXPECT_THAT(sheet, testing::ContainsRegex("<v>4456[89]([.][0-9]*)?</v>")) << "2022-01-08, in any time zone";
}

std::string Book(std::uint32_t most_rows, const std::vector<std::string>& names) {
  std::ostringstream stream;
  XlsxWriter writer(stream, most_rows);
  writer.Start("test", {});
  for (const std::string& name : names) writer.Row(kForm, 0, {NameCell(name), CountCell(7)});
  writer.End();
  return stream.str();
}

TEST(Xlsx, NamesAreStringsAndNothingElse) {
  const BookFile book(
      Book(100, {"=1+1", "https://example.org/", "@x", "{=A1}", "12", "<f>1</f>", "_x0041_"}));
  const std::string sheet = book.Part("xl/worksheets/sheet1.xml");
  EXPECT_THAT(sheet, HasSubstr("<t>=1+1</t>"));
  EXPECT_THAT(sheet, HasSubstr("<t>12</t>"));
  EXPECT_THAT(sheet, HasSubstr("<t>&lt;f&gt;1&lt;/f&gt;</t>"));
  EXPECT_THAT(sheet, HasSubstr("<t>_x005F_x0041_</t>"));
  EXPECT_THAT(sheet, Not(HasSubstr("<f>")));
  EXPECT_THAT(sheet, Not(HasSubstr("<hyperlink")));
}

// Shown as 99.9% and 0.1%, whatever the number is rounded to.
TEST(Xlsx, SharesAreNotShownAsAllOrNothing) {
  std::ostringstream stream;
  XlsxWriter writer(stream, 9);
  writer.Start("test", {});
  writer.Facts(
      {"facts", "Facts"},
      {{"a", ShareCell(1)}, {"b", ShareCell(0.99999)}, {"c", ShareCell(0.00001)}, {"d", ShareCell(0)}});
  writer.End();
  const BookFile book(stream.str());
  const std::string styles = book.Part("xl/styles.xml");
  EXPECT_THAT(styles, HasSubstr("formatCode=\"&quot;99.9%&quot;\""));
  EXPECT_THAT(styles, HasSubstr("formatCode=\"&quot;0.1%&quot;\""));
  const std::string sheet = book.Part("xl/worksheets/sheet1.xml");
  auto style_of = [&](const std::string& cell) {
    const std::size_t at = sheet.find("<c r=\"" + cell + "\" s=\"");
    return at == std::string::npos ? "" : sheet.substr(at + cell.size() + 11, 1);
  };
  EXPECT_EQ(style_of("B2"), style_of("B5"));
  EXPECT_NE(style_of("B3"), style_of("B2"));
  EXPECT_NE(style_of("B4"), style_of("B2"));
  EXPECT_NE(style_of("B3"), style_of("B4"));
  EXPECT_THAT(sheet, HasSubstr("<v>0.99999"));
}

TEST(Xlsx, WhatDoesNotFitGoesOnInAFurtherSheet) {
  const BookFile book(Book(4, {"n1", "n2", "n3", "n4", "n5", "n6", "n7"}));
  EXPECT_THAT(book.Part("xl/workbook.xml"), HasSubstr("name=\"Things 3\""));
  EXPECT_THAT(book.Part("xl/worksheets/sheet1.xml"), HasSubstr("<t>n3</t>"));
  EXPECT_THAT(book.Part("xl/worksheets/sheet1.xml"), Not(HasSubstr("<t>n4</t>")));
  EXPECT_THAT(book.Part("xl/worksheets/sheet2.xml"), HasSubstr("<t>n4</t>"));
  EXPECT_THAT(book.Part("xl/worksheets/sheet2.xml"), HasSubstr("<t>Name</t>"));
  EXPECT_THAT(book.Part("xl/worksheets/sheet3.xml"), HasSubstr("<t>n7</t>"));
  EXPECT_THAT(book.Part("xl/worksheets/sheet3.xml"), HasSubstr("<v>7</v>"));  // the order goes on
}

TEST(Xlsx, TheSameRowsAreTheSameBytes) { EXPECT_EQ(Book(9, {"a", "b"}), Book(9, {"a", "b"})); }

TEST(Xlsx, ALongTitleIsCutBetweenCharacters) {
  for (std::size_t size = 195; size < 205; ++size) {
    std::ostringstream stream;
    XlsxWriter writer(stream, 9);
    writer.Start(std::string(size, 'x') + "\xe2\x82\xac\xe2\x82\xac", {});
    writer.Facts({"facts", "Facts"}, {{"a", CountCell(1)}});
    writer.End();
    const BookFile book(stream.str());
    const std::string core = book.Part("docProps/core.xml");
    EXPECT_EQ(OneLineText(core.substr(core.find("<dc:title>"))).find("\\342"), std::string::npos) << size;
  }
}

TEST(Xlsx, LongTextIsCutAndSaysSo) {
  EXPECT_EQ(CellText(std::string(kCellUnits, 'x')).size(), kCellUnits);
  const std::string cut = CellText(std::string(kCellUnits + 1, 'x'));
  EXPECT_LE(cut.size(), kCellUnits);
  EXPECT_THAT(cut, testing::EndsWith("x ... (cut, 32768 bytes in all)"));
  // A character beyond the first plane counts twice.
  std::string wide;
  for (std::size_t i = 0; i <= kCellUnits / 2; ++i) wide += "\xf0\x9f\x98\x80";
  EXPECT_THAT(CellText(wide), HasSubstr("(cut, "));
  const BookFile book(Book(100, {std::string(100000, 'x'), wide}));
  EXPECT_THAT(book.Part("xl/worksheets/sheet1.xml"), HasSubstr("(cut, 100000 bytes in all)"));
}

TEST(Xlsx, ADamagedWorkbookIsNoticed) {
  const std::vector<std::string> names(200, "a name & more");
  const std::string bytes = Book(1000, names);
  const BookFile book(bytes);
  SheetCounter counter;
  const std::string sheet = book.Part("xl/worksheets/sheet1.xml");
  counter.Add(sheet.data(), sheet.size());
  EXPECT_TRUE(counter.ended());
  EXPECT_EQ(counter.count().rows, 201u);
  EXPECT_NO_THROW(CheckWorkbook(book.path(), {counter.count()}));
  SheetCount more = counter.count();
  ++more.text_bytes;  // a byte of a name was lost
  EXPECT_THROW(CheckWorkbook(book.path(), {more}), Error);
  EXPECT_THROW(CheckWorkbook(book.path(), {counter.count(), counter.count()}), Error);
  for (std::size_t size = 0; size < bytes.size(); size += 97) {
    const BookFile part(bytes.substr(0, size));
    EXPECT_THROW(CheckWorkbook(part.path(), {counter.count()}), Error) << size;
  }
}

TEST(Xlsx, NoPlaceForTemporaryFilesIsAnError) {
  std::ostringstream stream;
  auto report = MakeReport("xlsx", {}, stream);
  setenv("TMPDIR", "/proc/self/fdinfo", 1);
  EXPECT_THROW(report->On(Summary{}), Error);
  unsetenv("TMPDIR");
  EXPECT_EQ(stream.str(), "");
}

}  // namespace
}  // namespace kindred::report
