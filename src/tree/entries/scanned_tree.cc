// See scanned_tree.h.
#include "tree/entries/scanned_tree.h"

namespace kindred::tree {

void AddFilesWithContent(std::vector<index::StoredDirectory> files, ScannedTree* tree) {
  for (index::StoredDirectory& directory : files) {
    std::erase_if(directory.entries,
                  [](const index::StoredEntry& entry) { return entry.content == kNoContent; });
    for (const index::StoredEntry& entry : directory.entries) {
      ++tree->summary.files;
      tree->summary.bytes += entry.entry.size;
    }
    if (!directory.entries.empty()) tree->files.push_back(std::move(directory));
  }
}

Skip TooLargeToMark(const std::string& directory, const Entry& entry) {
  return {JoinPath(directory, entry.name), "mark", "too large to mark (--mark-up-to)", false};
}

}  // namespace kindred::tree
