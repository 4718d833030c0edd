// What every reading with several threads needs: batches of files, a meter for all threads, and a caution.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "kindred/sink.h"
#include "model/entry.h"

namespace kindred::engine {

// Jobs first..last-1, all in one directory, so that it is opened once.
struct ReadBatch {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint64_t bytes = 0;
};

// Jobs of one directory stand together; directory_of(job) and size_of(job) tell about them.
template <typename DirectoryOf, typename SizeOf>
std::vector<ReadBatch> CutIntoBatches(std::size_t jobs, DirectoryOf directory_of, SizeOf size_of) {
  constexpr std::size_t kMostFiles = 64;
  constexpr std::uint64_t kMostBytes = 8 << 20;
  std::vector<ReadBatch> batches;
  for (std::size_t i = 0; i < jobs; ++i) {
    const std::uint64_t size = size_of(i);
    const bool fits = !batches.empty() && directory_of(batches.back().first) == directory_of(i) &&
                      i - batches.back().first < kMostFiles && batches.back().bytes + size <= kMostBytes;
    if (!fits) batches.push_back({i, i, 0});
    batches.back().last = i + 1;
    batches.back().bytes += size;
  }
  // Large files first: none is left for one thread to read alone while the others are done.
  std::stable_partition(batches.begin(), batches.end(),
                        [](const ReadBatch& batch) { return batch.bytes > kMostBytes; });
  return batches;
}

// How far the reading of all rounds is.
struct ReadProgress {
  std::uint64_t files = 0;
  std::uint64_t total_files = 0;
  std::uint64_t bytes = 0;
  std::uint64_t total_bytes = 0;
};

// Counts for all threads, and tells the observer now and then.
class ReadMeter {
 public:
  ReadMeter(ReadProgress* progress, Observer& observer)
      : progress_(progress), observer_(observer), files_(progress->files), bytes_(progress->bytes) {}
  ~ReadMeter() {
    progress_->files = files_;
    progress_->bytes = bytes_;
  }

  void Add(std::uint64_t files, std::uint64_t bytes);

 private:
  ReadProgress* progress_;
  Observer& observer_;
  std::atomic<std::uint64_t> files_;
  std::atomic<std::uint64_t> bytes_;
  std::mutex mutex_;
  std::int64_t last_ = 0;
};

// A file written so shortly before it was read that a later write could leave its times as they are. Stored
// with a ctime that no file has, it is read again by the next scan (git calls such entries racily clean).
bool MayChangeUnseen(const Entry& entry, std::int64_t now_ns);
std::int64_t NowNs();

}  // namespace kindred::engine
