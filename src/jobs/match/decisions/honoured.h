// What find does about decisions: pairs that a person called unrelated are dropped before groups and families
// are made of pairs, and what is wholly decided is hidden and counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "kindred/decisions.h"
#include "kindred/typed_paths.h"
#include "model/pair.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

class HonouredDecisions {
 public:
  // Reads the decisions of the index; `tree`, which is made of `scanned`, must outlive this. `show`: nothing
  // is hidden.
  HonouredDecisions(const std::string& index_directory, const tree::ScannedTree& scanned,
                    const tree::TreeScope& tree, bool show);

  // `wanted` and the pair is not called unrelated; null if all pairs are wanted.
  std::function<bool(const Pair&)> Wanted(std::function<bool(const Pair&)> wanted);
  // How many pairs it dropped.
  std::uint64_t unrelated() const { return unrelated_; }

  // Whether anything may be hidden at all.
  bool Hides() const { return hides_; }
  // Whether everything of it is decided, and it is not to be shown. Files of pools are not to be decided.
  bool HidesCopies(std::uint32_t place) const;
  bool HidesFamily(std::span<const std::uint32_t> members) const;
  // A folder by its name as typed, and its size if that is known.
  struct Folder {
    std::string path;
    std::optional<std::uint64_t> size;
  };
  bool HidesFolders(const Folder& a, const Folder& b) const;

 private:
  Verdicts::Key KeyOf(std::uint32_t place) const;
  // Of the copies that are here.
  std::vector<std::string> PathsOf(std::uint32_t place) const;

  const tree::TreeScope& tree_;
  const TypedPaths paths_;
  const Verdicts verdicts_;
  const bool hides_;
  std::uint64_t unrelated_ = 0;
};

}  // namespace kindred::jobs
