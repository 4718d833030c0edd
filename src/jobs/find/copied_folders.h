// Folders whose files all have a copy in another folder, so that one line of a report covers all these
// copies.
//
// Equal folders form a set: each has the same contents, as often. A folder may also be contained: the other
// one has all its contents, and more. Folders of one file are left to the list of identical files. A pair
// that the folders around it cover, too, is left out (match/groups/directories.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "kindred/sink.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

class FolderCopies {
 public:
  FolderCopies() = default;
  // Those first that free the most.
  FolderCopies(const tree::ScannedTree& scanned, const tree::TreeScope& tree, Observer& observer);

  const std::vector<CopiedFolders>& sets() const { return sets_; }
  // Whether one of the sets covers these equal files: each is in one of its folders.
  bool Tell(const tree::TreeScope& tree, std::span<const tree::FileNumber> files) const;
  // Leaves out what a person has decided about; returns how many sets. Not before the last Tell.
  std::uint64_t Remove(const std::function<bool(const CopiedFolders&)>& decided);

 private:
  std::vector<CopiedFolders> sets_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> sets_of_;  // by the folder's absolute path
};

}  // namespace kindred::jobs
