// The writer of an index directory. Order of a commit: segments synced, catalog synced, directory synced, new
// manifest synced, renamed over the old one, directory synced; then what the new state no longer needs is
// removed. Each step may be the last one before a power loss.
#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>

#include "base/process.h"
#include "index/catalog/catalog_writer.h"
#include "index/segment/content_set.h"
#include "index/segment/merge.h"
#include "index/segment/segment_builder.h"
#include "index/store/manifest.h"
#include "index/store/snapshot.h"
#include "index/store/store.h"
#include "kindred/error.h"

namespace kindred::index {

namespace {

bool IsStray(const std::string& name, const Manifest& one, const Manifest& two) {
  const NameKind kind = KindOfName(name);
  const bool listed =
      kind == NameKind::kCatalog || kind == NameKind::kSegment || kind == NameKind::kTemplates;
  return kind == NameKind::kTemporary || (listed && !one.Names(name) && !two.Names(name));
}

// Removes files of ours that none of the manifests names. What cannot be removed stays for the next writer.
void RemoveStrays(base::FileSystem& files, const std::string& index_directory, const Manifest& one,
                  const Manifest& two) {
  try {
    for (const std::string& name : files.List(index_directory)) {
      if (!IsStray(name, one, two)) continue;
      try {
        files.Remove(JoinPath(index_directory, name));
      } catch (const Error&) {
      }
    }
  } catch (const Error&) {
  }
}

void RefuseForeignDirectory(base::FileSystem& files, const std::string& index_directory) {
  for (const std::string& name : files.List(index_directory)) {
    if (KindOfName(name) != NameKind::kForeign) continue;
    throw Error(ErrorKind::kFailed, "is not a kindred index and not empty (it has " + name + ")",
                index_directory, "choose another place with `directory`");
  }
}

ManifestSegment Named(const std::string& name, const SegmentFrame& frame) {
  return {name, frame.file_bytes, frame.checksum, MethodLine(frame.method)};
}

// Merges in another thread, if one can be started.
class Merging {
 public:
  struct Result {
    std::vector<std::string> removed;  // names of the segments that are merged
    std::optional<ManifestSegment> made;
  };

  Merging(base::FileSystem& files, std::string index_directory, std::vector<SegmentFiles> plan,
          ContentSet live, std::atomic<std::uint64_t>& next_file)
      : merge_([this, &files, index_directory = std::move(index_directory), plan = std::move(plan),
                live = std::move(live), &next_file](std::stop_token stop) {
          try {
            for (const SegmentFiles& segments : plan) {
              Result result;
              for (const auto& segment : segments) result.removed.emplace_back(BaseName(segment->path()));
              const std::string name = SegmentName(next_file++);
              auto frame = MergeSegments(files, JoinPath(index_directory, name), segments, live, stop);
              if (frame) result.made = Named(name, *frame);
              results_.push_back(std::move(result));
            }
          } catch (...) {
            failure_ = std::current_exception();
          }
        }) {
    try {
      thread_ = std::jthread(merge_);
    } catch (const std::system_error&) {
      // No thread available: Take merges.
    }
  }

  // Waits; throws what the merge threw.
  std::vector<Result> Take() {
    if (thread_.joinable()) {
      thread_.join();
    } else {
      merge_({});
    }
    if (failure_) std::rethrow_exception(failure_);
    return std::move(results_);
  }

 private:
  std::vector<Result> results_;
  std::exception_ptr failure_;
  std::function<void(std::stop_token)> merge_;
  std::jthread thread_;  // last: it uses the others, and stops before they go
};

class DirectoryWriter : public IndexWriter {
 public:
  DirectoryWriter(base::FileSystem& files, const std::string& index_directory)
      : files_(files), directory_(index_directory) {
    ClaimDirectory(files_, directory_);
    std::string holder;
    lock_ = files_.TryLock(JoinPath(directory_, "lock"), base::DescribeThisProcess(), &holder);
    if (!lock_) {
      throw Error(ErrorKind::kBusy,
                  "the index is being written by " + (holder.empty() ? "another process" : holder),
                  directory_, "wait for it or use another `directory`");
    }
    std::optional<Manifest> manifest = ReadManifest(files_, directory_);
    if (!manifest) {
      // From now on a directory with index files but no manifest is known to be damaged.
      manifest = Manifest{};
      WriteManifest(files_, directory_, *manifest);
    }
    RemoveStrays(files_, directory_, *manifest, *manifest);
    snapshot_ = OpenNewest(files_, directory_);
    next_content_ = manifest->next_content;
    next_file_ = manifest->next_file;
  }

  ~DirectoryWriter() override {
    merging_.reset();
    catalog_.reset();
    if (!dirty_) return;
    try {
      // After a commit that failed half-way either manifest may be the one that lasts.
      if (auto on_disk = ReadManifest(files_, directory_)) {
        RemoveStrays(files_, directory_, *on_disk, snapshot_->manifest());
      }
    } catch (const std::exception&) {
    }
  }

  Snapshot& snapshot() override { return *snapshot_; }

  CatalogWriter& catalog() override {
    RefuseAfterFailure();
    if (!catalog_) {
      dirty_ = true;
      const Manifest& last = snapshot_->manifest();
      catalog_ = std::make_unique<GrowingCatalog>(files_, directory_, CatalogName(last.generation + 1),
                                                  last.catalog);
    }
    return *catalog_;
  }

  ContentId NewContentId() override {
    std::uint64_t id = next_content_++;
    if (id <= std::numeric_limits<ContentId>::max()) return static_cast<ContentId>(id);
    --next_content_;
    throw Error(ErrorKind::kFailed, "this index has numbered 4 billion contents and can take no more",
                directory_, "start a new one with `directory`");
  }

