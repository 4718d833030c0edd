// The pipeline of a scan, stage by stage; see scan.h.
#include "engine/scan.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <thread>
#include <utility>

#include "engine/change_plan.h"
#include "engine/known_contents.h"
#include "engine/read_round.h"
#include "engine/shown_paths.h"
#include "engine/stage_timer.h"
#include "index/store.h"
#include "kindred/error.h"
#include "walk/filter.h"
#include "walk/root_resolver.h"

namespace kindred {

namespace {

std::vector<std::string> AbsoluteRoots(const std::vector<Root>& roots) {
  std::vector<std::string> paths;
  for (const Root& root : roots) paths.push_back(root.absolute);
  return paths;
}

// An index that lies in the tree it describes would find itself changed by every scan.
void LeaveOutIndex(const std::string& directory, WalkResult* walk) {
  const std::string own = ResolveRoot(directory).absolute;
  std::erase_if(walk->directories, [&](const Directory& found) {
    return found.path == own || found.path.starts_with(own + '/');
  });
}

bool SameSkips(const std::vector<Skip>& a, const std::vector<Skip>& b) {
  return std::ranges::equal(a, b, [](const Skip& x, const Skip& y) {
    return x.path == y.path && x.stage == y.stage && x.reason == y.reason;
  });
}

void SortSkips(std::vector<Skip>* skips) {
  std::ranges::sort(*skips, [](const Skip& a, const Skip& b) {
    return std::tie(a.path, a.stage) < std::tie(b.path, b.stage);
  });
}

// What one scan carries from round to round.
class Scanner {
 public:
  Scanner(const WalkResult& walk, ChangePlan& plan, const Methods& methods, StoreWriter& writer,
          Coverage& coverage, ScannedTree* tree)
      : walk_(walk), plan_(plan), methods_(methods), writer_(writer), coverage_(coverage), tree_(tree) {}

  void Run(const ScanOptions& options, Observer& observer) {
    tree_->summary.merged_segments = writer_.StartMerges();
    for (const auto& [directory, name] : plan_.gone) writer_.catalog().RemoveEntry(directory, name);
    if (!plan_.to_read.empty()) ReadAll(options, observer);
    Finish(observer);
  }

 private:
  void ReadAll(const ScanOptions& options, Observer& observer) {
    KnownContents known(writer_.snapshot(), &coverage_, [this] { return writer_.NewContentId(); });
    ReadProgress progress;
    for (const ChangePlan::Job& job : plan_.to_read) {
      ++progress.total_files;
      progress.total_bytes += EntryOf(job.file).entry.size;
    }
    const unsigned threads = ThreadsOf(options.run);
    std::span<const ChangePlan::Job> rest = plan_.to_read;
    while (!rest.empty() && !tree_->summary.interrupted) {
      const std::size_t size = RoundSize(rest, plan_.files, methods_, MemoryOf(options.run));
      StageTimer reading(observer, "read");
      RoundResult round = ReadRound(rest.first(size), plan_.files, methods_, options.walk.follow_links,
                                    threads, known, &progress, observer);
      reading.Done(round.done.size(), "files", round.bytes);
      Store(rest.first(size), round, observer);
      rest = rest.subspan(size);
      if (!rest.empty()) writer_.Commit();
    }
  }

  void Store(std::span<const ChangePlan::Job> jobs, RoundResult& round, Observer& observer) {
    StageTimer marks(observer, "index");
    for (std::size_t i = 0; i < methods_.size(); ++i) {
      if (round.marked[i].covered.empty()) continue;
      tree_->summary.new_marks += round.marked[i].postings.size();
      writer_.AddSegment(ToStored(*methods_[i]), round.marked[i].covered, round.marked[i].postings);
      round.marked[i] = {};
    }
    marks.Done(tree_->summary.new_marks, "marks");
    StageTimer catalog(observer, "catalog");
    for (const Content& content : round.new_contents) writer_.catalog().PutContent(content);
    for (const RoundResult::Done& done : round.done) {
      const ChangePlan::Job& job = jobs[done.job];
      Put(job.file, done.entry, done.content);
      for (FileNumber other : job.others) Put(other, done.entry, done.content);
    }
    for (const RoundResult::Failed& failed : round.failed) {
      tree_->skips.push_back(failed.skip);
      const ChangePlan::Job& job = jobs[failed.job];
      plan_.added -= job.added;  // a skip, not news
      plan_.changed -= job.changed;
      Drop(job.file);
      for (FileNumber other : job.others) {
        Drop(other);
        Skip skip = failed.skip;
        skip.path = JoinPath(plan_.files[other.directory].path, EntryOf(other).entry.name);
        tree_->skips.push_back(skip);
      }
    }
    ScanSummary& summary = tree_->summary;
    summary.read_files += round.done.size();
    summary.read_bytes += round.bytes;
    summary.new_contents += round.new_contents.size();
    summary.interrupted = round.stopped;
    catalog.Done(round.done.size(), "files");
  }

