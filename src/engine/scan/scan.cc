// The pipeline of a scan, stage by stage; see scan.h.
#include "engine/scan/scan.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "engine/make_method.h"
#include "engine/scan/change_plan.h"
#include "engine/scan/known_contents.h"
#include "engine/scan/read_round.h"
#include "engine/shown_paths.h"
#include "engine/stage_timer.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "read/file_reader.h"
#include "walk/filter.h"
#include "walk/root_resolver.h"

namespace kindred::engine {

namespace {

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

Skip TooLarge(const std::string& directory, const Entry& entry) {
  return {JoinPath(directory, entry.name), "mark", "too large to mark (--mark-up-to)", false};
}

// Files that are not to be marked leave the walk.
void SetTooLargeAside(std::uint64_t most, walk::WalkResult* walk, ScannedTree* tree) {
  for (Directory& directory : walk->directories) {
    Directory large{directory.path, {}};
    std::erase_if(directory.entries, [&](const Entry& entry) {
      if (entry.size <= most) return false;
      walk->skips.push_back(TooLarge(directory.path, entry));
      large.entries.push_back(entry);
      return true;
    });
    if (!large.entries.empty()) tree->too_large.push_back(std::move(large));
  }
  std::erase_if(walk->directories, [](const Directory& directory) { return directory.entries.empty(); });
  SortSkips(&walk->skips);
}

// What one scan carries from round to round.
class Scanner {
 public:
  Scanner(const walk::WalkResult& walk, ChangePlan& plan, const Methods& methods, index::IndexWriter& writer,
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
    KnownContents known(writer_.snapshot(), &coverage_, plan_.to_read.size(),
                        [this] { return writer_.NewContentId(); });
    ReadProgress progress;
    for (const ChangePlan::Job& job : plan_.to_read) {
      ++progress.total_files;
      progress.total_bytes += EntryOf(job.file).entry.size;
    }
    const unsigned threads = ThreadsOf(options.run);
    std::span<const ChangePlan::Job> rest = plan_.to_read;
    for (;;) {
      const std::size_t size = RoundSize(rest, plan_.files, methods_, MemoryOf(options.run));
      StageTimer reading(observer, "read");
      RoundResult round = ReadRound(rest.first(size), plan_.files, methods_, options.walk.follow_links,
                                    threads, known, &progress, observer);
      reading.Done(round.done.size(), "files", round.bytes);
      Store(rest.first(size), round, threads, observer);
      rest = rest.subspan(size);
      if (rest.empty() || tree_->summary.interrupted) break;
      writer_.Commit();
      tree_->summary.merged_segments += writer_.StartMerges();
    }
  }

  // Marks and catalog side by side: the one is sorted and encoded while the other is written.
  void Store(std::span<const ChangePlan::Job> jobs, RoundResult& round, unsigned threads,
             Observer& observer) {
    StageTimer storing(observer, "index");
    base::ParallelFor(std::min(2u, threads), 2, [&](std::size_t part, unsigned) {
      if (part == 0) StoreMarks(round, threads);
      if (part == 1) StoreFiles(jobs, round);
    });
    storing.Done(tree_->summary.new_marks, "marks");
  }

  void StoreMarks(RoundResult& round, unsigned threads) {
    for (std::size_t i = 0; i < methods_.size(); ++i) {
      RoundResult::Marked& marked = round.marked[i];
      if (marked.contents.empty()) continue;
      for (const index::PostingPile& pile : marked.postings) tree_->summary.new_marks += pile.size();
      writer_.AddSegment(ToStored(*methods_[i]), marked.contents, marked.postings, threads);
      marked = {};
    }
  }

