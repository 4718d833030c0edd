// The directories of some roots as a tree of numbered nodes, for directories.h. A directory that holds one
// directory and nothing else is not a node: the inner one is used.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "match/groups/directories.h"
#include "match/scope.h"

namespace kindred::match {

class DirectoryTree {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  struct Node {
    std::string path;
    std::uint32_t parent = kNone;
    std::vector<std::uint32_t> children;
    std::vector<std::uint32_t> places;
    std::uint32_t depth = 0;
    // Nodes at or below, by their order in the tree.
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    // Files at or below, in the same order.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint64_t bytes = 0;
  };
  struct File {
    std::uint32_t place = 0;
    std::uint32_t node = 0;
  };

  DirectoryTree(std::span<const DirectoryFiles> directories, std::span<const std::string> roots,
                const Scope& scope);

  const Node& node(std::uint32_t number) const { return nodes_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::span<const File> files() const { return files_; }
  // Whether `below` is `above` or lies below it.
  bool Holds(std::uint32_t above, std::uint32_t below) const {
    return nodes_[above].first <= nodes_[below].first && nodes_[below].first <= nodes_[above].last;
  }

 private:
  std::uint32_t NodeOf(const std::string& path);
  std::uint32_t Innermost(std::uint32_t number) const;
  void SortByPath(std::vector<std::uint32_t>* numbers) const;
  void Number(std::uint32_t top, const Scope& scope);
  void Enter(std::uint32_t number, const Scope& scope);

  std::unordered_set<std::string> roots_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<bool> below_root_;  // by node
  std::vector<File> files_;
  std::uint32_t entered_ = 0;
};

}  // namespace kindred::match
