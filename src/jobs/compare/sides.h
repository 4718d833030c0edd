// The two sides of a comparison: which file belongs to which, and which files are on both sides only because
// they are one file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "match/groups/relations.h"
#include "model/entry.h"
#include "tree/entries/tree_scope.h"
#include "walk/walk.h"

namespace kindred::jobs {

// The two roots, and which of them a path belongs to.
class Sides {
 public:
  // Throws Error(kUsage) if both are the same.
  Sides(const std::string& a, const std::string& b);

  const std::string& Typed(int side) const { return roots_[static_cast<std::size_t>(side)].typed; }
  const std::string& Absolute(int side) const { return roots_[static_cast<std::size_t>(side)].absolute; }
  bool Inside(int inner) const { return IsAtOrBelow(Absolute(inner), Absolute(1 - inner)); }

  // 0, 1, or -1: neither.
  int Of(const std::string& path) const {
    const int deeper = Inside(1) ? 1 : 0;
    if (IsAtOrBelow(path, Absolute(deeper))) return deeper;
    return IsAtOrBelow(path, Absolute(1 - deeper)) ? 1 - deeper : -1;
  }

  // Below the side's root; nothing for the root itself, which is then a file.
  std::string Below(int side, const std::string& path) const {
    const std::string& root = Absolute(side);
    if (path == root) return "";
    return path.substr(root == "/" ? 1 : root.size() + 1);
  }

  // As a person would write it.
  std::string Shown(int side, const std::string& below) const {
    return below.empty() ? Typed(side) : JoinPath(Typed(side), below);
  }

 private:
  std::array<walk::Root, 2> roots_;
};

// The files of one side, with what the report wants of them.
struct Side {
  std::vector<match::PlacedFile> files;
  std::vector<const Entry*> entries;
  std::vector<std::string> below;  // path below the root; empty: the root is this file
  std::vector<std::string> shown;
  std::vector<std::uint32_t> first;  // by place: the first of `files` with it, or kNoFile
  bool Holds(std::uint32_t place) const { return first[place] != match::kNoFile; }
};

std::array<Side, 2> Divide(const tree::TreeScope& tree, const Sides& sides);

// Files of one side whose only equal files on the other are of the same inode: under other names (hard
// links), or under the same name, which may be reached from both sides.
struct OneInode {
  std::uint64_t links = 0;
  std::uint64_t same_names = 0;
};

// `number` is that of `own`.
OneInode CountOneInode(const Side& own, const Side& other, const Sides& sides, int number);

}  // namespace kindred::jobs
