// Paths as people typed them: the root as typed, then what lies below it.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/directory_path.h"
#include "walk/walk.h"

namespace kindred::tree {

class ShownPaths {
 public:
  explicit ShownPaths(const std::vector<walk::Root>& roots);
  // `path` itself if no root is at or above it.
  std::string Of(const std::string& path) const;

  // The nearest root at or above a path, for paths that are shown more than once.
  struct Root {
    const std::string* typed = nullptr;  // of this ShownPaths; nullptr: no root
    std::size_t below = 0;               // where in the path the names below the root begin
    bool as_typed = false;               // typed as an absolute path, which is shown as it is
  };
  Root RootOf(const DirectoryPath& path) const;

 private:
  Root RootOf(const std::string& start, std::size_t size) const;

  std::unordered_map<std::string, std::string> typed_;  // by absolute path
  std::size_t longest_ = 0;                             // of these paths
};

}  // namespace kindred::tree
