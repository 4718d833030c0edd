// Files that are mostly capped: nearly all of their marks occur in more files than the degree cap allows to
// propose pairs, as with ten thousand versions of one text. Without these links the largest families of a
// tree would be missing from the report. All their pairs are too many, so each is linked to the next such
// file of the smallest crowd that it belongs to: a family of n files gives n - 1 pairs, which connect its
// cluster. A file that only contains a licence is not mostly capped, and is linked to no other.
//
// Cost: mostly capped files are found during a pass over the sets that is made anyway, in 4 bytes a content;
// if there are any, two passes more, and 4 bytes a content and 48 for each of these files.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "match/pairs/pair_sums.h"
#include "match/pairs/scope_weights.h"
#include "model/pair.h"

namespace kindred::match {

// What the keys above the cap weigh in each content; filled by several threads at once.
class CrowdedWeights {
 public:
  explicit CrowdedWeights(std::size_t contents) : weights_(contents) {}

  // A set above the cap.
  void Add(std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights);
  // The contents that are mostly capped, ascending.
  std::vector<std::uint32_t> MostlyCapped(const ScopeWeights& weights) const;

 private:
  std::vector<std::atomic<std::uint32_t>> weights_;  // at most all that fits
};

// All sets of a scope, each key in one of them, in parts that can be read at the same time; members are
// places.
struct PassSets {
  std::size_t parts = 0;
  std::function<void(std::size_t part, const SetVisitor&)> pass;
};

// By (a, b), with all that the two share.
std::vector<PairSums> LinkCrowds(std::span<const std::uint32_t> mostly_capped, const PassSets& sets,
                                 std::uint64_t cap, std::size_t contents, unsigned threads);

}  // namespace kindred::match
