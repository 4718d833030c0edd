// A damaged index gives the right answer or an Error, never a wrong answer, a crash or a hang; and
// Index::Check finds every damage. Bits are flipped, files cut, lengthened, exchanged, and blocks swapped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/catalog/catalog_checksums.h"
#include "index/store/manifest.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"

namespace kindred {
namespace {

using Bytes = MemoryFileSystem::Bytes;

class DamageTest : public testing::Test {
 protected:
  DamageTest() {
    int commits = 0;
    RunSession(files_, "/index", &commits);
    right_ = AskEverything(files_, "/index");
    manifest_ = index::ReadManifest(files_, "/index").value();
  }

  // With `bytes` in the place of a file: every answer is right or an Error, and the check notices.
  void Expect(const std::string& path, const Bytes& bytes) {
    const Bytes good = files_.Get(path);
    files_.Put(path, bytes);
    std::vector<std::string> answers = AskEverything(files_, "/index");
    ASSERT_EQ(answers.size(), right_.size());
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (answers[i] == kNoAnswer) continue;
      ASSERT_EQ(answers[i], right_[i]) << "wrong answer to question " << i;
    }
    EXPECT_TRUE(CheckNotices(path)) << "the check found nothing";
    files_.Put(path, good);
  }

  bool CheckNotices(const std::string& path) {
    try {
      std::vector<std::string> problems = index::CheckIndex(files_, "/index").problems;
      return std::ranges::any_of(
          problems, [&](const std::string& problem) { return problem.find(path) != std::string::npos; });
    } catch (const Error& error) {
      return error.where() == path;
    }
  }

  void FlipBits(const std::string& path, std::size_t first_bit, std::size_t end_bit, std::size_t step) {
    Bytes bytes = files_.Get(path);
    for (std::size_t bit = first_bit; bit < end_bit && !HasFatalFailure(); bit += step) {
      SCOPED_TRACE(testing::Message() << path << ", bit " << bit);
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
      Expect(path, bytes);
      bytes[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    }
  }

  void Cut(const std::string& path, std::size_t step) {
    const Bytes bytes = files_.Get(path);
    for (std::size_t length = 0; length < bytes.size() && !HasFatalFailure(); length += step) {
      SCOPED_TRACE(testing::Message() << path << ", cut at " << length);
      Expect(path, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)));
    }
    Bytes longer = bytes;
    longer.push_back(0);
    Expect(path, longer);
    longer.resize(bytes.size() + 100'000, 'x');
    Expect(path, longer);
  }

  std::string CatalogPath() const { return "/index/" + manifest_.catalog->name; }

  MemoryFileSystem files_;
  std::vector<std::string> right_;
  index::Manifest manifest_;
};

TEST_F(DamageTest, TheUndamagedIndexAnswersEverything) {
  EXPECT_THAT(right_, testing::Not(testing::Contains(kNoAnswer)));
  EXPECT_THAT(index::CheckIndex(files_, "/index").problems, testing::IsEmpty());
  EXPECT_GE(manifest_.segments.size(), 4u);
}

TEST_F(DamageTest, EveryBitOfTheManifest) {
  FlipBits("/index/manifest", 0, files_.Get("/index/manifest").size() * 8, 1);
  Cut("/index/manifest", 1);
}

TEST_F(DamageTest, BitsAllOverTheSegments) {
  for (const index::ManifestSegment& segment : manifest_.segments) {
    const std::string path = "/index/" + segment.name;
    // Prime steps: all bits would only repeat each other, and bench/reliability/damage.cc draws from them
    // all.
    FlipBits(path, 0, segment.size * 8, 23);
    Cut(path, 13);
  }
}

TEST_F(DamageTest, BitsAllOverTheCatalog) {
  const std::size_t bits = manifest_.catalog->size * 8;
  FlipBits(CatalogPath(), 0, bits, bits / 1500 | 1);
  FlipBits(CatalogPath(), bits - 8 * 64, bits, 1);  // its checksums
  FlipBits(CatalogPath(), 0, 8 * 100, 3);           // SQLite's header
  Cut(CatalogPath(), 4099);
}

TEST_F(DamageTest, SwappedBlocksOfTheCatalog) {
  const Bytes good = files_.Get(CatalogPath());
  const auto block = static_cast<std::ptrdiff_t>(index::kCatalogBlockBytes);
  ASSERT_GT(std::ssize(good), 2 * block);
  Bytes swapped = good;
  std::swap_ranges(swapped.begin(), swapped.begin() + block, swapped.begin() + block);
  Expect(CatalogPath(), swapped);
}

TEST_F(DamageTest, FilesInEachOthersPlace) {
  const std::string one = "/index/" + manifest_.segments[0].name;
  const std::string two = "/index/" + manifest_.segments[1].name;
  Expect(one, files_.Get(two));
  Expect(one, files_.Get(CatalogPath()));
  Expect(CatalogPath(), files_.Get(one));

  // A whole catalog, but of another generation.
  MemoryFileSystem other;
  auto writer = index::IndexWriter::Open(other, "/index");
  writer->catalog().PutContent({1, 2, {3, 4}, ContentType::kText});
  writer->Commit();
  Expect(CatalogPath(), other.Get("/index/catalog-1.sqlite"));
}

TEST_F(DamageTest, NoiseInEveryPlace) {
  Bytes noise(70'000);
  std::uint32_t state = 1;
  for (auto& byte : noise) byte = static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  Expect("/index/manifest", noise);
  Expect(CatalogPath(), noise);
  for (const index::ManifestSegment& segment : manifest_.segments) Expect("/index/" + segment.name, noise);
}

// Damage must not be given a good checksum when the catalog is copied for the next generation.
TEST_F(DamageTest, AWriterDoesNotPassDamageOn) {
  const Bytes good = files_.Get(CatalogPath());
  for (std::size_t at = 0; at < good.size(); at += 5003) {
    SCOPED_TRACE(at);
    std::unique_ptr<MemoryFileSystem> copy = files_.Copy();
    Bytes bytes = good;
    bytes[at] ^= 0x10;
    copy->Put(CatalogPath(), bytes);
    try {
      auto writer = index::IndexWriter::Open(*copy, "/index");
      index::StoredEntry stored;
      stored.entry.name = "z";
      stored.content = 5;
      writer->catalog().PutEntry("/elsewhere", stored);
      writer->Commit();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
      continue;
    }
    EXPECT_THAT(index::CheckIndex(*copy, "/index").problems, testing::Not(testing::IsEmpty()));
  }
}

}  // namespace
}  // namespace kindred
