// A tree of the index, matched and clustered as find does it. Used for templates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/find/matched_pairs.h"
#include "engine/find/tree_marks.h"
#include "engine/scan/scanned_tree.h"
#include "engine/scan/tree_scope.h"
#include "match/groups/clusters.h"

namespace kindred::engine {

struct TreeClusters {
  std::uint64_t pairs = 0;
  match::Clusters clusters;
};

// The tree as stored in the index; nothing is read or walked. No roots: all of it.
class ClusteredTree {
 public:
  ClusteredTree(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                Observer& observer);

  const ScannedTree& scanned() const { return scanned_; }
  TreeScope& tree() { return *tree_; }
  TreeMarks& marks() { return marks_; }
  const mark::Method& method() const { return *method_; }
  const FindOptions& options() const { return options_; }

  // With the marks as they are now. Nothing is kept in the index.
  TreeClusters Cluster();

 private:
  base::FileSystem& files_;
  std::string index_directory_;
  FindOptions options_;
  Observer& observer_;
  std::unique_ptr<mark::Method> method_;
  ScannedTree scanned_;
  std::unique_ptr<TreeScope> tree_;
  TreeMarks marks_;
};

}  // namespace kindred::engine
