// An index directory through its life: first scan, rescans, merges, readers beside writers, things in the
// way. Interruption and damage are in tests/fault.
#include "index/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <map>
#include <thread>

#include "index/store/index_test_directory.h"
#include "index/store/manifest.h"
#include "kindred/error.h"

namespace kindred::index {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const StoredMethod kFingerprints{{"fingerprints", 1, {{"window", "50"}}}, Weight::kMarks, 48};
const StoredMethod kChunks{{"chunks", 1, {}}, Weight::kBytes, 64};

class StoreTest : public IndexTestDirectory {
 protected:
  std::unique_ptr<IndexWriter> OpenWriter() { return IndexWriter::Open(files(), index()); }
  std::unique_ptr<Snapshot> Read() { return OpenSnapshot(files(), index()); }
  std::string index() const { return Path("index"); }

  // A file with its content, and marks of `method`: some unique ones, and one that all have.
  ContentId AddFile(IndexWriter* writer, const std::string& name,
                    const StoredMethod& method = kFingerprints) {
    ContentId id = writer->NewContentId();
    writer->catalog().PutContent({id, 100, {id, id * 7ull}, ContentType::kText});
    StoredEntry stored;
    stored.entry.name = name;
    stored.entry.size = 100;
    stored.content = id;
    writer->catalog().PutEntry("/files", stored);
    std::vector<CoveredContent> covered = {{id, 0}};
    std::vector<Posting> postings = {{std::uint64_t{1} << 40, id, 9}};
    for (std::uint64_t i = 1; i <= 20; ++i) postings.push_back({(id * 100 + i) << 44, id, 9});
    writer->AddSegment(method, covered, postings);
    return id;
  }

  std::map<std::uint64_t, std::size_t> Degrees(Snapshot* snapshot,
                                               const StoredMethod& method = kFingerprints) {
    std::map<std::uint64_t, std::size_t> degrees;
    MergedCursor cursor(snapshot->SegmentsOf(method), nullptr);
    for (Segment::Key key; cursor.Next(&key);) degrees[key.key] = key.occurrences.size();
    return degrees;
  }

  std::vector<std::string> Problems() { return CheckIndex(files(), index()).problems; }

