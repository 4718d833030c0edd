// See tally_scan.h.
#include "engine/near/tally_scan.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/hashing.h"
#include "base/parallel.h"
#include "base/release_memory.h"
#include "engine/scan/change_plan.h"
#include "engine/scan/read_batches.h"
#include "engine/scan/scan.h"
#include "engine/stage_timer.h"
#include "kindred/error.h"
#include "read/file_reader.h"

namespace kindred::engine {

namespace {

// So many files are read, then stored while the next are read: few enough to lose little, enough to load
// fast.
constexpr std::size_t kFilesPerRound = 32 * 1024;

// A file to read. `others` are its further names (hard links), absolute.
struct Job {
  std::uint32_t directory = 0;
  const Entry* entry = nullptr;
  std::vector<std::string> others;
};

struct Plan {
  std::vector<Job> jobs;              // by directory
  std::vector<std::string> gone;      // stored, and no longer there
  std::vector<tally::Tally> tallies;  // as stored, of files that did not change
  std::uint64_t total_bytes = 0;
};

// A ctime of 0 tells nothing, not even beside another 0.
bool IsAsStored(const Entry& entry, const tally::Tally& stored) {
  return entry.ctime_ns != 0 && entry.size == stored.size && entry.mtime_ns == stored.mtime_ns &&
         entry.ctime_ns == stored.ctime_ns && entry.inode == stored.inode;
}

bool IsDirectory(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

using TalliesByPath = std::unordered_map<std::string, tally::Tally>;

void AddByPath(std::vector<tally::Tally> rows, TalliesByPath* to) {
  for (tally::Tally& row : rows) {
    std::string path = row.path;
    to->emplace(std::move(path), std::move(row));
  }
}

// What the store knows of the roots.
TalliesByPath StoredTallies(const walk::WalkResult& walk, tally::TallyStore& store) {
  std::vector<std::string> directories;
  std::vector<std::string> files = walk.missing;
  for (const walk::Root& root : walk.roots)
    (IsDirectory(root.absolute) ? directories : files).push_back(root.absolute);
  TalliesByPath stored;
  AddByPath(store.Below(directories), &stored);
  AddByPath(store.Of(files), &stored);
  return stored;
}

// What the store knows of the files.
TalliesByPath StoredTallies(const std::vector<Directory>& directories, tally::TallyStore& store) {
  std::vector<std::string> paths;
  for (const Directory& directory : directories) {
    for (const Entry& entry : directory.entries) paths.push_back(JoinPath(directory.path, entry.name));
  }
  TalliesByPath stored;
  AddByPath(store.Of(paths), &stored);
  return stored;
}

Plan PlanTallies(const walk::WalkResult& walk, TalliesByPath stored) {
  Plan plan;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> job_of_inode;
  for (std::uint32_t d = 0; d < walk.directories.size(); ++d) {
    for (const Entry& entry : walk.directories[d].entries) {
      std::string path = JoinPath(walk.directories[d].path, entry.name);
      if (auto known = stored.find(path); known != stored.end()) {
        const bool same = IsAsStored(entry, known->second);
        if (same) plan.tallies.push_back(std::move(known->second));
        stored.erase(known);
        if (same) continue;
      }
      const auto [job, first] = job_of_inode.try_emplace({entry.device, entry.inode}, plan.jobs.size());
      if (first) {
        plan.jobs.push_back({d, &entry, {}});
        plan.total_bytes += entry.size;
      } else {
        plan.jobs[job->second].others.push_back(std::move(path));
      }
    }
  }
  for (const auto& [path, tally] : stored) {
    const std::size_t slash = path.rfind('/');
    if (IsGone(slash == 0 ? "/" : path.substr(0, slash), path.substr(slash + 1))) plan.gone.push_back(path);
  }
  return plan;
}

// Takes one file after another: digest and counts in one pass. One per thread.
class TallyReader {
 public:
  explicit TallyReader(const tally::TagTable& table) : table_(table) {}

  void Begin() {
    state_ = tally::TagState();
    hash_.Begin();
  }
  void Feed(std::span<const std::uint8_t> piece) {
    tally::CountTags(table_, piece, &state_);
    hash_.Add(piece);
  }
  tally::Tally Finish(const std::string& path, const Entry& entry) const {
    const base::Hash128 hash = hash_.Value();
    tally::Tally tally;
    tally.path = path;
    tally.size = entry.size;
    tally.mtime_ns = entry.mtime_ns;
    tally.ctime_ns = entry.ctime_ns;
    tally.inode = entry.inode;
    tally.digest = {hash.high, hash.low};
    tally.counts = state_.counts;
    return tally;
  }

 private:
  const tally::TagTable& table_;
  tally::TagState state_;
  base::RunningHash128 hash_;
};

struct Round {
  std::vector<tally::Tally> tallies;
  std::vector<std::string> failed;  // paths; no longer known
  std::vector<Skip> skips;
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  bool stopped = false;
};

// One thread's share of a round.
class TallyWorker {
 public:
  TallyWorker(const walk::WalkResult& walk, std::span<const Job> jobs, const tally::TagTable& table,
              bool follow_links, ReadMeter& meter, Observer& observer)
      : walk_(walk),
        jobs_(jobs),
        follow_links_(follow_links),
        meter_(meter),
        observer_(observer),
        tallies_(table) {}

  void Work(const ReadBatch& batch) {
    const std::string& path = walk_.directories[jobs_[batch.first].directory].path;
    const read::OpenDirectory directory(path, follow_links_);
    for (std::size_t i = batch.first; i < batch.last && !round_.stopped; ++i) {
      const std::string file = JoinPath(path, jobs_[i].entry->name);
      if (observer_.StopRequested()) {
        round_.stopped = true;
      } else if (directory.descriptor() < 0) {
        Fail(file, jobs_[i], "open", directory.reason(), directory.error());
      } else {
        ReadFile(file, jobs_[i], directory.descriptor());
      }
    }
  }

  Round& round() { return round_; }

 private:
  void ReadFile(const std::string& path, const Job& job, int directory) {
    const std::int64_t now = NowNs();
    std::uint64_t bytes = 0;
    tallies_.Begin();
    read::FileReader::Outcome outcome = reader_.Read(
        directory, job.entry->name, follow_links_, [](const Entry&) { return true; },
        [&](std::span<const std::uint8_t> piece) {
          tallies_.Feed(piece);
          bytes += piece.size();
          if (bytes > read::FileReader::kPieceSize) meter_.Add(0, piece.size());
          return !observer_.StopRequested();
        });
    meter_.Add(1, std::min<std::uint64_t>(bytes, read::FileReader::kPieceSize));
    round_.bytes += bytes;
    if (outcome.ok) {
      if (MayChangeUnseen(outcome.entry, now)) outcome.entry.ctime_ns = 0;
      Take(path, job, outcome.entry);
    } else if (observer_.StopRequested()) {
      round_.stopped = true;
    } else {
      Fail(path, job, outcome.stage, outcome.reason, outcome.error);
    }
  }

  void Take(const std::string& path, const Job& job, const Entry& entry) {
    ++round_.files;
    round_.tallies.push_back(tallies_.Finish(path, entry));
    // A name that was replaced since the walk says nothing about the links it had; the next run reads them.
    if (entry.inode != job.entry->inode || entry.device != job.entry->device) return;
    for (const std::string& other : job.others) round_.tallies.push_back(tallies_.Finish(other, entry));
  }

  void Fail(const std::string& path, const Job& job, const std::string& stage, const std::string& reason,
            bool error) {
    auto add = [&](const std::string& name) {
      round_.failed.push_back(name);
      round_.skips.push_back({name, stage, reason, error});
    };
    add(path);
    for (const std::string& other : job.others) add(other);
  }

  const walk::WalkResult& walk_;
  std::span<const Job> jobs_;
  bool follow_links_;
  ReadMeter& meter_;
  Observer& observer_;
  read::FileReader reader_;
  TallyReader tallies_;
  Round round_;
};

Round ReadRound(const walk::WalkResult& walk, std::span<const Job> jobs, const tally::TagTable& table,
                const NearOptions& options, ReadMeter& meter, Observer& observer) {
  const std::vector<ReadBatch> batches = CutIntoBatches(
      jobs.size(), [&](std::size_t i) { return jobs[i].directory; },
      [&](std::size_t i) { return jobs[i].entry->size; });
  const unsigned threads = ThreadsOf(options.run);
  std::vector<std::optional<TallyWorker>> workers(threads);
  for (auto& worker : workers) worker.emplace(walk, jobs, table, options.walk.follow_links, meter, observer);
  base::ParallelFor(threads, batches.size(),
                    [&](std::size_t batch, unsigned thread) { workers[thread]->Work(batches[batch]); });
  Round all;
  for (auto& worker : workers) {
    Round& one = worker->round();
    base::MoveInto(&all.tallies, one.tallies);
    base::MoveInto(&all.failed, one.failed);
    base::MoveInto(&all.skips, one.skips);
    all.files += one.files;
    all.bytes += one.bytes;
    all.stopped |= one.stopped;
  }
  return all;
}

// Stores a round in a thread of its own while the next one is read. The store is used by that thread alone
// until Wait.
class BackgroundStore {
 public:
  explicit BackgroundStore(tally::TallyStore& store) : store_(store) {}
  ~BackgroundStore() {
    if (pending_.valid()) pending_.wait();
  }

  void Put(std::vector<tally::Tally> tallies, std::vector<std::string> removed) {
    Wait();
    if (tallies.empty() && removed.empty()) return;
    changed_ = true;
    pending_ =
        std::async(std::launch::async, [this, tallies = std::move(tallies), removed = std::move(removed)] {
          store_.Update(tallies, removed);
        });
  }
  void Finish() {
    Wait();
    if (changed_) store_.MakeIndexes();
  }

 private:
  void Wait() {
    if (pending_.valid()) pending_.get();
  }

  tally::TallyStore& store_;
  std::future<void> pending_;
  bool changed_ = false;
};

void ReadChanged(const walk::WalkResult& walk, Plan& plan, const NearOptions& options,
                 const tally::TagSet& tags, tally::TallyStore& store, Observer& observer, TalliedTree* tree) {
  const tally::TagTable table(tags);
  ReadProgress progress{.total_files = plan.jobs.size(), .total_bytes = plan.total_bytes};
  ReadMeter meter(&progress, observer);
  BackgroundStore background(store);
  std::span<const Job> rest = plan.jobs;
  std::vector<std::string> removed = std::move(plan.gone);
  bool stopped = false;
  do {
    const std::size_t size = std::min(kFilesPerRound, rest.size());
    Round round = ReadRound(walk, rest.first(size), table, options, meter, observer);
    tree->read_files += round.files;
    tree->read_bytes += round.bytes;
    tree->tallies.insert(tree->tallies.end(), round.tallies.begin(), round.tallies.end());
    base::MoveInto(&tree->skips, round.skips);
    base::MoveInto(&removed, round.failed);
    background.Put(std::move(round.tallies), std::exchange(removed, {}));
    rest = rest.subspan(size);
    stopped = round.stopped;
  } while (!rest.empty() && !stopped);
  background.Finish();
  if (stopped) {
    throw Error(ErrorKind::kInterrupted,
                fmt::format("interrupted; the tallies of {} files were stored", tree->read_files), "",
                "run again to go on from there");
  }
}

TalliedTree TallyPlanned(walk::WalkResult walk, Plan plan, const NearOptions& options,
                         const tally::TagSet& tags, tally::TallyStore& store, Observer& observer) {
  TalliedTree tree;
  tree.tallies = std::move(plan.tallies);
  tree.skips = std::move(walk.skips);
  tree.filtered = walk.filtered;
  tree.hidden = walk.hidden;
  StageTimer reading(observer, "tally");
  if (!plan.jobs.empty() || !plan.gone.empty())
    ReadChanged(walk, plan, options, tags, store, observer, &tree);
  reading.Done(tree.read_files, "files", tree.read_bytes);

  for (tally::Tally& tally : tree.tallies) tally.host = store.host();
  std::ranges::sort(tree.tallies, {}, &tally::Tally::path);
  std::ranges::sort(tree.skips, {}, &Skip::path);
  tree.roots = std::move(walk.roots);
  return tree;
}

}  // namespace

TalliedTree TallyTree(const std::string& index, const NearOptions& options, const tally::TagSet& tags,
                      tally::TallyStore& store, Observer& observer) {
  StageTimer walking(observer, "walk");
  walk::WalkResult walk = walk::Walk(options.walk, ThreadsOf(options.run), observer);
  LeaveOutIndex(index, &walk);
  std::uint64_t walked = 0;
  for (const Directory& found : walk.directories) walked += found.entries.size();
  walking.Done(walked, "files");

  StageTimer comparing(observer, "compare");
  Plan plan = PlanTallies(walk, StoredTallies(walk, store));
  comparing.Done(walked, "files");
  return TallyPlanned(std::move(walk), std::move(plan), options, tags, store, observer);
}

TalliedTree TallyFiles(std::vector<walk::Root> roots, std::vector<Directory> directories,
                       const NearOptions& options, const tally::TagSet& tags, tally::TallyStore& store,
                       Observer& observer) {
  walk::WalkResult walk;
  walk.roots = std::move(roots);
  walk.directories = std::move(directories);
  Plan plan = PlanTallies(walk, StoredTallies(walk.directories, store));
  return TallyPlanned(std::move(walk), std::move(plan), options, tags, store, observer);
}

tally::Tally TallyFile(const std::string& file, const tally::TagSet& tags) {
  const tally::TagTable table(tags);
  TallyReader tallies(table);
  tallies.Begin();
  read::FileReader reader;
  auto piece = [&](std::span<const std::uint8_t> bytes) {
    tallies.Feed(bytes);
    return true;
  };
  const read::FileReader::Outcome outcome =
      file == "-" ? reader.ReadDescriptor(STDIN_FILENO, piece)
                  : reader.Read(
                        AT_FDCWD, file, true, [](const Entry&) { return true; }, piece);
  if (!outcome.ok) {
    throw Error(ErrorKind::kFailed,
                fmt::format("cannot {} the query file: {}", outcome.stage, read::TypedReason(outcome)), file);
  }
  return tallies.Finish(file == "-" ? file : ResolveRoot(file).absolute, outcome.entry);
}

}  // namespace kindred::engine
