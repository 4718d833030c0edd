// The pipeline of a scan, stage by stage; see scan.h.
#include "jobs/scan/scan.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "index/store/store.h"
#include "inside/look_inside.h"
#include "jobs/scan/changed_files_reader.h"
#include "jobs/scan/known_contents.h"
#include "jobs/scan/mark_coverage.h"
#include "jobs/scan/mark_round.h"
#include "read/files/file_reader.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "tree/entries/change_plan.h"
#include "tree/entries/skips.h"
#include "tree/entries/tree_parts.h"
#include "tree/entries/tree_walk.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred::jobs {

namespace {

constexpr std::size_t kRootsKept = 100;

// Takes files that are not to be marked out of the walk.
void SetTooLargeAside(std::uint64_t most, walk::WalkResult* walk, tree::ScannedTree* tree) {
  for (Directory& directory : walk->directories) {
    Directory large{directory.path, {}};
    std::erase_if(directory.entries, [&](const Entry& entry) {
      if (entry.size <= most) return false;
      walk->skips.push_back(tree::TooLargeToMark(directory.path, entry));
      large.entries.push_back(entry);
      return true;
    });
    if (!large.entries.empty()) tree->too_large.push_back(std::move(large));
  }
  std::erase_if(walk->directories, [](const Directory& directory) { return directory.entries.empty(); });
  tree::SortSkips(&walk->skips);
}

// Contents that a run would look into, and that were not, or by other rules.
class UnlookedContents {
 public:
  UnlookedContents(index::CatalogReader& catalog, const inside::LookInside& look,
                   const MarkCoverage& coverage) {
    if (!look.Any()) return;
    for (const Content& content : catalog.AllContents()) {
      if (!content.container_known) contents_.insert(content.id);
    }
    for (const index::StoredContainer& container : catalog.AllContainers()) {
      const auto type = extract::ContainerTypeOf(container.type);
      const bool marked = std::ranges::all_of(
          container.parts, [&](const index::StoredPart& part) { return coverage.All(part.content); });
      if (!look.IsDone(container) || (!marked && type && look.Wants(*type)))
        contents_.insert(container.content);
    }
  }
  bool Contains(ContentId content) const { return !contents_.empty() && contents_.contains(content); }

 private:
  std::unordered_set<ContentId> contents_;
};

// An unchanged file is read again if a method has not marked it, or if there is more to see inside.
tree::ChangePlan PlanScan(const walk::WalkResult& walk, index::Snapshot& snapshot,
                          const MarkCoverage& coverage, const inside::LookInside& look) {
  const UnlookedContents unlooked(snapshot.catalog(), look, coverage);
  return tree::PlanChanges(
      walk.directories, snapshot.catalog().DirectoriesUnder(tree::ClaimedPaths(walk)),
      [&](ContentId content) { return coverage.All(content) && !unlooked.Contains(content); });
}

// The state of one scan from round to round.
class Scanner {
 public:
  Scanner(base::FileSystem& files, const std::string& directory, const walk::WalkResult& walk,
          tree::ChangePlan& plan, const tree::Methods& methods, const inside::LookInside& look,
          index::IndexWriter& writer, MarkCoverage& coverage, tree::ScannedTree* tree)
      : files_(files),
        directory_(directory),
        walk_(walk),
        plan_(plan),
        methods_(methods),
        look_(look),
        writer_(writer),
        coverage_(coverage),
        tree_(tree) {}

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
    ChangedFilesReader reader(plan_, run::ThreadsOf(options.run), options.walk.follow_links, observer);
    const std::function<bool()> stop = [&] { return observer.StopRequested(); };
    const MarkMemory memory{run::MemoryOf(options.run), reader.threads(), files_,
                            run::SpillDirectory(directory_)};
    for (;;) {
      const std::size_t size = MarkRoundSize(reader, plan_, methods_, memory);
      run::StageTimer reading(observer, "read");
      MarkedRound round = MarkRound(reader, size, methods_, known, look_, stop, memory);
      reading.Done(round.done.size(), "files", round.read.bytes);
      Store(round, reader.threads(), observer);
      tree_->summary.interrupted = reader.stopped();
      if (reader.Done()) break;
      writer_.Commit();
      tree_->summary.merged_segments += writer_.StartMerges();
    }
  }

