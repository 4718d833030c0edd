// See changed_files_reader.h.
#include "jobs/scan/changed_files_reader.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <string>

#include "base/parallel.h"
#include "base/process.h"
#include "base/release_memory.h"
#include "read/files/file_reader.h"

namespace kindred::jobs {

namespace {

// Jobs first..last-1, all in one directory, so that it is opened once.
struct ReadBatch {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint64_t bytes = 0;
};

// Jobs of one directory are neighbours.
std::vector<ReadBatch> CutIntoBatches(const tree::ChangePlan& plan, std::size_t first, std::size_t last) {
  constexpr std::size_t kMostFiles = 64;
  constexpr std::uint64_t kMostBytes = 8 << 20;
  auto directory_of = [&](std::size_t job) { return plan.to_read[job].file.directory; };
  std::vector<ReadBatch> batches;
  for (std::size_t i = first; i < last; ++i) {
    const std::uint64_t size = plan.EntryOf(plan.to_read[i].file).size;
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

// A file written so shortly before it was read that a later write could leave its times as they are. Stored
// with a ctime that no file has, it is read again by the next scan (git calls such entries racily clean).
bool MayChangeUnseen(const Entry& entry, std::int64_t now_ns) {
  constexpr std::int64_t kTick = 10'000'000;             // the coarsest kernel clock
  constexpr std::int64_t kWholeSeconds = 2'000'000'000;  // file systems without fractions, FAT has two
  const bool fractions = entry.mtime_ns % 1'000'000'000 != 0 || entry.ctime_ns % 1'000'000'000 != 0;
  const std::int64_t reach = fractions ? kTick : kWholeSeconds;
  // A time set far into the future cannot be compared with now.
  auto just_now = [&](std::int64_t time) { return time + reach > now_ns && time <= now_ns + kWholeSeconds; };
  return just_now(entry.mtime_ns) || just_now(entry.ctime_ns);
}

}  // namespace

// Counts for all threads and all rounds, and reports progress now and then.
class ReadMeter {
 public:
  ReadMeter(std::uint64_t total_files, std::uint64_t total_bytes, Observer& observer)
      : total_files_(total_files), total_bytes_(total_bytes), observer_(observer) {}

  void Add(std::uint64_t files, std::uint64_t bytes) {
    files_ += files;
    bytes_ += bytes;
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || now - last_ < 50'000'000) return;
    last_ = now;
    observer_.OnProgress({"read", files_, total_files_, bytes_, total_bytes_});
  }

 private:
  const std::uint64_t total_files_;
  const std::uint64_t total_bytes_;
  Observer& observer_;
  std::atomic<std::uint64_t> files_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::mutex mutex_;
  std::int64_t last_ = 0;
};

namespace {

// One thread's share of a round.
class BatchReader {
 public:
  BatchReader(const tree::ChangePlan& plan, bool follow_links, ReadMeter& meter, Observer& observer,
              FileTaker& taker)
      : plan_(plan), follow_links_(follow_links), meter_(meter), observer_(observer), taker_(taker) {}

  void Read(const ReadBatch& batch) {
    const read::OpenDirectory directory(plan_.files[plan_.to_read[batch.first].file.directory].path,
                                        follow_links_, ancestors_);
    for (std::size_t job = batch.first; job < batch.last && !stopped_; ++job) {
      if (observer_.StopRequested())
        stopped_ = true;
      else if (directory.descriptor() < 0)
        Fail(job, "open", directory.reason(), directory.error());
      else
        ReadFile(job, directory.descriptor());
    }
  }

  ReadRound& round() { return round_; }
  bool stopped() const { return stopped_; }

 private:
  void Fail(std::size_t job, const std::string& stage, const std::string& reason, bool error) {
    round_.failed.push_back({job, {plan_.PathOf(plan_.to_read[job].file), stage, reason, error}});
  }

  void ReadFile(std::size_t job, int directory) {
    const std::int64_t now = base::NowNs();
    std::uint64_t bytes = 0;
    auto outcome = reader_.Read(
        directory, plan_.EntryOf(plan_.to_read[job].file).name, follow_links_,
        [&](const Entry& entry) {
          taker_.Begin(entry);
          return true;
        },
        [&](std::span<const std::uint8_t> piece) {
          taker_.Feed(piece);
          bytes += piece.size();
          if (bytes > read::FileReader::kPieceSize) meter_.Add(0, piece.size());
          return !observer_.StopRequested();
        },
        [&](int descriptor) { return taker_.Whole(descriptor); });
    // The first piece of a file is counted with the file; most files have no other.
    meter_.Add(1, std::min<std::uint64_t>(bytes, read::FileReader::kPieceSize));
    round_.bytes += bytes;
    if (outcome.ok) {
      if (MayChangeUnseen(outcome.entry, now)) outcome.entry.ctime_ns = 0;
      if (taker_.Take(job, outcome.entry)) {
        ++round_.files;
      } else {
        stopped_ = true;
      }
    } else if (observer_.StopRequested()) {
      stopped_ = true;
    } else {
      Fail(job, outcome.stage, outcome.reason, outcome.error);
    }
  }

  const tree::ChangePlan& plan_;
  bool follow_links_;
  ReadMeter& meter_;
  Observer& observer_;
  FileTaker& taker_;
  read::OpenAncestors ancestors_;
  read::FileReader reader_;
  ReadRound round_;
  bool stopped_ = false;
};

}  // namespace

ChangedFilesReader::ChangedFilesReader(const tree::ChangePlan& plan, unsigned threads, bool follow_links,
                                       Observer& observer)
    : plan_(plan), threads_(threads), follow_links_(follow_links), observer_(observer) {
  std::uint64_t bytes = 0;
  for (const tree::ChangePlan::Job& job : plan.to_read) bytes += plan.EntryOf(job.file).size;
  meter_ = std::make_unique<ReadMeter>(plan.to_read.size(), bytes, observer);
}

ChangedFilesReader::~ChangedFilesReader() = default;

ReadRound ChangedFilesReader::Next(std::size_t count, std::span<FileTaker* const> takers) {
  const std::vector<ReadBatch> batches = CutIntoBatches(plan_, next_, next_ + count);
  next_ += count;
  std::deque<BatchReader> readers;
  for (FileTaker* taker : takers) readers.emplace_back(plan_, follow_links_, *meter_, observer_, *taker);
  base::ParallelFor(static_cast<unsigned>(readers.size()), batches.size(),
                    [&](std::size_t batch, unsigned thread) { readers[thread].Read(batches[batch]); });
  ReadRound all;
  for (BatchReader& reader : readers) {
    ReadRound& one = reader.round();
    base::MoveInto(&all.failed, one.failed);
    all.files += one.files;
    all.bytes += one.bytes;
    stopped_ |= reader.stopped();
  }
  std::ranges::sort(all.failed, {}, &ReadRound::Failed::job);
  return all;
}

}  // namespace kindred::jobs
