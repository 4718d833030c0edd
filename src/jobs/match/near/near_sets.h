// Files that need no comparison with each other: equal ones, collapsed before near pairs are looked for, so
// that a thousand copies are one line and not half a million pairs.
//
// Example: a, b and c have equal bytes; d, e and f have other bytes each, but equal tallies; g is alone. The
// sets are {a b c} as identical and {d e f} as equal. Only a, d and g are compared with each other. Two files
// with equal tallies would be no set but a pair at distance 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kindred/options.h"
#include "kindred/values.h"
#include "tally/near_pairs.h"
#include "tally/tally_store.h"

namespace kindred::jobs {

// The options with a key chosen. Throws Error(kUsage) if theirs is invalid.
NearOptions WithKey(NearOptions options, tally::KeyKind otherwise);

// The rules of the options, ready to use. The key must have been chosen.
class NearRules {
 public:
  explicit NearRules(const NearOptions& options);

  tally::NearItem ItemOf(const tally::Tally& tally) const;
  // Whether there are enough tags for a comparison: all tallies of a few bytes are alike.
  bool HasEnoughTags(const tally::SumTable& counts) const;

 private:
  tally::KeyKind kind_;
  double tolerance_;
  double key_tolerance_;
  std::vector<SuffixTolerance> per_type_;
  std::uint64_t min_hits_;
};

using NearMembers = std::vector<std::uint32_t>;  // indexes in the list of tallies, ascending

struct NearSets {
  std::vector<NearMembers> identical;  // equal bytes, two and more; those that waste most come first
  std::vector<NearMembers> equal;      // equal tallies of different bytes, three and more
  // What remains: one file for each content and key, and one for each set of equal tallies.
  std::vector<std::uint32_t> nodes;
  std::vector<tally::NearItem> items;  // of the nodes
  std::uint64_t contents = 0;
  std::vector<Skip> skips;      // files that could not be read when their bytes were compared
  std::uint64_t too_small = 0;  // contents with too few tags to compare; they may still be identical
};

// `tallies` are sorted by path. `asked` by tally, empty for all: sets in which it is true of none are left
// out. Cost: two sorts.
NearSets FormNearSets(std::span<const tally::Tally> tallies, const NearRules& rules,
                      const std::vector<bool>& asked);

// Compares the bytes of identical sets (section 4.2): members that differ from the first, or cannot be read
// any more, leave; the latter are skips.
void DropUnequal(std::span<const tally::Tally> tallies, bool follow_links, unsigned threads, NearSets* sets);

}  // namespace kindred::jobs