  void StoreFiles(std::span<const ChangePlan::Job> jobs, const RoundResult& round) {
    for (const Content& content : round.new_contents) writer_.catalog().PutContent(content);
    for (const RoundResult::Done& done : round.done) {
      const ChangePlan::Job& job = jobs[done.job];
      tree_->summary.added += job.added;
      tree_->summary.changed += job.changed;
      const Entry& walked = EntryOf(job.file).entry;
      const bool same_file = walked.inode == done.entry.inode && walked.device == done.entry.device;
      Put(job.file, done.entry, done.content);
      // A name that was replaced since the walk says nothing about the links it had; the next scan reads
      // them.
      if (!same_file) continue;
      for (FileNumber other : job.others) Put(other, done.entry, done.content);
    }
    for (const RoundResult::Failed& failed : round.failed) {
      tree_->skips.push_back(failed.skip);
      const ChangePlan::Job& job = jobs[failed.job];
      if (!job.as_stored) Drop(job.file);  // else what other methods know of it stays true
      for (FileNumber other : job.others) {
        if (!job.as_stored) Drop(other);
        Skip skip = failed.skip;
        skip.path = JoinPath(plan_.files[other.directory].path, EntryOf(other).entry.name);
        tree_->skips.push_back(skip);
      }
    }
    writer_.catalog().Flush();
    ScanSummary& summary = tree_->summary;
    summary.read_files += round.done.size();
    summary.read_bytes += round.bytes;
    summary.new_contents += round.new_contents.size();
    summary.interrupted = round.stopped;
  }

