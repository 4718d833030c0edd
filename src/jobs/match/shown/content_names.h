// How reports name the contents of a match: those of a tree (TreeNames), or of documents that are in no tree
// (jobs/tables/match_steps.cc).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "jobs/match/pools/pools.h"
#include "model/content.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

class ContentNames {
 public:
  virtual ~ContentNames() = default;
  // The first of its names, and when that file was modified.
  virtual std::string PathOf(std::uint32_t place) const = 0;
  virtual std::int64_t TimeOf(std::uint32_t place) const = 0;
  virtual std::uint64_t SizeOf(std::uint32_t place) const = 0;
  virtual Digest DigestOf(std::uint32_t place) const = 0;
  // How many files have these bytes; 1 for a content that is only inside others.
  virtual std::uint64_t CopiesOf(std::uint32_t place) const = 0;
  // False: its first name is that of a file of a pool.
  virtual bool IsHere(std::uint32_t place) const = 0;
};

class TreeNames : public ContentNames {
 public:
  // `unnamed` by place, as JoinedPools::Unnamed.
  TreeNames(const tree::TreeScope& tree, std::vector<std::uint64_t> unnamed)
      : tree_(tree), unnamed_(std::move(unnamed)) {}

  std::string PathOf(std::uint32_t place) const override { return tree_.PathOf(place); }
  std::int64_t TimeOf(std::uint32_t place) const override { return tree_.TimeOf(place); }
  std::uint64_t SizeOf(std::uint32_t place) const override { return tree_.scope()[place].size; }
  Digest DigestOf(std::uint32_t place) const override { return tree_.DigestOf(place); }
  std::uint64_t CopiesOf(std::uint32_t place) const override {
    return std::max<std::uint64_t>(1, tree_.CopiesOf(place).size()) + unnamed_[place];
  }
  bool IsHere(std::uint32_t place) const override {
    return tree_.EntryOf(tree_.FilesOf(place).front()).device != JoinedPools::kElsewhere;
  }
  std::uint64_t UnnamedOf(std::uint32_t place) const { return unnamed_[place]; }

 private:
  const tree::TreeScope& tree_;
  std::vector<std::uint64_t> unnamed_;
};

}  // namespace kindred::jobs
