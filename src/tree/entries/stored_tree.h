// A tree from the index alone, without a walk. Its files may be gone.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/options.h"
#include "mark/method/method.h"
#include "tree/entries/scanned_tree.h"

namespace kindred::tree {

// Files that `method` has not marked are skips; if it has marked none, Error(kFailed).
ScannedTree TreeFromIndex(base::FileSystem& files, const std::string& directory, const ScanOptions& options,
                          const mark::Method& method);

// Takes the files out that are not as they were scanned (any more): skips, "changed since it was scanned".
// Before AddParts.
void LeaveOutChanged(bool follow_links, ScannedTree* tree);

// The walk itself; without roots, one of all that the index has.
WalkOptions OrWholeIndex(WalkOptions walk);

}  // namespace kindred::tree
