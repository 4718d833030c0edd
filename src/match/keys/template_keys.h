// Templates in a match (Forman et al. 2005, section 4): keys that are ignored, and contents that weigh less
// without them. No file is read again for that: the segments have what each key weighs in a content.
//
// Which keys a group of contents has in common depends on levels, too: a key of level k can only be found in
// contents marked at level k or finer, so only these are counted. Cost: LeaveOutKeys looks up the template's
// keys; the others are one pass over the segments. Tested by template_keys_test.cc against brute force.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/segment/segment.h"
#include "match/keys/scope_weights.h"
#include "match/scope.h"

namespace kindred::match {

// Lookups must come in ascending order, so that one merge pass is enough.
class SortedKeys {
 public:
  explicit SortedKeys(std::span<const std::uint64_t> keys) : keys_(keys) {}
  bool Has(std::uint64_t key);

 private:
  std::span<const std::uint64_t> keys_;
  std::size_t next_ = 0;
};

// Takes the keys (ascending) out of what each content weighs, and sets in the scope how many of its bytes
// they account for: their part of the content's weight.
void LeaveOutKeys(std::span<const std::shared_ptr<const index::Segment>> segments,
                  std::span<const std::uint64_t> keys, Scope* scope, ScopeWeights* weights);

// By place: how many of the keys (ascending) the content has.
std::vector<std::uint64_t> KeysPerContent(std::span<const std::shared_ptr<const index::Segment>> segments,
                                          std::span<const std::uint64_t> keys, const Scope& scope);

// A key is common to a group if this share of the members that can have it do, and at least this many.
struct CommonRule {
  double share = 1;
  std::uint64_t least = 2;
};

// For each group of places, the keys that its members have in common, ascending. Groups may overlap. The keys
// `ignored` (ascending) do not count.
std::vector<std::vector<std::uint64_t>> CommonKeys(
    std::span<const std::shared_ptr<const index::Segment>> segments, const Scope& scope,
    const ScopeWeights& weights, std::span<const std::vector<std::uint32_t>> groups, const CommonRule& rule,
    std::span<const std::uint64_t> ignored);

}  // namespace kindred::match
