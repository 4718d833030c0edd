// The scan: walk, compare with the catalog, read what changed, write segments and catalog, commit.
#pragma once

#include <string>

#include "base/file.h"
#include "engine/scan/scanned_tree.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::engine {

// Brings the index in `directory` up to date. A tree that is as stored takes no lock and writes nothing.
// When the observer asks to stop, what was read until then is committed and summary.interrupted is set.
ScannedTree ScanTree(base::FileSystem& files, const std::string& directory, const ScanOptions& options,
                     Observer& observer);

}  // namespace kindred::engine
