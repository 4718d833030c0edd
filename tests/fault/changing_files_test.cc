// Index files that change under a reader: replaced by a writer between two steps of a check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "index/store/store.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"

namespace kindred {
namespace {

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
