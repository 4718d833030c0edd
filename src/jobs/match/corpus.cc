// See corpus.h.
#include "jobs/match/corpus.h"

#include <utility>

#include "jobs/scan/current_tree.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "tree/entries/stored_tree.h"
#include "tree/entries/tree_parts.h"
#include "tree/entries/type_filter.h"

namespace kindred::jobs {

namespace {

tree::ScannedTree OpenTree(base::FileSystem& files, const std::string& index_directory,
                           const CorpusOptions& options, const mark::Method& method, Observer& observer) {
  tree::ScannedTree scanned =
      CurrentTree(files, index_directory, options.scan, method, options.rescan, observer);
  if (options.only_unchanged && !options.rescan)
    tree::LeaveOutChanged(options.scan.walk.follow_links, &scanned);
  if (options.parts) tree::AddParts(&scanned);
  tree::KeepTypes(options.types, &scanned);
  return scanned;
}

}  // namespace

Corpus::Corpus(base::FileSystem& file_system, std::string directory, const CorpusOptions& options,
               const mark::Method& marker, const Pools& opened, Observer& observer)
    : files(file_system),
      index_directory(std::move(directory)),
      method(marker),
      pools(opened),
      joined(pools),
      scanned(OpenTree(files, index_directory, options, method, observer)),
      own_directories(scanned.files.size()),
      tree(JoinScope()) {
  run::StageTimer load(observer, "load");
  marks = tree::OpenTreeMarks(files, index_directory, *scanned.snapshot, method, options.templates);
  marks.keep = options.keep;
  if (!pools.Empty()) joined.AddMarks(tree, &marks);
  tree::WeighTree(&tree, &marks, run::ThreadsOf(options.scan.run));
  load.Done(tree.scope().size(), "contents");
}

// Files of pools come after those of the tree.
tree::TreeScope Corpus::JoinScope() {
  std::vector<Content> contents = scanned.snapshot->catalog().AllContents();
  if (!pools.Empty()) joined.AddFiles(&scanned, &contents);
  return {scanned, contents};
}

}  // namespace kindred::jobs
