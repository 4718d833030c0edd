// An index directory: a manifest that names the segments and the catalog of the newest generation.
// Renaming a new manifest over the old one is the commit; before it nothing counts, after it nothing is lost.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/catalog/catalog.h"
#include "index/segment/mark_spill.h"
#include "index/segment/posting_pile.h"
#include "index/segment/segment.h"

namespace kindred::index {

// One committed state. Stays readable while writers go on.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  virtual std::uint64_t generation() const = 0;  // 0: nothing was ever committed
  virtual CatalogReader& catalog() = 0;          // not thread-safe
  virtual const std::vector<std::shared_ptr<const Segment>>& segments() const = 0;  // all methods
  // Those of one method.
  std::vector<std::shared_ptr<const Segment>> SegmentsOf(const StoredMethod& method) const;
};

// The newest committed state of `directory`; an empty one if there is no index yet.
// Throws Error(kDamaged) for a damaged index, Error(kFailed) for one of a newer format.
std::unique_ptr<Snapshot> OpenSnapshot(base::FileSystem& files, const std::string& index_directory);

// The only way to change an index. Calls come from one thread at a time, but for those marked thread-safe,
// which may run during any call but Commit.
class IndexWriter {
 public:
  // Creates the directory if needed, takes the lock, and removes what an interrupted writer left.
  // Throws Error(kBusy) naming the holder when another writer is at work.
  static std::unique_ptr<IndexWriter> Open(base::FileSystem& files, const std::string& index_directory);
  virtual ~IndexWriter() = default;  // without Commit: nothing happened

  virtual Snapshot& snapshot() = 0;  // the last committed state; valid until the next Commit
  // The next generation's catalog; made on first use as a copy of the last one.
  virtual CatalogWriter& catalog() = 0;
  virtual ContentId NewContentId() = 0;  // thread-safe
  // Thread-safe. The segment is written and synced now, and belongs to the next commit.
  // `contents` are ascending, and those of all postings among them.
  virtual void AddSegment(const StoredMethod& method, std::span<const ContentMarks> contents,
                          std::span<const PostingPile> postings, unsigned threads) = 0;
  // The same for one content whose marks do not fit in memory.
  virtual void AddSegment(const StoredMethod& method, const CoveredContent& covered,
                          const MarkSpill& spill) = 0;
  // The same for postings in an array.
  void AddSegment(const StoredMethod& method, std::span<const CoveredContent> covered,
                  std::span<const Posting> postings);
  // Starts merging, in another thread, the methods that have many segments (size-tiered: when a tier has 4 or
  // more), and those with mostly dead contents; Commit takes a merge that is finished and waits for one that
  // is not. Only committed segments are merged; contents that the last committed catalog does not have are
  // left behind. Returns how many segments are being merged.
  virtual std::uint64_t StartMerges() = 0;
  // Makes everything since the last commit durable and visible. Does nothing if there is nothing. If it
  // throws, the index is in its old state (or, if only the last sync failed, in the new one), and this writer
  // takes no further changes.
  virtual void Commit() = 0;
};

// Removes what an interrupted writer left, unless a writer is at work: for callers that find nothing to
// write. If that cannot be done, nothing happens.
void RemoveLeftovers(base::FileSystem& files, const std::string& index_directory);

// Reads everything, compares what must agree (manifest, segments, catalog), and reports what does not.
CheckResult CheckIndex(base::FileSystem& files, const std::string& index_directory, const Poll& poll = {});
// Throws Error(kNotFound) if there is no index, Error(kDamaged) if its manifest is not whole.
void RequireIndex(base::FileSystem& files, const std::string& index_directory);
IndexStats ReadStats(base::FileSystem& files, const std::string& index_directory);

// For other rooms that put a file into an index directory: makes the directory if needed. Throws
// Error(kFailed) if it is someone else's: not empty, and without an index.
void ClaimDirectory(base::FileSystem& files, const std::string& index_directory);

// The store of tallies, which src/tally keeps there.
inline constexpr const char* kTalliesName = "tallies.sqlite";

inline constexpr std::uint64_t kIndexFormatVersion = 4;
inline constexpr std::uint64_t kOldestFormatVersion = 2;  // that is read

}  // namespace kindred::index