  // Marks and catalog side by side: the one is sorted and encoded while the other is written.
  void Store(MarkedRound& round, unsigned threads, Observer& observer) {
    run::StageTimer storing(observer, "index");
    base::ParallelFor(std::min(2u, threads), 2, [&](std::size_t part, unsigned) {
      if (part == 0) StoreMarks(round, threads);
      if (part == 1) StoreFiles(round);
    });
    storing.Done(tree_->summary.new_marks, "marks");
  }

  void StoreMarks(MarkedRound& round, unsigned threads) {
    for (std::size_t i = 0; i < methods_.size(); ++i) {
      MarkedRound::Marked& marked = round.marked[i];
      for (const MarkedRound::Marked::Spilled& one : marked.spilled) {
        tree_->summary.new_marks += one.marks->size();
        writer_.AddSegment(tree::ToStored(*methods_[i]), one.covered, *one.marks);
      }
      base::Free(&marked.spilled);
      if (marked.contents.empty()) continue;
      for (const index::PostingPile& pile : marked.postings) tree_->summary.new_marks += pile.size();
      writer_.AddSegment(tree::ToStored(*methods_[i]), marked.contents, marked.postings, threads);
      marked = {};
    }
  }

  void StoreFiles(const MarkedRound& round) {
    for (const Content& content : round.new_contents) writer_.catalog().PutContent(content);
    for (const MarkedRound::Done& done : round.done) {
      const tree::ChangePlan::Job& job = plan_.to_read[done.job];
      tree_->summary.added += job.added;
      tree_->summary.changed += job.changed;
      for (tree::FileNumber file : plan_.NamesSeenAs(job, done.entry)) Put(file, done.entry, done.content);
      if (done.container) writer_.catalog().PutContainer(*done.container);
    }
    for (const ReadRound::Failed& failed : round.read.failed) {
      const tree::ChangePlan::Job& job = plan_.to_read[failed.job];
      for (tree::FileNumber file : tree::ChangePlan::NamesOf(job)) {
        if (!job.as_stored) Drop(file);  // else the marks of other methods stay valid
        tree_->skips.push_back(failed.skip);
        tree_->skips.back().path = plan_.PathOf(file);
      }
    }
    writer_.catalog().Flush();
    ScanSummary& summary = tree_->summary;
    summary.read_files += round.done.size();
    summary.read_bytes += round.read.bytes;
    summary.new_contents += round.new_contents.size();
  }

  void Finish(Observer& observer) {
    const std::vector<std::string> roots = tree::ClaimedPaths(walk_);
    tree::SortSkips(&tree_->skips);
    run::StageTimer commit(observer, "commit");
    const bool same_skips = tree::SameSkips(writer_.snapshot().catalog().SkipsUnder(roots), tree_->skips);
    const bool changed = tree_->summary.read_files > 0 || !plan_.gone.empty() || dropped_ > 0;
    std::vector<std::string> named;
    for (const walk::Root& root : walk_.roots) named.push_back(root.absolute);
    const std::vector<std::string> known = writer_.snapshot().catalog().Roots();
    // More are names from a list.
    const bool new_roots = named.size() <= kRootsKept && index::WithRoots(known, named) != known;
    if (!changed && same_skips && !new_roots && tree_->summary.merged_segments == 0)
      return;  // the writer discards what it began
    if (!same_skips && !tree_->summary.interrupted) writer_.catalog().ReplaceSkips(roots, tree_->skips);
    if (new_roots) writer_.catalog().PutRoots(named);
    if (changed) writer_.catalog().DropDeadContents();
    writer_.Commit();
    commit.Done(writer_.snapshot().segments().size(), "segments");
  }

  void Put(tree::FileNumber file, const Entry& seen, ContentId content) {
    index::StoredEntry& entry = plan_.files[file.directory].entries[file.entry];
    std::string name = std::move(entry.entry.name);
    entry = {seen, content};
    entry.entry.name = std::move(name);
    writer_.catalog().PutEntry(plan_.files[file.directory].path, entry);
  }

  // A file that cannot be read now is removed from the index.
  void Drop(tree::FileNumber file) {
    writer_.catalog().RemoveEntry(plan_.files[file.directory].path, plan_.EntryOf(file).name);
    ++dropped_;
  }

  base::FileSystem& files_;
  const std::string& directory_;  // of the index
  const walk::WalkResult& walk_;
  tree::ChangePlan& plan_;
  const tree::Methods& methods_;
  const inside::LookInside& look_;
  index::IndexWriter& writer_;
  MarkCoverage& coverage_;
  tree::ScannedTree* tree_;
  std::uint64_t dropped_ = 0;
};

