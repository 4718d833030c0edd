// Cutting paths into names, and which path contains which.
#include "index/catalog/catalog_path.h"

#include <algorithm>
#include <unordered_set>

namespace kindred::index {

std::vector<std::string_view> PathNames(std::string_view path) {
  std::vector<std::string_view> names;
  if (path.starts_with('/')) {
    names.push_back(path.substr(0, 1));
    path.remove_prefix(1);
  }
  while (!path.empty()) {
    std::size_t slash = std::min(path.find('/'), path.size());
    names.push_back(path.substr(0, slash));
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return names;
}

ParentAndName SplitPath(std::string_view path) {
  std::size_t slash = path.rfind('/');
  if (path == "/" || slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, std::max<std::size_t>(slash, 1)), path.substr(slash + 1)};
}

std::vector<std::string> OutermostRoots(std::vector<std::string> roots) {
  std::ranges::sort(roots);
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  const std::unordered_set<std::string_view> known(roots.begin(), roots.end());
  std::vector<std::string> outermost;
  for (const std::string& root : roots) {
    bool below = false;
    for (std::string_view above = SplitPath(root).parent; !above.empty() && !below;
         above = SplitPath(above).parent) {
      below = known.contains(above);
    }
    if (!below) outermost.push_back(root);
  }
  return outermost;
}

}  // namespace kindred::index
