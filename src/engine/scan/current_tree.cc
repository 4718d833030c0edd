// See current_tree.h.
#include "engine/scan/current_tree.h"

#include <fmt/format.h>

#include "engine/scan/scan.h"
#include "engine/scan/stored_tree.h"
#include "engine/stage_timer.h"
#include "kindred/error.h"

namespace kindred::engine {

ScannedTree CurrentTree(base::FileSystem& files, const std::string& directory, const ScanOptions& options,
                        const mark::Method& method, bool rescan, Observer& observer) {
  if (!rescan) {
    StageTimer list(observer, "list");
    ScannedTree tree = TreeFromIndex(files, directory, options, method);
    list.Done(tree.summary.files, "files");
    return tree;
  }
  ScannedTree tree = ScanTree(files, directory, options, observer);
  if (tree.summary.interrupted) {
    throw Error(ErrorKind::kCancelled,
                fmt::format("interrupted; {} files were read and are in the index", tree.summary.read_files),
                "", "run again to go on from there");
  }
  return tree;
}

}  // namespace kindred::engine
