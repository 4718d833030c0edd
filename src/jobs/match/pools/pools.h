// Pools: the index's metadata written for others, and theirs joined to a match of our own
// (docs/using/compare.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/store/pool.h"
#include "jobs/match/pools/pool_key.h"
#include "kindred/options.h"
#include "kindred/pools.h"
#include "kindred/sink.h"
#include "kindred/values.h"
#include "model/pair.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"
#include "tree/marks/tree_marks.h"

namespace kindred::jobs {

// The bytes of a pool.
std::string ExportPoolOf(base::FileSystem& files, const std::string& index_directory,
                         const ExportOptions& options, ResultSink& sink, Observer& observer);

// A pool that was opened, by the name that its files are shown with.
struct OpenedPool {
  std::string label;
  index::Pool pool;
  std::uint64_t checksum = 0;
};

class Pools {
 public:
  Pools() = default;
  // A pool that is given twice, also as a copy, is opened once. Throws Error(kUsage) for a pool that another
  // method or key made, naming the difference, Error(kDamaged) for one that is not whole, Error(kFailed) for
  // one that cannot be read.
  Pools(const PoolOptions& options, const index::StoredMethod& method);

  const std::vector<OpenedPool>& opened() const { return opened_; }
  bool Empty() const { return opened_.empty(); }
  std::uint64_t Files() const;
  // nullptr: the pools are not keyed.
  const PoolKey* key() const { return key_ ? &*key_ : nullptr; }

  // The paths of a content, as they are shown.
  static std::vector<std::string> PathsOf(const OpenedPool& opened, std::uint32_t content);

 private:
  std::optional<PoolKey> key_;
  std::vector<OpenedPool> opened_;
};

// Files of pools joined to our tree, with numbers beyond those of the index.
class JoinedPools {
 public:
  // The device of their entries: a file elsewhere takes no space here.
  static constexpr std::uint64_t kElsewhere = ~std::uint64_t{0};

  explicit JoinedPools(const Pools& pools) : pools_(pools) {}

  // Call before the scope is made: adds the pools' files after the tree's; a content that both have is one.
  void AddFiles(tree::ScannedTree* scanned, std::vector<Content>* contents);
  // Call before the tree is weighed: adds the pools' marks, and ours under the same key.
  void AddMarks(const tree::TreeScope& tree, tree::TreeMarks* marks) const;
  // By place: further files of pools without names, whose contents have one file each in the tree.
  std::vector<std::uint64_t> Unnamed(const tree::TreeScope& tree) const;
  // Sets contents and marks to those of the tree itself; pools are counted apart.
  void CountTree(const tree::TreeScope& tree, const tree::TreeMarks& marks, Summary* summary) const;
  // False for pairs within one pool, which are not reported.
  bool Concerns(const tree::TreeScope& tree, std::uint32_t a, std::uint32_t b) const;

 private:
  struct Joined {
    std::vector<index::CoveredContent> covered;  // contents that are new
    std::vector<ContentId> id_of;                // by place in the pool
    std::vector<bool> is_new;
  };
  std::uint32_t OriginOf(tree::FileNumber file) const;

  const Pools& pools_;
  std::vector<Joined> joined_;
  std::vector<std::uint32_t> first_directory_;  // of each pool in the tree's files
};

}  // namespace kindred::jobs
