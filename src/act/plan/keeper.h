// Which of several files stays.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "act/plan/plan.h"

namespace kindred::act {

// A file with all its names in a set.
struct InodeOfSet {
  FileFacts facts;
  Attributes attributes;
  std::vector<const Candidate*> names;  // in the order of the set
  bool protect = false;
  bool decided = false;        // a person decided that it stays
  std::string hindrance = {};  // why it cannot be replaced
  bool can_be_linked = true;   // a hard link of it can be made
};

struct KeeperChoice {
  std::size_t at = 0;
  std::string why;
};

// Of those that can stay (`can_keep`), at least one. Decided ones first, then protected ones, then by the
// rules; those that are equal by the rules: the oldest, that with the shortest path, the first by name.
KeeperChoice ChooseKeeper(std::span<const InodeOfSet> files, const std::vector<bool>& can_keep,
                          const std::vector<KeepRule>& rules);

// The name by which a file is reported: the one that a pattern prefers, else the shortest.
const Candidate& NameToKeep(const InodeOfSet& file, const std::vector<KeepRule>& rules);

}  // namespace kindred::act