  void Finish(Observer& observer) {
    const std::vector<std::string> roots = ClaimedPaths(walk_);
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

  index::StoredEntry& EntryOf(FileNumber file) { return plan_.files[file.directory].entries[file.entry]; }

  void Put(FileNumber file, const Entry& seen, ContentId content) {
    index::StoredEntry& entry = EntryOf(file);
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

  const walk::WalkResult& walk_;
  ChangePlan& plan_;
  const Methods& methods_;
  index::IndexWriter& writer_;
  Coverage& coverage_;
  ScannedTree* tree_;
  std::uint64_t dropped_ = 0;
};

// A file that could not be opened last time and cannot now, for the same reason, is no reason to take the
// lock.
void SetStillSkippedAside(const std::vector<Skip>& known, bool follow_links, ChangePlan* plan,
                          std::vector<Skip>* skips) {
  std::unordered_map<std::string, const Skip*> by_path;
  for (const Skip& skip : known) {
    if (skip.stage == "open") by_path.emplace(skip.path, &skip);
  }
  if (by_path.empty()) return;
  read::FileReader reader;
  auto path_of = [&](FileNumber file) {
    return JoinPath(plan->files[file.directory].path,
                    plan->files[file.directory].entries[file.entry].entry.name);
  };
  std::erase_if(plan->to_read, [&](const ChangePlan::Job& job) {
    const auto skip = by_path.find(path_of(job.file));
    if (skip == by_path.end()) return false;
    const index::StoredDirectory& directory = plan->files[job.file.directory];
    const read::OpenDirectory opened(directory.path, follow_links);
    if (opened.descriptor() < 0) return false;
    const auto outcome = reader.Read(
        opened.descriptor(), directory.entries[job.file.entry].entry.name, follow_links,
        [](const Entry&) { return false; }, [](auto) { return false; });
    if (outcome.ok || outcome.reason != skip->second->reason) return false;
    skips->push_back(*skip->second);
    for (FileNumber other : job.others) {
      skips->push_back(*skip->second);
      skips->back().path = path_of(other);
    }
    return true;
  });
  SortSkips(skips);
}

// What a walk with these options would not have come to; returns how many files.
std::uint64_t LeaveOutFiltered(const WalkOptions& options, const std::vector<std::string>& roots,
                               std::vector<index::StoredDirectory>* stored) {
  const walk::Filter filter(options);
  const std::unordered_set<std::string> is_root(roots.begin(), roots.end());
  std::unordered_set<std::string> has_root;  // directories
  for (const std::string& root : roots) has_root.insert(walk::ParentPath(root));
  std::uint64_t filtered = 0;
  for (index::StoredDirectory& found : *stored) {
    std::string outer = found.path;  // the nearest root at or above
    while (outer != "/" && !is_root.contains(outer)) outer = walk::ParentPath(outer);
    const bool reached = is_root.contains(outer) && filter.Reaches(outer, found.path, true);
    const walk::DirectoryNames directory{.names = walk::SplitPath(found.path),
                                         .root_names = walk::SplitPath(outer).size()};
    const bool with_roots = has_root.contains(found.path);
    filtered += std::erase_if(found.entries, [&](const index::StoredEntry& stored_entry) {
      struct stat status = {};
      status.st_size = static_cast<off_t>(stored_entry.entry.size);
      if (!filter.FitsSize(status)) return true;
      const std::string& name = stored_entry.entry.name;
      if (with_roots && is_root.contains(JoinPath(found.path, name))) return false;  // named itself
      return !reached || !filter.Takes(directory, name.c_str());
    });
  }
  return filtered;
}

// The same for files that the index knows; it may have them among its skips, too.
void SetTooLargeAside(std::uint64_t most, std::vector<index::StoredDirectory>* stored, ScannedTree* tree) {
  std::unordered_set<std::string> known;
  for (const Skip& skip : tree->skips) {
    if (skip.stage == "mark") known.insert(skip.path);
  }
  for (index::StoredDirectory& directory : *stored) {
    Directory large{directory.path, {}};
    std::erase_if(directory.entries, [&](const index::StoredEntry& file) {
      if (file.entry.size <= most) return false;
      Skip skip = TooLarge(directory.path, file.entry);
      if (!known.contains(skip.path)) tree->skips.push_back(std::move(skip));
      large.entries.push_back(file.entry);
      return true;
    });
    if (!large.entries.empty()) tree->too_large.push_back(std::move(large));
  }
}

// By content id.
std::vector<bool> MarkedContents(const index::Snapshot& snapshot, const mark::Method& method) {
  std::vector<bool> marked;
  for (const auto& segment : snapshot.SegmentsOf(ToStored(method))) {
    segment->ForEachContent([&](const index::ContentMarks& content) {
      if (content.content >= marked.size()) marked.resize(content.content + 1);
      marked[content.content] = true;
    });
  }
  return marked;
}

// Files that were not read, for an error or because the run was stopped, have no content and leave the tree.
void KeepFilesWithContent(std::vector<index::StoredDirectory> planned, ScannedTree* tree) {
  for (index::StoredDirectory& directory : planned) {
    std::erase_if(directory.entries,
                  [](const index::StoredEntry& entry) { return entry.content == kNoContent; });
    for (const index::StoredEntry& entry : directory.entries) {
      ++tree->summary.files;
      tree->summary.bytes += entry.entry.size;
    }
    if (!directory.entries.empty()) tree->files.push_back(std::move(directory));
  }
}

}  // namespace

ScannedTree ScanTree(base::FileSystem& files, const std::string& index_directory, const ScanOptions& options,
                     Observer& observer) {
  StageTimer whole(observer, "scan");
  const Methods methods = MakeMethods(options.methods);
  ScannedTree tree;

  StageTimer walking(observer, "walk");
  walk::WalkResult walk = walk::Walk(options.walk, ThreadsOf(options.run), observer);
  LeaveOutIndex(index_directory, &walk);
  SetTooLargeAside(options.mark_up_to, &walk, &tree);
  std::uint64_t walked = 0;
  for (const Directory& found : walk.directories) walked += found.entries.size();
  walking.Done(walked, "files");

  StageTimer comparing(observer, "compare");
  tree.snapshot = index::OpenSnapshot(files, index_directory);
  auto coverage = std::make_unique<Coverage>(*tree.snapshot, methods);
  ChangePlan plan = PlanChanges(walk, *tree.snapshot, *coverage);
  const std::vector<Skip> walk_skips = std::move(walk.skips);
  tree.skips = walk_skips;
  const std::vector<Skip> known_skips = tree.snapshot->catalog().SkipsUnder(ClaimedPaths(walk));
  SetStillSkippedAside(known_skips, options.walk.follow_links, &plan, &tree.skips);
  comparing.Done(walked, "files");

  if (!plan.to_read.empty() || !plan.gone.empty() || !SameSkips(known_skips, tree.skips)) {
    auto writer = index::IndexWriter::Open(files, index_directory);
    if (writer->snapshot().generation() != tree.snapshot->generation()) {  // someone committed in between
      coverage = std::make_unique<Coverage>(writer->snapshot(), methods);
      plan = PlanChanges(walk, writer->snapshot(), *coverage);
      tree.skips = walk_skips;
    }
    Scanner(walk, plan, methods, *writer, *coverage, &tree).Run(options, observer);
    tree.snapshot = index::OpenSnapshot(
        files, index_directory);  // while the lock still keeps others from the next commit
  }

  ScanSummary& summary = tree.summary;
  for (const walk::Root& root : walk.roots) summary.roots.push_back(root.typed);
  summary.unchanged = plan.unchanged;
  summary.gone = plan.gone.size();
  summary.filtered = walk.filtered;
  summary.hidden = walk.hidden;
  tree.left_out = std::move(walk.left_out);
  summary.skip_counts = CountSkips(tree.skips);
  KeepFilesWithContent(std::move(plan.files), &tree);
  tree.roots = std::move(walk.roots);
  summary.seconds = whole.Seconds();
  return tree;
}

ScannedTree TreeFromIndex(base::FileSystem& files, const std::string& index_directory,
                          const ScanOptions& options, const mark::Method& method) {
  ScannedTree tree;
  std::vector<std::string> roots;
  for (const std::string& typed : options.walk.roots) {
    tree.roots.push_back(ResolveRoot(typed));
    tree.summary.roots.push_back(typed);
    roots.push_back(tree.roots.back().absolute);
  }
  tree.snapshot = index::OpenSnapshot(files, index_directory);
  if (tree.snapshot->SegmentsOf(ToStored(method)).empty())
    ThrowNoMarks(index_directory, *tree.snapshot, method.info());
  tree.skips = tree.snapshot->catalog().SkipsUnder(roots);
  std::vector<index::StoredDirectory> stored = tree.snapshot->catalog().DirectoriesUnder(roots);
  tree.summary.filtered = LeaveOutFiltered(options.walk, roots, &stored);
  SetTooLargeAside(options.mark_up_to, &stored, &tree);

  const std::vector<bool> marked = MarkedContents(*tree.snapshot, method);
  for (index::StoredDirectory& found : stored) {
    std::erase_if(found.entries, [&](const index::StoredEntry& entry) {
      if (entry.content < marked.size() && marked[entry.content]) return false;
      tree.skips.push_back(
          {JoinPath(found.path, entry.entry.name), "match", "not marked by this method yet", true});
      return true;
    });
  }
  SortSkips(&tree.skips);
  tree.summary.skip_counts = CountSkips(tree.skips);
  KeepFilesWithContent(std::move(stored), &tree);
  return tree;
}

ScannedTree ScanOrLoadTree(base::FileSystem& files, const std::string& index_directory,
                           const ScanOptions& options, const mark::Method& method, bool rescan,
                           Observer& observer) {
  if (!rescan) {
    StageTimer list(observer, "list");
    ScannedTree tree = TreeFromIndex(files, index_directory, options, method);
    list.Done(tree.summary.files, "files");
    return tree;
  }
  ScannedTree tree = ScanTree(files, index_directory, options, observer);
  if (tree.summary.interrupted) {
    throw Error(ErrorKind::kInterrupted,
                fmt::format("interrupted; {} files were read and are in the index", tree.summary.read_files),
                "", "run again to go on from there");
  }
  return tree;
}

void LeaveOutChanged(bool follow_links, ScannedTree* tree) {
  for (index::StoredDirectory& directory : tree->files) {
    const read::OpenDirectory opened(directory.path, follow_links);
    std::erase_if(directory.entries, [&](const index::StoredEntry& stored) {
      if (opened.descriptor() >= 0 &&
          read::FileReader::IsAsSeen(opened.descriptor(), stored.entry, follow_links))
        return false;
      --tree->summary.files;
      tree->summary.bytes -= stored.entry.size;
      tree->skips.push_back(
          {JoinPath(directory.path, stored.entry.name), "open", "changed since it was scanned", true});
      return true;
    });
  }
  std::erase_if(tree->files,
                [](const index::StoredDirectory& directory) { return directory.entries.empty(); });
  tree->summary.skip_counts = CountSkips(tree->skips);
}

Methods MakeMethods(const std::vector<std::string>& texts) {
  Methods methods;
  for (const std::string& text : texts) {
    auto method = MethodFrom(text);
    const bool twice =
        std::ranges::any_of(methods, [&](const auto& other) { return other->info() == method->info(); });
    if (!twice) methods.push_back(std::move(method));
  }
  if (methods.empty()) throw Error(ErrorKind::kUsage, "no method is given", "--method");
  return methods;
}

void LeaveOutIndex(const std::string& index_directory, walk::WalkResult* walk) {
  const std::string own = ResolveRoot(index_directory).absolute;
  std::erase_if(walk->directories, [&](const Directory& found) {
    return found.path == own || found.path.starts_with(own + '/');
  });
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
    sink.On(skip);
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

walk::Root ResolveRoot(const std::string& typed) {
  walk::Root root{typed, ""};
  struct stat status;
  if (walk::RootResolver().Resolve(typed, &root.absolute, &status) != 0)
    root.absolute = walk::AbsoluteThoughMissing(typed);
  return root;
}

}  // namespace kindred::engine
