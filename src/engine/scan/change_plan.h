// What a scan has to do: the walk's entries held against the catalog's. An entry whose size, mtime, ctime and
// inode are as stored, and whose content every method has marked, is not read again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/scan/mark_coverage.h"
#include "engine/scan/scanned_tree.h"
#include "index/catalog/catalog.h"
#include "walk/walk.h"

namespace kindred::engine {

struct ChangePlan {
  std::vector<index::StoredDirectory> files;  // as walked; kNoContent where the bytes must be read first
  // Each inode once, in the order of `files`. `others` are its further names (hard links).
  struct Job {
    FileNumber file;
    std::vector<FileNumber> others;
    std::uint64_t added = 0;  // how many of these names are new
    std::uint64_t changed = 0;
    bool as_stored = false;  // unchanged, and only read because a method has not marked it
  };
  std::vector<Job> to_read;
  std::vector<std::pair<std::string, std::string>> gone;  // directory, name: stored, and no longer there
  std::uint64_t unchanged = 0;
};

// Stored, but not met by a walk: gone, or only left out by the walk's filters?
bool IsGone(const std::string& directory, const std::string& name);

// What the walk speaks for: its roots, and listed names that were not there.
std::vector<std::string> ClaimedPaths(const walk::WalkResult& walk);

ChangePlan PlanChanges(const walk::WalkResult& walk, index::Snapshot& snapshot, const MarkCoverage& coverage);

}  // namespace kindred::engine