  void Finish(Observer& observer) {
    const std::vector<std::string> roots = AbsoluteRoots(walk_.roots);
    SortSkips(&tree_->skips);
    StageTimer commit(observer, "commit");
    const bool same_skips = SameSkips(writer_.snapshot().catalog().SkipsUnder(roots), tree_->skips);
    const bool changed = tree_->summary.read_files > 0 || !plan_.gone.empty() || dropped_ > 0;
    if (!changed && same_skips && tree_->summary.merged_segments == 0)
      return;  // the writer forgets what it began
    if (!same_skips && !tree_->summary.interrupted) writer_.catalog().ReplaceSkips(roots, tree_->skips);
    if (changed) writer_.catalog().DropDeadContents();
    writer_.Commit();
    commit.Done(writer_.snapshot().segments().size(), "segments");
  }

  StoredEntry& EntryOf(FileNumber file) { return plan_.files[file.directory].entries[file.entry]; }

  void Put(FileNumber file, const Entry& seen, ContentId content) {
    StoredEntry& entry = EntryOf(file);
    std::string name = std::move(entry.entry.name);
    entry = {seen, content};
    entry.entry.name = std::move(name);
    writer_.catalog().PutEntry(plan_.files[file.directory].path, entry);
  }

  // A file that cannot be read now is not known any more.
  void Drop(FileNumber file) {
    writer_.catalog().RemoveEntry(plan_.files[file.directory].path, EntryOf(file).entry.name);
    ++dropped_;
  }