  template <typename Act>
  Error ErrorOf(Act act) {
    try {
      act();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "no Error was thrown";
    return Error(ErrorKind::kUsage, "none");
  }
};

TEST_F(StoreTest, AMissingIndexIsEmptyToReadersAndAnErrorToTheCheck) {
  auto snapshot = Read();
  EXPECT_EQ(snapshot->generation(), 0u);
  EXPECT_TRUE(snapshot->segments().empty());
  EXPECT_EQ(snapshot->catalog().Counts().entries, 0u);
  EXPECT_THAT(ErrorOf([&] { CheckIndex(files(), index()); }).what(), HasSubstr("`Index::Scan`"));
  ErrorOf([&] { ReadStats(files(), index()); });
}

TEST_F(StoreTest, WhatIsCommittedIsThereAndNothingElse) {
  auto writer = OpenWriter();
  EXPECT_EQ(writer->snapshot().generation(), 0u);
  AddFile(writer.get(), "a");
  EXPECT_EQ(Read()->generation(), 0u);
  writer->Commit();
  auto first = Read();
  EXPECT_EQ(first->generation(), 1u);
  EXPECT_EQ(Degrees(first.get()).size(), 21u);
  EXPECT_THAT(first->catalog().PathsOf(1), ElementsAre("/files/a"));

  AddFile(writer.get(), "b");
  writer->catalog().RemoveEntry("/files", "a");
  writer->Commit();
  auto second = Read();
  EXPECT_EQ(second->generation(), 2u);
  EXPECT_EQ(writer->snapshot().generation(), 2u);
  EXPECT_THAT(second->catalog().PathsOf(1), IsEmpty());
  EXPECT_EQ(second->segments().size(), 2u);
  // The old reader still sees its own state, though the file is gone.
  EXPECT_THAT(first->catalog().PathsOf(1), ElementsAre("/files/a"));
  EXPECT_THAT(files().List(index()),
              ElementsAre("catalog-2.sqlite", "lock", "manifest", "marks-1.segment", "marks-2.segment"));
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(StoreTest, WithoutCommitNothingHappened) {
  {
    auto writer = OpenWriter();
    AddFile(writer.get(), "a");
    writer->Commit();
  }
  {
    auto writer = OpenWriter();
    AddFile(writer.get(), "b");
    writer->catalog().RemoveUnder("/");
  }
  EXPECT_EQ(Read()->generation(), 1u);
  EXPECT_EQ(Read()->catalog().Counts().entries, 1u);
  EXPECT_THAT(files().List(index()), ElementsAre("catalog-1.sqlite", "lock", "manifest", "marks-1.segment"));
  auto writer = OpenWriter();
  EXPECT_EQ(writer->NewContentId(), 2u);  // 2 was never committed
}

TEST_F(StoreTest, ACommitOfNothingDoesNothing) {
  auto writer = OpenWriter();
  writer->Commit();
  EXPECT_EQ(Read()->generation(), 0u);
  AddFile(writer.get(), "a");
  writer->Commit();
  writer->Commit();
  EXPECT_EQ(writer->catalog().Counts().entries, 1u);
  writer->Commit();
  EXPECT_EQ(Read()->generation(), 1u);
  writer->AddSegment(kChunks, std::vector<CoveredContent>{{1, 0}}, {});
  writer->Commit();
  EXPECT_EQ(Read()->generation(), 2u);
  EXPECT_THAT(files().List(index()), Contains("catalog-1.sqlite"));
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(StoreTest, SegmentsAloneMakeACatalogToo) {
  auto writer = OpenWriter();
  writer->AddSegment(kChunks, {}, {});
  writer->Commit();
  EXPECT_EQ(Read()->segments().size(), 1u);
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(StoreTest, TheSecondWriterIsToldWhoTheFirstIs) {
  auto writer = OpenWriter();
  Error error = ErrorOf([&] { OpenWriter(); });
  EXPECT_EQ(error.kind(), ErrorKind::kBusy);
  EXPECT_THAT(error.what(), HasSubstr("being written by pid " + std::to_string(::getpid())));
  EXPECT_THAT(error.what(), HasSubstr("`directory`"));
  Read();
  writer.reset();
  OpenWriter();
}

TEST_F(StoreTest, ForeignDirectoriesAndFilesAreLeftAlone) {
  files().MakeDirectories(index());
  std::ofstream(index() + "/thesis.txt") << "precious";
  Error error = ErrorOf([&] { OpenWriter(); });
  EXPECT_EQ(error.kind(), ErrorKind::kFailed);
  EXPECT_THAT(error.what(), HasSubstr("not a kindred index and not empty"));
  EXPECT_THAT(files().List(index()), ElementsAre("thesis.txt"));
  std::ofstream(Path("file")) << "x";
  EXPECT_THAT(ErrorOf([&] { IndexWriter::Open(files(), Path("file")); }).what(), HasSubstr("is a file"));
  ErrorOf([&] { OpenSnapshot(files(), Path("file")); });
}

TEST_F(StoreTest, StraysOfOursAreRemovedAndOthersKept) {
  {
    auto writer = OpenWriter();
    AddFile(writer.get(), "a");
    writer->Commit();
  }
  for (const char* name : {"catalog-9.sqlite", "marks-77.segment", "manifest.new", "notes.txt", "marks-x"}) {
    std::ofstream(index() + "/" + name) << "left over";
  }
  OpenWriter();
  EXPECT_THAT(files().List(index()),
              ElementsAre("catalog-1.sqlite", "lock", "manifest", "marks-1.segment", "marks-x", "notes.txt"));
}

TEST_F(StoreTest, SmallSegmentsAreMergedAndTheDeadLeftBehind) {
  auto writer = OpenWriter();
  for (int i = 0; i < 3; ++i) AddFile(writer.get(), "f" + std::to_string(i));
  AddFile(writer.get(), "c", kChunks);
  writer->Commit();
  EXPECT_EQ(writer->StartMerges(), 0u);
  AddFile(writer.get(), "f3");
  writer->catalog().RemoveEntry("/files", "f1");  // content 2
  EXPECT_EQ(writer->catalog().DropDeadContents(), 1u);
  writer->Commit();
  auto before = Read();
  EXPECT_EQ(Degrees(before.get()).size(), 4 * 20 + 1u);

  EXPECT_EQ(writer->StartMerges(), 4u);
  AddFile(writer.get(), "f4");
  writer->Commit();
  auto after = Read();
  EXPECT_EQ(after->SegmentsOf(kFingerprints).size(), 2u);
  EXPECT_EQ(after->SegmentsOf(kChunks).size(), 1u);
  auto degrees = Degrees(after.get());
  EXPECT_EQ(degrees.size(), 4 * 20 + 1u);
  EXPECT_EQ(degrees[std::uint64_t{1} << 40], 4u);
  ContentMarks marks;
  EXPECT_FALSE(after->SegmentsOf(kFingerprints)[0]->FindContent(2, &marks));
  ASSERT_TRUE(after->SegmentsOf(kFingerprints)[0]->FindContent(3, &marks));
  EXPECT_EQ(marks.weight_at[0], 21u);
  EXPECT_EQ(Degrees(before.get()).size(), 4 * 20 + 1u);
  EXPECT_THAT(Problems(), IsEmpty());
  EXPECT_EQ(files().List(index()).size(), 3u + 3u);
}

TEST_F(StoreTest, ASegmentWithoutALiveContentGoes) {
  auto writer = OpenWriter();
  AddFile(writer.get(), "a");
  AddFile(writer.get(), "b");
  writer->Commit();
  writer->catalog().RemoveEntry("/files", "a");
  writer->catalog().DropDeadContents();
  writer->Commit();
  EXPECT_EQ(writer->StartMerges(), 1u);
  writer->Commit();
  EXPECT_EQ(Read()->segments().size(), 1u);
  EXPECT_EQ(Degrees(Read().get()).size(), 21u);
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(StoreTest, AWriterThatGoesStopsItsMerge) {
  auto writer = OpenWriter();
  for (int i = 0; i < 4; ++i) AddFile(writer.get(), "f" + std::to_string(i));
  writer->Commit();
  EXPECT_EQ(writer->StartMerges(), 4u);
  EXPECT_EQ(writer->StartMerges(), 0u);
  writer.reset();
  EXPECT_EQ(Read()->segments().size(), 4u);
  EXPECT_EQ(files().List(index()).size(), 3u + 4u);
}

TEST_F(StoreTest, ReadersAreNotDisturbedByCommits) {
  OpenWriter();
  std::atomic<bool> stop = false;
  std::atomic<int> reads = 0;
  std::thread reader([&] {
    std::uint64_t last = 0;
    while (!stop || reads == 0) {
      auto snapshot = Read();
      EXPECT_GE(snapshot->generation(), last);
      last = snapshot->generation();
      EXPECT_EQ(snapshot->catalog().Counts().entries, last);
      EXPECT_EQ(Degrees(snapshot.get()).size(), last == 0 ? 0 : last * 20 + 1);
      ++reads;
    }
  });
  auto writer = OpenWriter();
  for (int i = 0; i < 40; ++i) {
    writer->StartMerges();
    AddFile(writer.get(), "f" + std::to_string(i));
    writer->Commit();
  }
  stop = true;
  reader.join();
  EXPECT_LT(Read()->segments().size(), 12u);
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(StoreTest, SegmentsMayBeAddedFromSeveralThreads) {
  auto writer = OpenWriter();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) {
        ContentId id = writer->NewContentId();
        std::vector<CoveredContent> covered = {{id, 0}};
        std::vector<Posting> postings = {{std::uint64_t{id} << 40, id, 1}};
        writer->AddSegment(kFingerprints, covered, postings);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  writer->Commit();
  EXPECT_EQ(Read()->segments().size(), 20u);
  EXPECT_EQ(Degrees(Read().get()).size(), 20u);
}

TEST_F(StoreTest, StatsCountWhatIsThere) {
  auto writer = OpenWriter();
  AddFile(writer.get(), "a");
  AddFile(writer.get(), "b");
  AddFile(writer.get(), "c", kChunks);
  writer->Commit();
  IndexStats stats = ReadStats(files(), index());
  EXPECT_EQ(stats.format_version, 4u);
  EXPECT_EQ(stats.generation, 1u);
  EXPECT_EQ(stats.files, 3u);
  EXPECT_EQ(stats.contents, 3u);
  EXPECT_EQ(stats.file_bytes, 300u);
  ASSERT_EQ(stats.methods.size(), 2u);
  EXPECT_EQ(stats.methods[0].method.name, "fingerprints");
  EXPECT_EQ(stats.methods[0].segments, 2u);
  EXPECT_EQ(stats.methods[0].marks, 42u);
  EXPECT_EQ(stats.methods[0].contents, 2u);
  std::uint64_t bytes = 0;
  for (const std::string& name : files().List(index())) {
    if (name != "lock") bytes += std::filesystem::file_size(index() + "/" + name);
  }
  EXPECT_EQ(stats.index_bytes, bytes);
}

TEST_F(StoreTest, MissingFilesAreNamed) {
  {
    auto writer = OpenWriter();
    AddFile(writer.get(), "a");
    writer->Commit();
  }
  for (const char* name : {"marks-1.segment", "catalog-1.sqlite", "manifest"}) {
    files().Rename(index() + "/" + name, Path("away"));
    Error error = ErrorOf([&] { Read(); });
    EXPECT_EQ(error.kind(), ErrorKind::kDamaged);
    EXPECT_THAT(error.what(), HasSubstr(name));
    EXPECT_THAT(error.what(), HasSubstr("missing"));
    EXPECT_THAT(Problems(), Contains(HasSubstr(name)));
    EXPECT_EQ(ErrorOf([&] { OpenWriter(); }).kind(), ErrorKind::kDamaged);
    files().Rename(Path("away"), index() + "/" + name);
  }
  EXPECT_THAT(Problems(), IsEmpty());
}

TEST_F(StoreTest, TheCheckComparesCatalogAndSegments) {
  auto writer = OpenWriter();
  StoredEntry stored;
  stored.entry.name = "a";
  stored.content = 5;
  writer->catalog().PutEntry("/", stored);
  std::vector<CoveredContent> covered = {{900, 0}};
  writer->AddSegment(kFingerprints, covered, {});
  writer->AddSegment(kFingerprints, covered, {});
  writer->Commit();
  EXPECT_THAT(Problems(), Contains(HasSubstr("/a has content 5, which is not there")));
  EXPECT_THAT(Problems(), Contains(HasSubstr("content 900 was never numbered")));
  EXPECT_THAT(Problems(), Contains(HasSubstr("content 900 is also in another segment")));
}

}  // namespace
}  // namespace kindred::index
