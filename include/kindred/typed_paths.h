// Converts paths as shown in results, which begin with a root as it was typed, to the paths in the index.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kindred::inline v0 {

class TypedPaths {
 public:
  TypedPaths() = default;
  // Resolves each root as a scan does: links in it are followed; a root that does not exist is taken
  // literally.
  static TypedPaths Below(const std::vector<std::string>& roots);
  // Each root as typed, and resolved.
  explicit TypedPaths(std::vector<std::pair<std::string, std::string>> roots);

  // Absolute, without "." and ".."; no link below the root is followed, since the index has names as the walk
  // reached them. Nothing for a path that is neither absolute nor below a root: a file of a pool.
  std::optional<std::string> Absolute(const std::string& shown) const;

 private:
  std::vector<std::pair<std::string, std::string>> roots_;  // by typed name
};

}  // namespace kindred::inline v0
