// Signatures, the table, and what must not be taken for a container.
#include "extract/container_type.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace kindred::extract {
namespace {

using namespace std::string_literals;

TEST(ContainerType, TheTableHasEachTypeOnce) {
  std::set<std::string> names;
  std::set<int> numbers;
  for (const TypeRow& row : ContainerTypes()) {
    EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
    EXPECT_TRUE(numbers.insert(static_cast<int>(row.type)).second) << row.name;
    EXPECT_EQ(ContainerTypeOf(row.name), row.type);
    EXPECT_EQ(ContainerTypeOf(static_cast<std::uint8_t>(row.type)), row.type);
    EXPECT_EQ(NameOf(row.type), row.name);
    EXPECT_GT(ExtractorOf(row.type).id, 0);
    EXPECT_GT(ExtractorOf(row.type).version, 0);
  }
  EXPECT_EQ(ContainerTypeOf("html"), ContainerType::kNone);
  EXPECT_EQ(ContainerTypeOf(std::uint8_t{200}), std::nullopt);
  EXPECT_EQ(ExtractorOf(ContainerType::kNone).id, 0);
}

TEST(ContainerType, SignaturesAreRecognised) {
  const auto is = [](const std::string& head, ContainerType type) {
    EXPECT_EQ(DetectContainer(head, "x"), type) << "\"" << head.substr(0, 12) << "\"";
  };
  is("\x1f\x8b\x08\0"s, ContainerType::kGzip);
  is("\x1f\x9d\x90"s + "abc", ContainerType::kCompress);
  is("BZh91AY&SY", ContainerType::kBzip2);
  is("\xfd"s + "7zXZ\0"s, ContainerType::kXz);
  is("\x28\xb5\x2f\xfd", ContainerType::kZstd);
  is("\x04\x22\x4d\x18", ContainerType::kLz4);
  is("PK\3\4 rest of a header"s, ContainerType::kZip);
  is("7z\xbc\xaf\x27\x1c", ContainerType::k7z);
  is("070701"s + std::string(100, '0'), ContainerType::kCpio);
  is("!<arch>\nfile.o/   ", ContainerType::kAr);
  is("!<arch>\ndebian-binary   ", ContainerType::kDeb);
  is("Rar!\x1a\7\1\0"s, ContainerType::kRar);
  is("\xed\xab\xee\xdb", ContainerType::kRpm);
  is("%PDF-1.4\n", ContainerType::kPdf);
  is("\x7f"
     "ELF",
     ContainerType::kElf);
  is("\xff\xd8\xff\xe0", ContainerType::kJpeg);
  is("\x89PNG\r\n\x1a\n", ContainerType::kPng);
  is("II*\0"s, ContainerType::kTiff);
  is("MM\0*"s, ContainerType::kTiff);
  is("ID3\4\0\0\0\0\0\0\0"s, ContainerType::kMp3);
  is("\0\0\0\x18"
     "ftypmp42"s,
     ContainerType::kMp4);
  is("From a@b.de Tue Nov  3 10:00:00 2020\nSubject: x\n", ContainerType::kMbox);
  is("From: a\nTo: b\nSubject: c\n\ntext", ContainerType::kEml);
  is("Received: from a\r\n\tby b\r\nDate: now\r\nMessage-Id: <1>\r\n\r\n", ContainerType::kEml);
}

TEST(ContainerType, DocumentsAreToldFromOtherZips) {
  const auto local = [](const std::string& name) {
    return "PK\3\4"s + std::string(24, '\1') + "\0\0"s + name + "bytes";
  };
  EXPECT_EQ(DetectContainer(local("[Content_Types].xml") + local("word/document.xml"), ""),
            ContainerType::kDocx);
  EXPECT_EQ(DetectContainer(local("_rels/.rels") + local("xl/workbook.xml"), ""), ContainerType::kXlsx);
  EXPECT_EQ(DetectContainer(local("[Content_Types].xml") + local("ppt/a.xml"), ""), ContainerType::kPptx);
  EXPECT_EQ(DetectContainer(local("[Content_Types].xml"), "Letter.DOCX"), ContainerType::kDocx);
  EXPECT_EQ(DetectContainer(local("[Content_Types].xml"), "x.nupkg"), ContainerType::kZip);
  EXPECT_EQ(DetectContainer(local("word/a.txt"), "x.zip"), ContainerType::kZip);
  EXPECT_EQ(DetectContainer(local("mimetypeapplication/epub+zip"), ""), ContainerType::kEpub);
  EXPECT_EQ(DetectContainer(local("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), ""),
            ContainerType::kOds);
}

TEST(ContainerType, OtherBytesAreNothing) {
  const auto nothing = [](const std::string& head, const char* name = "x.txt") {
    EXPECT_EQ(DetectContainer(head, name), ContainerType::kNone) << head.substr(0, 20);
  };
  nothing("");
  nothing("PK");
  nothing(std::string(4096, '\0'));  // zeros look like an empty tar to some
  nothing(std::string(4096, '\0'), "zeros.tar");
  nothing("#include <stdio.h>\n");
  nothing("From here on, all is text.\n");
  nothing("Note: this is text\nwith a colon\n");
  nothing("From: the beginning\nof a story\n");
  nothing("To: a\nSubject: b\nDate: c\n- but no sender\n");
  nothing("key: value\nother: value\n");
  nothing("BZhello");
  nothing("\xff\xfb\x90\x44" + std::string(4000, '\1'));  // one frame of sound without a second
}

TEST(ContainerType, ATarIsKnownByItsHeader) {
  std::string header(512, '\0');
  header.replace(0, 5, "a.txt");
  header.replace(257, 5, "ustar");
  EXPECT_EQ(DetectContainer(header, ""), ContainerType::kTar);
  std::string old(512, '\0');
  old.replace(0, 5, "a.txt");
  unsigned sum = 8 * ' ';
  for (const unsigned char c : old) sum += c;
  char octal[8];
  std::snprintf(octal, sizeof octal, "%06o", sum);
  old.replace(148, 6, octal);
  EXPECT_EQ(DetectContainer(old, "old.tar"), ContainerType::kTar);
  EXPECT_EQ(DetectContainer(old, "old.dat"), ContainerType::kNone);
  old[0] = 'b';
  EXPECT_EQ(DetectContainer(old, "old.tar"), ContainerType::kNone);
}

}  // namespace
}  // namespace kindred::extract
