// The manifest's text comes back as it went, and nothing else is taken for a manifest.
#include "index/store/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/store/index_test_directory.h"
#include "kindred/error.h"

namespace kindred::index {
namespace {

using testing::HasSubstr;

Manifest Sample() {
  Manifest manifest;
  manifest.generation = 7;
  manifest.next_content = 1234;
  manifest.next_file = 9;
  manifest.catalog = CatalogFile{"catalog-7.sqlite", 98765, 0xfedcba9876543210};
  manifest.segments = {{"marks-3.segment", 11, 0x1, "fingerprints/1:rate=auto;marks;48"},
                       {"marks-8.segment", 22, 0xffffffffffffffff, "chunks/2;bytes;64"}};
  return manifest;
}

ErrorKind KindOf(const std::string& text, std::string* what = nullptr) {
  try {
    ParseManifest(text, "/index/manifest");
  } catch (const Error& error) {
    if (what != nullptr) *what = error.what();
    return error.kind();
  }
  ADD_FAILURE() << "taken for a manifest: " << text;
  return ErrorKind::kUsage;
}

std::string Signed(const std::string& body) {
  char line[64];
  std::snprintf(line, sizeof line, "checksum %016llx\n",
                static_cast<unsigned long long>(base::Checksum(base::AsBytes(body))));
  return body + line;
}

TEST(Manifest, ComesBack) {
  EXPECT_EQ(ParseManifest(EncodeManifest(Sample()), "m"), Sample());
  EXPECT_EQ(ParseManifest(EncodeManifest(Manifest{}), "m"), Manifest{});
}

TEST(Manifest, EveryFlippedBitAndEveryCutIsNoticed) {
  const std::string text = EncodeManifest(Sample());
  for (std::size_t i = 0; i < text.size(); ++i) {
    KindOf(text.substr(0, i));
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = text;
      flipped[i] = static_cast<char>(flipped[i] ^ (1 << bit));
      KindOf(flipped);
    }
  }
  KindOf(text + "x");
  KindOf(text + text);
}

TEST(Manifest, ANewerFormatIsSaidSo) {
  std::string what;
  EXPECT_EQ(KindOf("kindred index 5\nwhatever\n", &what), ErrorKind::kFailed);
  EXPECT_THAT(what, HasSubstr("index format 5 is newer than this kindred (4)"));
  EXPECT_THAT(what, HasSubstr("`directory`"));
  EXPECT_EQ(KindOf("kindred index 0\n"), ErrorKind::kDamaged);
}

TEST(Manifest, AnOlderFormatIsSaidSoWithWhatToDo) {
  std::string what;
  EXPECT_EQ(KindOf("kindred index 1\nwhatever\n", &what), ErrorKind::kFailed);
  EXPECT_THAT(what, HasSubstr("index format 1 is older"));
  EXPECT_THAT(what, HasSubstr("remove the index, then make it again with `Index::Scan`"));
}

TEST(Manifest, NamesOutsideTheDirectoryAreRefusedEvenIfSigned) {
  const std::string head = "kindred index 2\ngeneration 1\nnext-content 2\nnext-file 2\n";
  const std::string catalog = "catalog catalog-1.sqlite 10 00000000000000aa\n";
  EXPECT_EQ(ParseManifest(Signed(head + catalog), "m").catalog->size, 10u);
  for (const char* line : {"catalog ../catalog-1.sqlite 10 aa\n", "catalog catalog-01.sqlite 10 aa\n",
                           "catalog /etc/passwd 10 aa\n", "catalog manifest 10 aa\n", "catalog  10 aa\n",
                           "catalog catalog-1.sqlite -1 aa\n", "catalog catalog-1.sqlite 10 aa more\n",
                           "catalog catalog-1.sqlite 99999999999999999999 aa\n"}) {
    EXPECT_EQ(KindOf(Signed(head + line)), ErrorKind::kDamaged) << line;
  }
  for (const char* line :
       {"segment marks-1.segment/.. 1 aa x\n", "segment lock 1 aa x\n", "segment catalog-1.sqlite 1 aa x\n",
        "segment marks-1.segment 1 zz x\n", "unknown 1\n", "\n", "segment marks-1.segment 1 aa x",
        "catalog catalog-2.sqlite 10 aa\n"}) {
    EXPECT_EQ(KindOf(Signed(head + catalog + line)), ErrorKind::kDamaged) << line;
  }
  const std::string newer = "kindred index 4\n" + head.substr(head.find('\n') + 1) + catalog;
  const std::string templates = "templates templates-7 90 00000000000000ab\n";
  EXPECT_EQ(ParseManifest(Signed(newer + templates), "m").templates->name, "templates-7");
  EXPECT_EQ(EncodeManifest(ParseManifest(Signed(newer + templates), "m")), Signed(newer + templates));
  EXPECT_EQ(KindOf(Signed(head + catalog + templates)), ErrorKind::kDamaged) << "format 2 has none";
  EXPECT_EQ(KindOf(Signed(newer + templates + templates)), ErrorKind::kDamaged);
  EXPECT_EQ(KindOf(Signed(newer + "templates lock 90 ab\n")), ErrorKind::kDamaged);
  std::string twice = "segment marks-1.segment 1 aa x\n";
  EXPECT_EQ(KindOf(Signed(head + catalog + twice + twice)), ErrorKind::kDamaged);
  EXPECT_EQ(KindOf(Signed(head)), ErrorKind::kDamaged);  // a generation without a catalog
  EXPECT_EQ(KindOf(Signed("kindred index 2\nnext-content 4294967297\n")), ErrorKind::kDamaged);
}

TEST(Manifest, KnowsItsOwnNames) {
  EXPECT_EQ(KindOfName("manifest"), NameKind::kManifest);
  EXPECT_EQ(KindOfName("manifest.new"), NameKind::kTemporary);
  EXPECT_EQ(KindOfName("lock"), NameKind::kLock);
  EXPECT_EQ(KindOfName(CatalogName(12)), NameKind::kCatalog);
  EXPECT_EQ(KindOfName(SegmentName(0)), NameKind::kSegment);
  EXPECT_EQ(KindOfName("journal-12"), NameKind::kJournal);
  EXPECT_EQ(KindOfName("decisions.sqlite"), NameKind::kDecisions);
  EXPECT_EQ(KindOfName("decisions.sqlite-wal"), NameKind::kDecisions);
  EXPECT_EQ(KindOfName("journal.lock"), NameKind::kJournal);
  for (const char* name : {"marks-.segment", "marks-x.segment", "marks-1.segment~", "Manifest",
                           "catalog-1.sqlite-journal", "marks-1e3.segment", "marks-+1.segment", ""}) {
    EXPECT_EQ(KindOfName(name), NameKind::kForeign) << name;
  }
}

TEST(Manifest, AMethodIsOneWord) {
  StoredMethod method{{"fingerprints", 1, {{"rate", "auto"}, {"window", "50"}}}, Weight::kMarks, 48};
  EXPECT_EQ(MethodLine(method), "fingerprints/1:rate=auto,window=50;marks;48");
  method.info.parameters = {{"file", "a b%\n\xff"}};
  EXPECT_EQ(MethodLine(method), "fingerprints/1:file=a%20b%25%0a%ff;marks;48");
}

class ManifestFileTest : public IndexTestDirectory {};

TEST_F(ManifestFileTest, IsReplacedAsAWhole) {
  EXPECT_EQ(ReadManifest(files(), directory()), std::nullopt);
  EXPECT_EQ(ReadManifest(files(), Path("nowhere")), std::nullopt);
  WriteManifest(files(), directory(), Manifest{});
  WriteManifest(files(), directory(), Sample());
  EXPECT_EQ(ReadManifest(files(), directory()), Sample());
  EXPECT_THAT(files().List(directory()), testing::ElementsAre("manifest"));
}

TEST_F(ManifestFileTest, IndexFilesWithoutAManifestAreDamage) {
  files().Create(Path("marks-1.segment"));
  EXPECT_THROW(ReadManifest(files(), directory()), Error);
}

}  // namespace
}  // namespace kindred::index
