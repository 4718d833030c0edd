// Templates come back as they were, or as an error; never as fewer.
#include "index/store/templates.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/store/manifest.h"
#include "kindred/error.h"
#include "tests/temp_tree.h"

namespace kindred::index {
namespace {

using testing_support::TempTree;

std::vector<std::uint64_t> RandomKeys(std::size_t count, int bits, unsigned seed) {
  std::mt19937_64 random(seed);
  std::set<std::uint64_t> keys;
  while (keys.size() < count) keys.insert(random() << (64 - bits));
  return {keys.begin(), keys.end()};
}

std::vector<StoredTemplate> Example() {
  return {{"empty", "m/1;marks;48", "", {}},
          {"frame",
           "fingerprints/1:window=50;marks;48",
           "family 1a2b3c4d",
           RandomKeys(300, 48, 1),
           {"<html>", std::string(300, '\0')}},
          {"licence.v2", "chunks/1;bytes;64", "file \xff\n", RandomKeys(20, 64, 2)},
          {"two", "m/1;marks;48", "span a:0+1", {0, ~std::uint64_t{0}}}};
}

TEST(Templates, ComeBackAndAreReplaced) {
  const TempTree tree;
  EXPECT_TRUE(ReadTemplates(base::PosixFileSystem(), tree.root()).empty());
  WriteTemplates(base::PosixFileSystem(), tree.root(), Example());
  EXPECT_EQ(ReadTemplates(base::PosixFileSystem(), tree.root()), Example());
  const std::vector<StoredTemplate> less = {Example()[1]};
  WriteTemplates(base::PosixFileSystem(), tree.root(), less);
  EXPECT_EQ(ReadTemplates(base::PosixFileSystem(), tree.root()), less);
  EXPECT_THAT(base::PosixFileSystem().List(tree.root()), testing::ElementsAre("manifest", "templates-2"));
  WriteTemplates(base::PosixFileSystem(), tree.root(), {});
  EXPECT_THAT(base::PosixFileSystem().List(tree.root()), testing::ElementsAre("manifest"));
}

TEST(Templates, DamageIsAnError) {
  const TempTree tree;
  const std::vector<std::uint8_t> whole = EncodeTemplates(Example());
  auto kind = [&](std::span<const std::uint8_t> bytes) {
    try {
      ParseTemplates(bytes, "templates");
      return std::string("fine");
    } catch (const Error& error) {
      return std::string(error.kind() == ErrorKind::kDamaged ? "damaged" : "other");
    }
  };
  EXPECT_EQ(kind(whole), "fine");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::vector<std::uint8_t> flipped = whole;
    flipped[at] = static_cast<std::uint8_t>(flipped[at] ^ (1 << at % 8));
    EXPECT_EQ(kind(flipped), "damaged") << "bit of byte " << at;
    EXPECT_EQ(kind(std::span(whole).first(at)), "damaged") << "cut at " << at;
  }
}

std::string Problem(const TempTree& tree) {
  try {
    ReadTemplates(base::PosixFileSystem(), tree.root());
    return "none";
  } catch (const Error& error) {
    return error.what();
  }
}

// The manifest names them: neither their loss nor others in their place go unnoticed.
TEST(Templates, AreThoseThatTheManifestNames) {
  const TempTree tree;
  WriteTemplates(base::PosixFileSystem(), tree.root(), Example());
  const std::string path = tree.Path("templates-1");
  std::filesystem::copy(path, tree.Path("kept"));
  const auto replace = [&](std::span<const std::uint8_t> bytes) {
    tree.Write("templates-1", base::AsString(bytes));
  };
  const std::vector<std::uint8_t> whole = EncodeTemplates(Example());
  replace(std::span(whole).first(20));
  EXPECT_THAT(Problem(tree), testing::HasSubstr("damaged"));
  replace(EncodeTemplates({}));
  EXPECT_THAT(Problem(tree), testing::HasSubstr("not the file that the manifest names"));
  std::filesystem::remove(path);
  EXPECT_THAT(Problem(tree), testing::HasSubstr("the file is missing"));
  std::filesystem::rename(tree.Path("kept"), path);
  EXPECT_EQ(Problem(tree), "none");
}

// An index of format 2: the file has a fixed name, and no manifest names it.
TEST(Templates, OfTheFormatBeforeAreReadAndThenNamed) {
  const TempTree tree;
  const std::string text = "kindred index 2\ngeneration 0\nnext-content 1\nnext-file 1\n";
  tree.Write("manifest", text + fmt::format("checksum {:016x}\n", base::Checksum(base::AsBytes(text))));
  EXPECT_TRUE(ReadTemplates(base::PosixFileSystem(), tree.root()).empty());
  tree.Write("templates", base::AsString(EncodeTemplates(Example())));
  EXPECT_EQ(ReadTemplates(base::PosixFileSystem(), tree.root()), Example());
  const std::vector<StoredTemplate> less = {Example()[1]};
  WriteTemplates(base::PosixFileSystem(), tree.root(), less);
  EXPECT_EQ(ReadTemplates(base::PosixFileSystem(), tree.root()), less);
  EXPECT_THAT(base::PosixFileSystem().List(tree.root()), testing::ElementsAre("manifest", "templates-1"));
}

TEST(Templates, ANewerFormatIsNotDamage) {
  std::vector<std::uint8_t> bytes = EncodeTemplates({});
  bytes[8] = 3;
  bytes.resize(bytes.size() - 8);
  base::PutFixed64(&bytes, base::Checksum(bytes));
  try {
    ParseTemplates(bytes, "templates");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFailed);
    EXPECT_THAT(error.what(), testing::HasSubstr("newer"));
  }
}

