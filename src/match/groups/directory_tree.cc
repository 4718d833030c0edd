// See directory_tree.h. Nothing here is recursive: trees may be deep.
#include "match/groups/directory_tree.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/entry.h"

namespace kindred::match {

DirectoryTree::DirectoryTree(std::span<const DirectoryFiles> directories, std::span<const std::string> roots,
                             const Scope& scope)
    : roots_(roots.begin(), roots.end()) {
  for (const DirectoryFiles& directory : directories)
    nodes_[NodeOf(directory.path)].places = directory.places;
  std::vector<std::uint32_t> tops;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].parent == kNone) tops.push_back(Innermost(i));
  }
  SortByPath(&tops);
  for (std::uint32_t top : tops) {
    nodes_[top].parent = kNone;
    Number(top, scope);
  }
}

// Makes the node and those between it and its root. A file that is a root lies in a directory that is below
// no root: that directory is another top.
std::uint32_t DirectoryTree::NodeOf(const std::string& path) {
  std::vector<std::string> missing;  // from the inside out
  std::uint32_t parent = kNone;
  bool below_root = false;
  for (std::string at = path;; at = ParentPath(at)) {
    if (const auto known = numbers_.find(at); known != numbers_.end()) {
      parent = known->second;
      below_root = below_root_[parent];
      break;
    }
    missing.push_back(at);
    below_root = roots_.contains(at);
    if (below_root || at == "/" || at.rfind('/') == std::string::npos) break;
  }
  if (missing.empty()) return parent;
  if (!below_root) {
    missing.resize(1);
    parent = kNone;
  }
  for (auto name = missing.rbegin(); name != missing.rend(); ++name) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    numbers_.emplace(*name, number);
    nodes_.emplace_back();
    below_root_.push_back(below_root);
    nodes_[number].path = std::move(*name);
    nodes_[number].parent = parent;
    if (parent != kNone) nodes_[parent].children.push_back(number);
    parent = number;
  }
  return parent;
}

std::uint32_t DirectoryTree::Innermost(std::uint32_t number) const {
  while (nodes_[number].places.empty() && nodes_[number].children.size() == 1)
    number = nodes_[number].children[0];
  return number;
}

void DirectoryTree::SortByPath(std::vector<std::uint32_t>* numbers) const {
  std::ranges::sort(*numbers, {},
                    [&](std::uint32_t number) { return std::string_view(nodes_[number].path); });
}

// Depth first.
void DirectoryTree::Number(std::uint32_t top, const Scope& scope) {
  std::vector<std::pair<std::uint32_t, std::size_t>> way = {{top, 0}};
  Enter(top, scope);
  while (!way.empty()) {
    auto& [number, next] = way.back();
    if (next < nodes_[number].children.size()) {
      const std::uint32_t child = nodes_[number].children[next++];
      nodes_[child].parent = number;
      nodes_[child].depth = nodes_[number].depth + 1;
      Enter(child, scope);
      way.emplace_back(child, 0);
      continue;
    }
    Node& node = nodes_[number];
    node.last = entered_ - 1;
    node.end = static_cast<std::uint32_t>(files_.size());
    if (node.parent != kNone) nodes_[node.parent].bytes += node.bytes;
    way.pop_back();
  }
}

void DirectoryTree::Enter(std::uint32_t number, const Scope& scope) {
  Node& node = nodes_[number];
  SortByPath(&node.children);
  for (std::uint32_t& child : node.children) child = Innermost(child);
  node.first = entered_++;
  node.begin = static_cast<std::uint32_t>(files_.size());
  for (std::uint32_t place : node.places) {
    files_.push_back({place, number});
    node.bytes += scope[place].size;
  }
}

}  // namespace kindred::match
