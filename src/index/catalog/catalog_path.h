// Paths in the catalog: a tree of names. "/" is the name of the topmost directory; names below follow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kindred::index {

// "/a/b" to "/", "a", "b"; "/" to "/".
std::vector<std::string_view> PathNames(std::string_view path);

// "/a/b" to ("/a", "b"), "/a" to ("/", "a"), "/" to ("", "/").
struct ParentAndName {
  std::string_view parent;
  std::string_view name;
};
ParentAndName SplitPath(std::string_view path);

// Sorted, without those that are at or below another.
std::vector<std::string> OutermostRoots(std::vector<std::string> roots);

}  // namespace kindred::index
