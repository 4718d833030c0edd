// Index files that change under a reader: cut while they are open (a bad sector reads much the same), or
// replaced by a writer between two steps of a check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <utility>

#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"
#include "tests/temp_tree.h"

namespace kindred {
namespace {

TEST(ChangingFiles, CutWhileOpenIsAnErrorThatNamesFileAndOffset) {
  const testing_support::TempTree tree;
  int commits = 0;
  RunSession(base::PosixFileSystem(), tree.index(), &commits);
  const auto snapshot = index::OpenSnapshot(base::PosixFileSystem(), tree.index());
  for (const auto& file : std::filesystem::directory_iterator(tree.index()))
    std::filesystem::resize_file(file, 0);
  const auto expect = [](const std::function<void()>& read, const std::string& path) {
    try {
      read();
      ADD_FAILURE() << "no error from " << path;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
      EXPECT_THAT(error.what(), testing::HasSubstr(path));
      EXPECT_THAT(error.what(), testing::HasSubstr("offset"));
    }
  };
  ASSERT_FALSE(snapshot->segments().empty());
  for (const auto& segment : snapshot->segments()) {
    expect([&] { segment->AllContents(); }, segment->path());
    expect([&] { segment->Lookup(std::vector<std::uint64_t>{~std::uint64_t{0}}, [](const auto&) {}); },
           segment->path());
    index::Segment::Key key;
    expect([&] { segment->NewCursor()->Next(&key); }, segment->path());
  }
  expect([&] { snapshot->catalog().AllContents(); }, tree.index() + "/catalog");
}

// Commits a further state as soon as a file that the manifest names is opened.
class CommittingFileSystem : public MemoryFileSystem {
 public:
  std::unique_ptr<base::ReadableFile> OpenForRead(const std::string& path) override {
    if (times > 0 && path.find("manifest") == std::string::npos) {
      const int left = std::exchange(times, 0);
      auto writer = index::IndexWriter::Open(*this, "/index");
      writer->catalog().PutContent({writer->NewContentId(), 1, {1, 1}, ContentType::kText});
      writer->Commit();
      times = left - 1;
    }
    return MemoryFileSystem::OpenForRead(path);
  }
  int times = 0;
};

TEST(ChangingFiles, CheckBesideAWriterFindsNoDamage) {
  CommittingFileSystem files;
  int commits = 0;
  RunSession(files, "/index", &commits);
  for (int times : {1, 2, 3}) {
    files.times = times;
    EXPECT_THAT(index::CheckIndex(files, "/index").problems, testing::IsEmpty());
    EXPECT_EQ(files.times, 0);
  }
}

}  // namespace
}  // namespace kindred