// With a good checksum, too: names out of order, keys that do not ascend, a count without its keys.
TEST(Templates, NonsenseWithAGoodChecksumIsRefused) {
  auto refused = [](std::vector<StoredTemplate> templates) {
    try {
      ParseTemplates(EncodeTemplates(templates), "templates");
      return false;
    } catch (const Error&) {
      return true;
    }
  };
  EXPECT_FALSE(refused({{"a", "m", "s", {1, 2}}}));
  EXPECT_TRUE(refused({{"b", "m", "s", {}}, {"a", "m", "s", {}}}));
  EXPECT_TRUE(refused({{"a", "m", "s", {}}, {"a", "m", "s", {}}}));
  EXPECT_TRUE(refused({{"../a", "m", "s", {}}}));
  EXPECT_TRUE(refused({{"", "m", "s", {}}}));
  EXPECT_TRUE(refused({{"a", "m", "s", {5, 5}}}));
  EXPECT_FALSE(refused({{"a", "m", "s", {}, {std::string(kMostTemplateText, 'x')}}}));
  EXPECT_TRUE(refused({{"a", "m", "s", {}, {std::string(kMostTemplateText, 'x'), "y"}}}));
  EXPECT_TRUE(refused({{"a", "m", "s", {}, {""}}}));
}

TEST(Templates, Names) {
  EXPECT_TRUE(IsTemplateName("A-b_c.9"));
  EXPECT_FALSE(IsTemplateName(".a"));
  EXPECT_FALSE(IsTemplateName("a b"));
  EXPECT_FALSE(IsTemplateName(std::string(101, 'a')));
}

// Version 1 had no texts.
TEST(Templates, OfKeysOnlyAreRead) {
  std::vector<std::uint8_t> bytes;
  base::PutFixed64(&bytes, 0x31534C504D544B01);
  for (const std::uint64_t number : {1, 1}) base::PutVarint(&bytes, number);  // version, templates
  for (const char* text : {"frame", "m/1;marks;48", "file a"}) base::PutText(&bytes, text);
  for (const std::uint64_t number : {0, 2, 5, 4}) base::PutVarint(&bytes, number);  // shift, keys 5 and 9
  base::PutFixed64(&bytes, base::Checksum(bytes));
  EXPECT_THAT(ParseTemplates(bytes, "templates"),
              testing::ElementsAre(StoredTemplate{"frame", "m/1;marks;48", "file a", {5, 9}}));
}

}  // namespace
}  // namespace kindred::index
