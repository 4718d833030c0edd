// See tally_scan.h.
#include "jobs/match/near/tally_scan.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/hashing.h"
#include "base/parallel.h"
#include "base/release_memory.h"
#include "jobs/scan/changed_files_reader.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "read/files/read_input.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tree/entries/change_plan.h"
#include "tree/entries/tree_walk.h"

namespace kindred::jobs {

namespace {

// Files of a round: they are read, then stored while the next round is read. Few enough to lose little at a
// stop, enough to be loaded fast.
constexpr std::size_t kFilesPerRound = 32 * 1024;

bool IsDirectory(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

// Sorted by directory and name, as walks are; each path once.
std::vector<tally::Tally> Sorted(std::vector<tally::Tally> tallies) {
  auto place = [](const tally::Tally& tally) {
    return std::pair(ParentOf(tally.path), BaseName(tally.path));
  };
  std::ranges::sort(tallies, {}, place);
  const auto rest = std::ranges::unique(tallies, {}, &tally::Tally::path);
  tallies.erase(rest.begin(), rest.end());
  return tallies;
}

// The stored tallies of the roots.
std::vector<tally::Tally> StoredTallies(const walk::WalkResult& walk, tally::TallyStore& store) {
  std::vector<std::string> directories;
  std::vector<std::string> files = walk.missing;
  for (const walk::Root& root : walk.roots)
    (IsDirectory(root.absolute) ? directories : files).push_back(root.absolute);
  std::vector<tally::Tally> stored = store.Below(directories);
  std::vector<tally::Tally> single = store.Of(files);
  base::MoveInto(&stored, single);
  return Sorted(std::move(stored));
}

// The stored tallies of the files.
std::vector<tally::Tally> StoredTallies(const std::vector<Directory>& directories, tally::TallyStore& store) {
  std::vector<std::string> paths;
  for (const Directory& directory : directories) {
    for (const Entry& entry : directory.entries) paths.push_back(JoinPath(directory.path, entry.name));
  }
  return Sorted(store.Of(paths));
}

// The change plan's content numbers are used for the number of a tally in its list; 0 is kNoContent.
ContentId ContentOf(std::size_t number) { return static_cast<ContentId>(number + 1); }
std::size_t NumberOf(ContentId content) { return content - 1; }

std::vector<index::StoredDirectory> AsDirectories(const std::vector<tally::Tally>& tallies) {
  std::vector<index::StoredDirectory> directories;
  std::string_view last;  // its path
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const tally::Tally& tally = tallies[i];
    const std::string_view path = ParentOf(tally.path);
    if (directories.empty() || last != path) directories.push_back({std::string(path), {}});
    last = path;
    Entry entry;
    entry.name = BaseName(tally.path);
    entry.size = tally.size;
    entry.mtime_ns = tally.mtime_ns;
    entry.ctime_ns = tally.ctime_ns;
    entry.inode = tally.inode;
    directories.back().entries.push_back({std::move(entry), ContentOf(i)});
  }
  return directories;
}

struct TallyPlan {
  tree::ChangePlan changes;
  std::vector<tally::Tally> unchanged;  // as stored, of files that did not change
};

TallyPlan PlanTallies(const std::vector<Directory>& walked, std::vector<tally::Tally> stored) {
  TallyPlan plan;
  plan.changes = tree::PlanChanges(walked, AsDirectories(stored), [](ContentId) { return true; });
  for (const index::StoredDirectory& directory : plan.changes.files) {
    for (const index::StoredEntry& file : directory.entries) {
      if (file.content != tree::kNoContent)
        plan.unchanged.push_back(std::move(stored[NumberOf(file.content)]));
    }
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

// One thread's tallies of a round.
class TallyTaker : public FileTaker {
 public:
  TallyTaker(const tree::ChangePlan& plan, const tally::TagTable& table) : plan_(plan), reader_(table) {}

  void Begin(const Entry&) override { reader_.Begin(); }
  void Feed(std::span<const std::uint8_t> piece) override { reader_.Feed(piece); }
  bool Take(std::size_t job, const Entry& entry) override {
    for (tree::FileNumber file : plan_.NamesSeenAs(plan_.to_read[job], entry))
      tallies_.push_back(reader_.Finish(plan_.PathOf(file), entry));
    return true;
  }

  std::vector<tally::Tally>& tallies() { return tallies_; }

 private:
  const tree::ChangePlan& plan_;
  TallyReader reader_;
  std::vector<tally::Tally> tallies_;
};

struct TalliedRound {
  std::vector<tally::Tally> tallies;
  ReadRound read;
};

TalliedRound TallyRound(ChangedFilesReader& reader, std::size_t count, const tree::ChangePlan& plan,
                        const tally::TagTable& table) {
  std::vector<std::unique_ptr<TallyTaker>> takers;
  std::vector<FileTaker*> of_threads;
  for (unsigned thread = 0; thread < reader.threads(); ++thread) {
    takers.push_back(std::make_unique<TallyTaker>(plan, table));
    of_threads.push_back(takers.back().get());
  }
  TalliedRound round;
  round.read = reader.Next(count, of_threads);
  for (auto& taker : takers) base::MoveInto(&round.tallies, taker->tallies());
  return round;
}

// Stores a round in a separate thread while the next one is read. The store is used by that thread alone
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
    auto store = [this, tallies = std::move(tallies), removed = std::move(removed)] {
      store_.Update(tallies, removed);
    };
    try {
      pending_ = std::async(std::launch::async, store);
    } catch (const std::system_error&) {
      store();  // no thread available
    }
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

void ReadChanged(const tree::ChangePlan& plan, const NearOptions& options, const tally::TagSet& tags,
                 tally::TallyStore& store, Observer& observer, TalliedTree* tree) {
  const tally::TagTable table(tags);
  ChangedFilesReader reader(plan, run::ThreadsOf(options.run), options.walk.follow_links, observer);
  BackgroundStore background(store);
  std::vector<std::string> removed;
  for (const auto& [directory, name] : plan.gone) removed.push_back(JoinPath(directory, name));
  do {
    const std::size_t size = std::min(kFilesPerRound, reader.Left().size());
    TalliedRound round = TallyRound(reader, size, plan, table);
    tree->read_files += round.read.files;
    tree->read_bytes += round.read.bytes;
    tree->tallies.insert(tree->tallies.end(), round.tallies.begin(), round.tallies.end());
    for (const ReadRound::Failed& failed : round.read.failed) {
      for (tree::FileNumber file : tree::ChangePlan::NamesOf(plan.to_read[failed.job])) {
        removed.push_back(plan.PathOf(file));
        tree->skips.push_back(failed.skip);
        tree->skips.back().path = removed.back();
      }
    }
    background.Put(std::move(round.tallies), std::exchange(removed, {}));
  } while (!reader.Done());
  background.Finish();
  if (reader.stopped()) {
    throw Error(ErrorKind::kCancelled,
                fmt::format("interrupted; the tallies of {} files were stored", tree->read_files), "",
                "run again to go on from there");
  }
}

TalliedTree TallyPlanned(walk::WalkResult walk, TallyPlan plan, const NearOptions& options,
                         const tally::TagSet& tags, tally::TallyStore& store, Observer& observer) {
  base::Free(&walk.directories);  // the plan has them
  TalliedTree tree;
  tree.tallies = std::move(plan.unchanged);
  tree.skips = std::move(walk.skips);
  tree.filtered = walk.filtered;
  tree.hidden = walk.hidden;
  run::StageTimer reading(observer, "tally");
  if (!plan.changes.to_read.empty() || !plan.changes.gone.empty())
    ReadChanged(plan.changes, options, tags, store, observer, &tree);
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
  run::StageTimer walking(observer, "walk");
  walk::WalkResult walk = tree::WalkTree(options.walk, run::ThreadsOf(options.run), index, observer);
  std::uint64_t walked = 0;
  for (const Directory& found : walk.directories) walked += found.entries.size();
  walking.Done(walked, "files");

  run::StageTimer comparing(observer, "compare");
  TallyPlan plan = PlanTallies(walk.directories, StoredTallies(walk, store));
  comparing.Done(walked, "files");
  return TallyPlanned(std::move(walk), std::move(plan), options, tags, store, observer);
}

TalliedTree TallyFiles(std::vector<walk::Root> roots, std::vector<Directory> directories,
                       const NearOptions& options, const tally::TagSet& tags, tally::TallyStore& store,
                       Observer& observer) {
  walk::WalkResult walk;
  walk.roots = std::move(roots);
  walk.directories = std::move(directories);
  TallyPlan plan = PlanTallies(walk.directories, StoredTallies(walk.directories, store));
  return TallyPlanned(std::move(walk), std::move(plan), options, tags, store, observer);
}

tally::Tally TallyInput(const Input& input, const tally::TagSet& tags, Observer& observer) {
  const tally::TagTable table(tags);
  TallyReader tallies(table);
  tallies.Begin();
  const auto outcome = read::ReadInput(
      input, [](const Entry&) { return true; },
      [&](std::span<const std::uint8_t> bytes) {
        run::StopIfAsked(observer);
        tallies.Feed(bytes);
        return true;
      });
  if (!outcome.ok) read::ThrowUnread(outcome, "the query file", input.name());
  return tallies.Finish(
      input.kind() == Input::Kind::kFile ? tree::ResolveRoot(input.name()).absolute : input.name(),
      outcome.entry);
}

}  // namespace kindred::jobs