  void AddSegment(const StoredMethod& method, std::span<const ContentMarks> contents,
                  std::span<const PostingPile> postings, unsigned threads) override {
    AddBuilt([&](const std::string& path) {
      return BuildSegment(files_, path, method, contents, postings, threads);
    });
  }

  void AddSegment(const StoredMethod& method, const CoveredContent& covered,
                  const MarkSpill& spill) override {
    AddBuilt([&](const std::string& path) { return BuildSegment(files_, path, method, covered, spill); });
  }

  std::uint64_t StartMerges() override {
    if (merging_ || snapshot_->segment_files().empty()) return 0;
    // Live is what has a row in the last committed catalog, with or without an entry: the catalog that is
    // being written may give an entry back to a content, but never brings back a row that is gone.
    ContentSet live;
    for (const Content& content : snapshot_->catalog().AllContents()) live.Add(content.id);
    std::vector<SegmentFiles> plan = PlanMerges(snapshot_->segment_files(), live);
    std::uint64_t count = 0;
    for (const SegmentFiles& segments : plan) count += segments.size();
    if (count == 0) return 0;
    dirty_ = true;
    merging_ = std::make_unique<Merging>(files_, directory_, std::move(plan), std::move(live), next_file_);
    return count;
  }

  void Commit() override {
    RefuseAfterFailure();
    failed_ = true;  // until everything has gone well
    Manifest next = NextManifest();
    if (next != snapshot_->manifest()) {
      ++next.generation;
      next.format = kIndexFormatVersion;
      next.next_content = next_content_;
      next.next_file = next_file_;
      files_.SyncDirectory(directory_);
      WriteManifest(files_, directory_, next);
      snapshot_ = std::make_unique<OpenedSnapshot>(files_, directory_, next, snapshot_.get());
      RemoveStrays(files_, directory_, next, next);
    }
    added_.clear();
    failed_ = false;
    dirty_ = false;
  }

 private:
  template <typename Build>
  void AddBuilt(Build build) {
    const std::string name = SegmentName(next_file_++);
    dirty_ = true;
    const SegmentFrame frame = build(JoinPath(directory_, name));
    std::lock_guard lock(mutex_);
    added_.push_back(Named(name, frame));
  }

  void RefuseAfterFailure() const {
    if (failed_)
      throw Error(ErrorKind::kFailed, "an earlier commit failed", directory_, "open the index again");
  }

  // The last committed manifest with all changes since, if any.
  Manifest NextManifest() {
    Manifest next = snapshot_->manifest();
    if (merging_) {
      std::vector<Merging::Result> results = merging_->Take();
      merging_.reset();
      for (Merging::Result& result : results) {
        std::erase_if(next.segments, [&](const ManifestSegment& segment) {
          return std::ranges::find(result.removed, segment.name) != result.removed.end();
        });
        if (result.made) next.segments.push_back(*std::move(result.made));
      }
    }
    next.segments.insert(next.segments.end(), added_.begin(), added_.end());
    if (catalog_ && catalog_->Changed()) {
      next.catalog = catalog_->Finish();
    } else if (next != snapshot_->manifest() && !next.catalog) {
      next.catalog = GrowingCatalog(files_, directory_, CatalogName(1), std::nullopt).Finish();
    }
    catalog_.reset();
    return next;
  }

  base::FileSystem& files_;
  std::string directory_;
  std::unique_ptr<base::FileLock> lock_;
  std::unique_ptr<OpenedSnapshot> snapshot_;
  std::unique_ptr<GrowingCatalog> catalog_;
  std::atomic<std::uint64_t> next_content_;
  std::atomic<std::uint64_t> next_file_;
  std::mutex mutex_;
  std::vector<ManifestSegment> added_;  // guarded by mutex_
  std::atomic<bool> dirty_ = false;     // files may have been made that no manifest names
  bool failed_ = false;
  std::unique_ptr<Merging> merging_;
};

}  // namespace

void RemoveLeftovers(base::FileSystem& files, const std::string& index_directory) {
  try {
    auto any = [&](const std::optional<Manifest>& manifest) {
      return manifest && std::ranges::any_of(files.List(index_directory), [&](const std::string& name) {
               return IsStray(name, *manifest, *manifest);
             });
    };
    if (!any(ReadManifest(files, index_directory))) return;
    // With the lock, so that they are not the files of a writer at work.
    std::string holder;
    const auto lock = files.TryLock(JoinPath(index_directory, "lock"), base::DescribeThisProcess(), &holder);
    if (!lock) return;
    if (const std::optional<Manifest> manifest = ReadManifest(files, index_directory))
      RemoveStrays(files, index_directory, *manifest, *manifest);
  } catch (const Error&) {
  }
}

void ClaimDirectory(base::FileSystem& files, const std::string& index_directory) {
  files.MakeDirectories(index_directory);
  if (!files.Exists(ManifestPath(index_directory))) RefuseForeignDirectory(files, index_directory);
}

void IndexWriter::AddSegment(const StoredMethod& method, std::span<const CoveredContent> covered,
                             std::span<const Posting> postings) {
  const PiledPostings piled = PileUp(method, covered, postings);
  AddSegment(method, piled.contents, piled.piles, 1);
}

std::unique_ptr<IndexWriter> IndexWriter::Open(base::FileSystem& files, const std::string& index_directory) {
  return std::make_unique<DirectoryWriter>(files, index_directory);
}

}  // namespace kindred::index