// Files that could not be opened last time and cannot now, for the same reason, need no write and so no lock.
void SetStillSkippedAside(const std::vector<Skip>& known, bool follow_links, tree::ChangePlan* plan,
                          std::vector<Skip>* skips) {
  std::unordered_map<std::string, const Skip*> by_path;
  for (const Skip& skip : known) {
    if (skip.stage == "open") by_path.emplace(skip.path, &skip);
  }
  if (by_path.empty()) return;
  read::FileReader reader;
  std::erase_if(plan->to_read, [&](const tree::ChangePlan::Job& job) {
    const auto skip = by_path.find(plan->PathOf(job.file));
    if (skip == by_path.end()) return false;
    const index::StoredDirectory& directory = plan->files[job.file.directory];
    const read::OpenDirectory opened(directory.path, follow_links);
    if (opened.descriptor() < 0) return false;
    const auto outcome = reader.Read(
        opened.descriptor(), directory.entries[job.file.entry].entry.name, follow_links,
        [](const Entry&) { return false; }, [](auto) { return false; });
    if (outcome.ok || outcome.reason != skip->second->reason) return false;
    skips->push_back(*skip->second);
    for (tree::FileNumber other : job.others) {
      skips->push_back(*skip->second);
      skips->back().path = plan->PathOf(other);
    }
    return true;
  });
  tree::SortSkips(skips);
}

}  // namespace

tree::ScannedTree ScanTree(base::FileSystem& files, const std::string& directory, const ScanOptions& options,
                           Observer& observer) {
  run::StageTimer whole(observer, "scan");
  const tree::Methods methods = tree::MakeMethods(options.methods);
  tree::ScannedTree tree;
  tree.look = std::make_shared<inside::LookInside>(options.inside, run::ThreadsOf(options.run));

  run::StageTimer walking(observer, "walk");
  walk::WalkResult walk = tree::WalkTree(options.walk, run::ThreadsOf(options.run), directory, observer);
  SetTooLargeAside(options.mark_up_to, &walk, &tree);
  std::uint64_t walked = 0;
  for (const Directory& found : walk.directories) walked += found.entries.size();
  walking.Done(walked, "files");

  run::StageTimer comparing(observer, "compare");
  tree.snapshot = index::OpenSnapshot(files, directory);
  auto coverage = std::make_unique<MarkCoverage>(*tree.snapshot, methods);
  tree::ChangePlan plan = PlanScan(walk, *tree.snapshot, *coverage, *tree.look);
  const std::vector<Skip> walk_skips = std::move(walk.skips);
  tree.skips = walk_skips;
  const std::vector<Skip> known_skips = tree.snapshot->catalog().SkipsUnder(tree::ClaimedPaths(walk));
  SetStillSkippedAside(known_skips, options.walk.follow_links, &plan, &tree.skips);
  comparing.Done(walked, "files");

  if (!plan.to_read.empty() || !plan.gone.empty() || !tree::SameSkips(known_skips, tree.skips)) {
    auto writer = index::IndexWriter::Open(files, directory);
    if (writer->snapshot().generation() != tree.snapshot->generation()) {  // someone committed in between
      coverage = std::make_unique<MarkCoverage>(writer->snapshot(), methods);
      plan = PlanScan(walk, writer->snapshot(), *coverage, *tree.look);
      tree.skips = walk_skips;
    }
    Scanner(files, directory, walk, plan, methods, *tree.look, *writer, *coverage, &tree)
        .Run(options, observer);
    tree.snapshot =
        index::OpenSnapshot(files, directory);  // while the lock still keeps others from the next commit
  } else {
    index::RemoveLeftovers(files, directory);
  }

  ScanSummary& summary = tree.summary;
  for (const walk::Root& root : walk.roots) summary.roots.push_back(root.typed);
  summary.unchanged = plan.unchanged;
  summary.gone = plan.gone.size();
  summary.filtered = walk.filtered;
  summary.hidden = walk.hidden;
  tree.left_out = std::move(walk.left_out);
  tree::AddFilesWithContent(std::move(plan.files), &tree);
  tree::FindParts(&tree);
  summary.skip_counts = tree::CountSkips(tree.skips);
  tree.roots = std::move(walk.roots);
  summary.seconds = whole.Seconds();
  return tree;
}

}  // namespace kindred::jobs
