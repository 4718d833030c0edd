// The files of a tree as an index describes them: what a scan returns and what matching starts from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/store/store.h"
#include "inside/look_inside.h"
#include "kindred/options.h"
#include "kindred/values.h"
#include "model/entry.h"
#include "walk/walk.h"

namespace kindred::tree {

// The files of some roots with their contents, all of them in the index.
struct ScannedTree {
  std::vector<walk::Root> roots;
  std::vector<index::StoredDirectory> files;
  std::vector<Directory> too_large;  // files above ScanOptions::mark_up_to; they are among the skips
  std::vector<Skip> skips;
  std::vector<walk::LeftOut> left_out;  // as WalkResult
  ScanSummary summary;
  std::shared_ptr<const inside::LookInside> look;  // how this run looks inside files
  std::vector<index::StoredDirectory> parts;       // what is inside `files`, sorted by path; see tree_parts.h
  std::unique_ptr<index::Snapshot> snapshot;       // the state of the index that `files` are from
};

// An entry of a list of directories, by number.
struct FileNumber {
  std::uint32_t directory = 0;
  std::uint32_t entry = 0;
};

// The content of a file that has not been read.
inline constexpr ContentId kNoContent = 0;

// Adds the files to the tree and to its summary. Those without a content, which could not be read or were not
// because the run was stopped, are left out.
void AddFilesWithContent(std::vector<index::StoredDirectory> files, ScannedTree* tree);

// Why a file above ScanOptions::mark_up_to is not marked.
Skip TooLargeToMark(const std::string& directory, const Entry& entry);

}  // namespace kindred::tree
