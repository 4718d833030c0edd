// The tree that a call works on: as it is now, or as stored in the index.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "mark/method/method.h"
#include "tree/entries/scanned_tree.h"

namespace kindred::jobs {

// Scans the tree, or with `rescan` false takes it from the index (TreeFromIndex). Throws Error(kCancelled)
// if the scan was stopped.
tree::ScannedTree CurrentTree(base::FileSystem& files, const std::string& directory,
                              const ScanOptions& options, const mark::Method& method, bool rescan,
                              Observer& observer);

}  // namespace kindred::jobs
