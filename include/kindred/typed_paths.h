// From paths as results show them, which begin with a root as it was typed, to the paths that the index has.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kindred::inline v0 {

class TypedPaths {
 public:
  TypedPaths() = default;
  // Resolves each root as a scan does: links in it are followed; what does not exist is taken by its text.
  static TypedPaths Below(const std::vector<std::string>& roots);
  // Each root as typed, and resolved.
  explicit TypedPaths(std::vector<std::pair<std::string, std::string>> roots);

  // Absolute, without "." and ".."; below the root no link is followed, as the index has names that it
  // reached. Nothing for a path that is not absolute and below no root: a file of a pool.
  std::optional<std::string> Absolute(const std::string& shown) const;

 private:
  std::vector<std::pair<std::string, std::string>> roots_;  // by typed name
};

}  // namespace kindred::inline v0
