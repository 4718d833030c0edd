// Sets of files that may be identical, for a plan: from a scanned tree, or from decisions.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "act/plan/plan.h"
#include "kindred/decision_values.h"
#include "tree/entries/scanned_tree.h"
#include "walk/walk.h"

namespace kindred::jobs {

// Where a path is opened from: below the nearest root; if it is a root itself, below the directory that all
// roots are in, so that files that are named one by one get links relative to each other.
class RootsOfPaths {
 public:
  explicit RootsOfPaths(const std::vector<walk::Root>& roots);
  act::TreePath Of(const std::string& directory, const std::string& name) const;
  // At or below one of the roots; true without roots.
  bool Has(const std::string& path) const;

 private:
  std::unordered_map<std::string, bool> roots_;
  std::string common_;  // the directory that holds all roots
};

// At or below one of these directories, which are absolute.
class Protected {
 public:
  explicit Protected(const std::vector<std::string>& typed);
  bool Has(const std::string& path) const;

 private:
  std::vector<std::string> directories_;
};

// The sets of files that have equal digests, by their first paths.
std::vector<act::CandidateSet> CandidatesOfTree(const tree::ScannedTree& tree, const Protected& kept);

struct DecidedCandidates {
  std::vector<act::CandidateSet> sets;
  std::vector<act::LeftAlone> left;  // decisions that nothing can be done with
};

// The sets of files of which one was decided to be a copy of the other. What has any other decision stays.
DecidedCandidates CandidatesOfDecisions(const std::vector<Decision>& decisions,
                                        const std::vector<walk::Root>& roots, const Protected& kept);

}  // namespace kindred::jobs
