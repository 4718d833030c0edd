// Paths as people typed them: the root as typed, then what lies below it.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "walk/walk.h"

namespace kindred::engine {

class ShownPaths {
 public:
  explicit ShownPaths(const std::vector<walk::Root>& roots);
  // `path` itself if no root is at or above it.
  std::string Of(const std::string& path) const;

 private:
  std::unordered_map<std::string, std::string> typed_;  // by absolute path
};

}  // namespace kindred::engine
