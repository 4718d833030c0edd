// A tree of the index, matched and clustered as find does, for those who need its clusters: templates.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/matched_pairs.h"
#include "engine/scan.h"
#include "engine/tree_marks.h"
#include "engine/tree_scope.h"
#include "match/clusters.h"

namespace kindred {

struct TreeClusters {
  std::uint64_t pairs = 0;
  Clusters clusters;
};

// The tree as it stands in the index; nothing is read or walked. No roots: all of it.
class ClusteredTree {
 public:
  ClusteredTree(FileSystem& files, const std::string& directory, const FindOptions& options,
                Observer& observer);

  const ScannedTree& scanned() const { return scanned_; }
  TreeScope& tree() { return *tree_; }
  TreeMarks& marks() { return marks_; }
  const Method& method() const { return *method_; }
  const FindOptions& options() const { return options_; }

  // With the marks as they are now. Nothing is kept in the index.
  TreeClusters Cluster();

 private:
  FileSystem& files_;
  std::string directory_;
  FindOptions options_;
  Observer& observer_;
  std::unique_ptr<Method> method_;
  ScannedTree scanned_;
  std::unique_ptr<TreeScope> tree_;
  TreeMarks marks_;
};

}  // namespace kindred
