// The scan: walk, compare with the catalog, read what changed, write segments and catalog, commit.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "tree/entries/scanned_tree.h"

namespace kindred::jobs {

// Brings the index in `directory` up to date. A tree that is as stored takes no lock and writes nothing.
// When the observer asks to stop, what was read until then is committed and summary.interrupted is set.
tree::ScannedTree ScanTree(base::FileSystem& files, const std::string& directory, const ScanOptions& options,
                           Observer& observer);

}  // namespace kindred::jobs
