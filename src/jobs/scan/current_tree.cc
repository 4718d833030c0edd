// See current_tree.h.
#include "jobs/scan/current_tree.h"

#include <fmt/format.h>

#include "jobs/scan/scan.h"
#include "kindred/error.h"
#include "run/stage_timer.h"
#include "tree/entries/stored_tree.h"

namespace kindred::jobs {

tree::ScannedTree CurrentTree(base::FileSystem& files, const std::string& directory,
                              const ScanOptions& options, const mark::Method& method, bool rescan,
                              Observer& observer) {
  if (!rescan) {
    run::StageTimer list(observer, "list");
    tree::ScannedTree tree = tree::TreeFromIndex(files, directory, options, method);
    list.Done(tree.summary.files, "files");
    return tree;
  }
  tree::ScannedTree tree = ScanTree(files, directory, options, observer);
  if (tree.summary.interrupted) {
    throw Error(ErrorKind::kCancelled,
                fmt::format("interrupted; {} files were read and are in the index", tree.summary.read_files),
                "", "run again to go on from there");
  }
  return tree;
}

}  // namespace kindred::jobs
