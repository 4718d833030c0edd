// See shown_paths.h.
#include "engine/shown_paths.h"

#include "model/entry.h"

namespace kindred::engine {

ShownPaths::ShownPaths(const std::vector<walk::Root>& roots) {
  for (const walk::Root& root : roots) typed_.emplace(root.absolute, root.typed);
}

std::string ShownPaths::Of(const std::string& path) const {
  for (std::size_t end = path.size();;) {
    auto root = typed_.find(end == 0 ? "/" : path.substr(0, end));
    if (root != typed_.end()) {
      const std::size_t below = end == 0 ? 1 : end + 1;
      return below >= path.size() ? root->second : JoinPath(root->second, path.substr(below));
    }
    if (end == 0) return path;
    end = path.rfind('/', end - 1);
    if (end == std::string::npos) return path;
  }
}

}  // namespace kindred::engine
