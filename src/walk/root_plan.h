// What is walked: the roots without those that another root reaches anyway.
//
// A root that lies below another one and is reached from there is dropped; one that is not reached (behind a
// dot, an exclude glob or a file system border) is walked as a separate root. A file as a root is taken
// whatever its name, since the caller named it; only its size must fit. If names come from a list
// (roots_may_be_missing), globs apply too.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "kindred/options.h"
#include "kindred/values.h"
#include "model/entry.h"
#include "walk/filter.h"
#include "walk/walk.h"

namespace kindred::walk {

struct RootPlan {
  struct DirectoryRoot {
    std::string absolute;
    std::uint64_t device = 0;
  };
  std::vector<Root> roots;  // those kept, in the order typed
  std::vector<DirectoryRoot> directories;
  std::map<std::string, std::vector<Entry>> files;  // by directory
  // Roots that lie below another one and are not reached from there; the walk from there must not count them
  // as left out.
  std::unordered_set<std::string> unreached;
  std::vector<std::string> missing;  // as WalkResult
  std::vector<Skip> skips;
  std::vector<std::string> filtered;  // files that are roots, and left out
};

// Throws Error(kFailed) as Walk does.
RootPlan PlanRoots(const WalkOptions& options, const Filter& filter);

}  // namespace kindred::walk
