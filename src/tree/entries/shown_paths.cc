// See shown_paths.h.
#include "tree/entries/shown_paths.h"

#include <algorithm>

#include "model/entry.h"

namespace kindred::tree {

ShownPaths::ShownPaths(const std::vector<walk::Root>& roots) {
  for (const walk::Root& root : roots) {
    typed_.emplace(root.absolute, root.typed);
    longest_ = std::max(longest_, root.absolute.size());
  }
}

// `start` is a path of `size` bytes, or as many of its bytes as a root may have and one more: a deep path is
// not tried name by name.
ShownPaths::Root ShownPaths::RootOf(const std::string& start, std::size_t size) const {
  std::size_t end = start.size();
  if (end < size) end = start.rfind('/');
  while (end != std::string::npos) {
    const auto root = typed_.find(end == 0 ? "/" : start.substr(0, end));
    if (root != typed_.end()) return {&root->second, end == 0 ? 1 : end + 1, root->first == root->second};
    if (end == 0) break;
    end = start.rfind('/', end - 1);
  }
  return {};
}

ShownPaths::Root ShownPaths::RootOf(const DirectoryPath& path) const {
  return RootOf(path.To(longest_ + 1), path.size());
}

std::string ShownPaths::Of(const std::string& path) const {
  const Root root = RootOf(path.substr(0, longest_ + 1), path.size());
  if (root.typed == nullptr) return path;
  return root.below >= path.size() ? *root.typed : JoinPath(*root.typed, path.substr(root.below));
}

}  // namespace kindred::tree
