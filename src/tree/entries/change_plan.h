// What must be read: the walk's files compared with those that are stored, in a catalog or among tallies. A
// file whose size, mtime, ctime and inode are as stored is not read again, unless more is asked of it now.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "index/catalog/catalog.h"
#include "tree/entries/scanned_tree.h"
#include "walk/walk.h"

namespace kindred::tree {

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
  std::vector<std::pair<DirectoryPath, std::string>> gone;  // directory, name: stored, and no longer there
  std::uint64_t unchanged = 0;

  const Entry& EntryOf(FileNumber file) const { return files[file.directory].entries[file.entry].entry; }
  std::string PathOf(FileNumber file) const {
    return JoinPath(files[file.directory].path, EntryOf(file).name);
  }
  // All names of a file.
  static std::vector<FileNumber> NamesOf(const Job& job);
  // The names of a file that was read as `seen`. If the name that was opened has been replaced since the
  // walk, its former links are unknown: they are left out, and the next run reads them.
  std::vector<FileNumber> NamesSeenAs(const Job& job, const Entry& seen) const;
};

// Whether a file that is stored but was not met by the walk is gone, or only left out by the walk's filters.
bool IsGone(const std::string& directory, const std::string& name);

// What the walk covers: its roots, and listed names that were missing.
std::vector<std::string> ClaimedPaths(const walk::WalkResult& walk);

// `stored` is what is known of ClaimedPaths, sorted by path and name. An unchanged file is read again if
// `is_complete` is false for its content. Cost: one pass over two sorted lists.
ChangePlan PlanChanges(const std::vector<Directory>& walked,
                       const std::vector<index::StoredDirectory>& stored,
                       const std::function<bool(ContentId)>& is_complete);

}  // namespace kindred::tree
