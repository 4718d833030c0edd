// The marks that a match works with: the segments of one method, what each content of the tree weighs in
// them, and the keys that templates take out of both (docs/using/types.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/store/store.h"
#include "kindred/options.h"
#include "mark/method/method.h"
#include "match/keys/scope_weights.h"
#include "tree/entries/tree_scope.h"

namespace kindred::tree {

struct TreeMarks {
  index::StoredMethod method;
  std::vector<std::shared_ptr<const index::Segment>> segments;
  std::vector<std::uint64_t> ignored;  // ascending
  std::uint64_t templates = 0;         // whose keys these are
  match::ScopeWeights weights;         // the ignored keys left out
  // What the marks depend on, for pairs that are kept from match to match; they are kept only if asked for.
  std::string state;
  bool keep = true;
};

// All but `weights`. Throws Error(kDamaged) for damaged templates, if they count.
TreeMarks OpenTreeMarks(base::FileSystem& files, const std::string& index_directory,
                        const index::Snapshot& snapshot, const mark::Method& method, bool templates);
// Fills in `weights`, and what templates take of each content's size.
void WeighTree(TreeScope* tree, TreeMarks* marks, unsigned threads);
// Ignores these (ascending), too; to be weighed anew.
void IgnoreAlso(std::span<const std::uint64_t> keys, TreeMarks* marks);

}  // namespace kindred::tree
