// A tree of the index, matched and matched as find does it. Used for templates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "jobs/match/corpus.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "match/groups/families.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"
#include "tree/marks/tree_marks.h"

namespace kindred::jobs {

struct TreeFamilies {
  std::uint64_t pairs = 0;
  match::Families families;
};

// The tree as stored in the index; nothing is read or walked. No roots: all of it.
class MatchedTree {
 public:
  MatchedTree(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
              Observer& observer);

  const tree::ScannedTree& scanned() const { return corpus_.scanned; }
  tree::TreeScope& tree() { return corpus_.tree; }
  tree::TreeMarks& marks() { return corpus_.marks; }
  const mark::Method& method() const { return *method_; }
  const ScanOptions& scan() const { return scan_; }
  const MatchOptions& match() const { return match_; }

  // With the marks as they are now. Nothing is kept in the index.
  TreeFamilies Family();

 private:
  ScanOptions scan_;
  MatchOptions match_;
  FamilyShape shape_;
  Measuring measuring_;
  Observer& observer_;
  std::unique_ptr<mark::Method> method_;
  Pools no_pools_;
  Corpus corpus_;
};

}  // namespace kindred::jobs