  const WalkResult& walk_;
  ChangePlan& plan_;
  const Methods& methods_;
  StoreWriter& writer_;
  Coverage& coverage_;
  ScannedTree* tree_;
  std::uint64_t dropped_ = 0;
};

// Files that were not read, for an error or because the run was stopped, have no content and leave the tree.
void KeepFilesWithContent(std::vector<StoredDirectory> planned, ScannedTree* tree) {
  for (StoredDirectory& directory : planned) {
    std::erase_if(directory.entries, [](const StoredEntry& entry) { return entry.content == kNoContent; });
    for (const StoredEntry& entry : directory.entries) {
      ++tree->summary.files;
      tree->summary.bytes += entry.entry.size;
    }
    if (!directory.entries.empty()) tree->files.push_back(std::move(directory));
  }
}

}  // namespace

ScannedTree ScanTree(FileSystem& files, const std::string& directory, const ScanOptions& options,
                     Observer& observer) {
  StageTimer whole(observer, "scan");
  const Methods methods = MakeMethods(options.methods);
  ScannedTree tree;

  StageTimer walking(observer, "walk");
  WalkResult walk = Walk(options.walk, ThreadsOf(options.run), observer);
  LeaveOutIndex(directory, &walk);
  std::uint64_t walked = 0;
  for (const Directory& found : walk.directories) walked += found.entries.size();
  walking.Done(walked, "files");

  StageTimer comparing(observer, "compare");
  auto snapshot = OpenSnapshot(files, directory);
  auto coverage = std::make_unique<Coverage>(*snapshot, methods);
  ChangePlan plan = PlanChanges(walk, *snapshot, *coverage);
  tree.skips = std::move(walk.skips);
  const bool same_skips = SameSkips(snapshot->catalog().SkipsUnder(AbsoluteRoots(walk.roots)), tree.skips);
  comparing.Done(walked, "files");

  if (!plan.to_read.empty() || !plan.gone.empty() || !same_skips) {
    auto writer = StoreWriter::Open(files, directory);
    if (writer->snapshot().generation() != snapshot->generation()) {  // someone committed in between
      coverage = std::make_unique<Coverage>(writer->snapshot(), methods);
      plan = PlanChanges(walk, writer->snapshot(), *coverage);
    }
    Scanner(walk, plan, methods, *writer, *coverage, &tree).Run(options, observer);
  }

  ScanSummary& summary = tree.summary;
  for (const Root& root : walk.roots) summary.roots.push_back(root.typed);
  summary.added = plan.added;
  summary.changed = plan.changed;
  summary.unchanged = plan.unchanged;
  summary.gone = plan.gone.size();
  summary.filtered = walk.filtered;
  summary.hidden = walk.hidden;
  summary.skip_counts = CountSkips(tree.skips);
  KeepFilesWithContent(std::move(plan.files), &tree);
  tree.roots = std::move(walk.roots);
  summary.seconds = whole.Seconds();
  return tree;
}

ScannedTree TreeFromIndex(FileSystem& files, const std::string& directory, const WalkOptions& options) {
  ScannedTree tree;
  for (const std::string& typed : options.roots) {
    tree.roots.push_back(ResolveRoot(typed));
    tree.summary.roots.push_back(typed);
  }
  const std::vector<std::string> roots = AbsoluteRoots(tree.roots);
  auto snapshot = OpenSnapshot(files, directory);
  tree.skips = snapshot->catalog().SkipsUnder(roots);
  tree.summary.skip_counts = CountSkips(tree.skips);
  std::vector<StoredDirectory> stored = snapshot->catalog().DirectoriesUnder(roots);
  const Filter filter(options);
  for (StoredDirectory& found : stored) {
    DirectoryNames names{SplitPath(found.path), 0};
    for (const std::string& root : roots) {
      if (found.path.starts_with(root)) names.root_names = std::max(names.root_names, SplitPath(root).size());
    }
    tree.summary.filtered += std::erase_if(found.entries, [&](const StoredEntry& stored_entry) {
      const Entry& entry = stored_entry.entry;
      struct stat status = {};
      status.st_size = static_cast<off_t>(entry.size);
      return !filter.FitsSize(status) || filter.Excludes(names, entry.name.c_str(), false) ||
             filter.LacksInclude(names, entry.name.c_str());
    });
  }
  KeepFilesWithContent(std::move(stored), &tree);
  return tree;
}

Methods MakeMethods(const std::vector<std::string>& texts) {
  Methods methods;
  for (const std::string& text : texts) {
    auto method = MakeMethod(text);
    const bool twice =
        std::ranges::any_of(methods, [&](const auto& other) { return other->info() == method->info(); });
    if (!twice) methods.push_back(std::move(method));
  }
  if (methods.empty()) throw Error(ErrorKind::kUsage, "no method is given", "--method");
  return methods;
}

unsigned ThreadsOf(const RunOptions& options) {
  return options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
}

std::uint64_t MemoryOf(const RunOptions& options) {
  if (options.memory != 0) return options.memory;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 4;
}

void PushSkips(const ScannedTree& tree, ResultSink& sink) {
  const ShownPaths shown(tree.roots);
  for (Skip skip : tree.skips) {
    skip.path = shown.Of(skip.path);
    sink.OnSkip(skip);
  }
}

std::vector<SkipCount> CountSkips(const std::vector<Skip>& skips) {
  std::map<std::string, SkipCount> by_reason;
  for (const Skip& skip : skips) {
    SkipCount& count = by_reason.try_emplace(skip.reason, SkipCount{skip.reason, 0, false}).first->second;
    ++count.files;
    count.error |= skip.error;
  }
  std::vector<SkipCount> counts;
  for (auto& [reason, count] : by_reason) counts.push_back(std::move(count));
  std::ranges::stable_sort(counts, std::greater<>(), &SkipCount::files);
  return counts;
}

Root ResolveRoot(const std::string& typed) {
  Root root{typed, ""};
  struct stat status;
  if (RootResolver().Resolve(typed, &root.absolute, &status) == 0) return root;
  root.absolute = std::filesystem::absolute(typed).lexically_normal().string();
  if (root.absolute.size() > 1 && root.absolute.ends_with('/')) root.absolute.pop_back();
  return root;
}

}  // namespace kindred
