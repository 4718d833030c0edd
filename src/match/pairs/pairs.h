// Pairs: which contents are similar, and by how much (Manber 1993, section 4; Forman et al. 2005, section 2.3
// step 4). For each content A the sharing sets it belongs to are walked, and what it shares with every later
// content B is summed up; pairs above the threshold are kept.
//
// Common keys: a set of degree d proposes d*(d-1)/2 pairs, so sets above a degree cap propose none, as HP
// ignores chunks of large degree (section 2.5); but unlike there they still count in the scores of pairs that
// rarer keys propose with enough evidence alone (`min_shared`), and the number of capped keys is reported.
// The cap is as high as a work budget in proportion to the index allows, so time stays linear and small trees
// are never capped.
//
// Example, with a cap of 3 and min_shared = 2. Each mark weighs one.
//     A: keys 1 2 3 4 9      sharing sets: {A, B}        keys 1 2 3
//     B: keys 1 2 3 9                      {A, C}        key 4
//     C: keys 4 9                          {A, B, C, D}  key 9, above the cap
//     D: key 9
// The row of A has B with 3 keys and C with 1. C has fewer than min_shared: dropped. The capped set is then
// added to the pair that is left: A and B share 4 keys, of_a = 4/5 and of_b = 4/4. D shares nothing but a
// capped key, so it is in no pair (but see crowds.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kindred/options.h"
#include "match/keys/scope_weights.h"
#include "match/measure.h"
#include "match/pairs/collate.h"
#include "match/scope.h"
#include "model/pair.h"

namespace kindred::match {

// Pairs that some threshold may want. Omits pairs that cannot reach `minimum` (measure.h: the bound) and
// whose containment, raised by `margin` standard errors, stays below it; so a higher threshold, or a stricter
// measure, needs no second pass over the sets.
struct ProposedPairs {
  std::vector<PairSums> pairs;   // by (a, b)
  std::uint64_t degree_cap = 0;  // 0: nothing was capped
  std::uint64_t capped_keys = 0;
  std::vector<LargeFamilyMember> large_families;  // those of which not all pairs are proposed, by place
  std::vector<std::uint32_t> boilerplate;         // contents of which a quarter or more is capped, by place
};

// How the pairs are judged next.
enum class Judgement {
  kByEstimate,  // not at all: pairs whose estimate may reach the minimum, and that share marks enough
                // (MinShared)
  kByReading,   // they are to be measured: all pairs that share a mark and could reach the minimum, by their
                // bound
};

// Marks that a pair must share to be proposed, by rarer keys alone.
std::uint64_t LeastProposed(const MatchOptions& options, Weight weight, Judgement judgement);

ProposedPairs ProposePairs(const Collated& collated, const ScopeWeights& weights,
                           const index::StoredMethod& method, const MatchOptions& options,
                           Judgement judgement, unsigned threads, const index::Poll& poll = nullptr);

// One side of a pair, as rules see it.
struct PairSide {
  std::uint64_t payload = 0;   // bytes without templates
  std::uint64_t compared = 0;  // of these at least, in units of its encoding
};

// The pair if it passes all rules of the caller, with its estimated shares; its places are not set.
std::optional<Pair> JudgePair(SharedWeight shared, const PairSide& a, const PairSide& b,
                              const MatchOptions& options, const ShareRules& rules, Judgement judgement);

// Those that pass all rules of the caller, with their estimated shares.
std::vector<Pair> JudgePairs(std::span<const PairSums> proposed, const Scope& scope,
                             const ScopeWeights& weights, const index::StoredMethod& method,
                             const MatchOptions& options, Judgement judgement, unsigned threads);

// By options and method.
ShareRules ShareRulesOf(const MatchOptions& options, const MethodInfo& method);

// The `most` most similar of some pairs, given by their numbers, those first; equals in their order.
std::vector<std::uint32_t> MostSimilar(std::span<const std::uint32_t> numbers, std::span<const Pair> pairs,
                                       std::size_t most);

// The caller's own degree cap; 0: none.
std::uint64_t MaxDegree(const MatchOptions& options, std::size_t contents);

// The same threshold for pairs and queries that are judged by their marks: fewer shared marks than this are
// no evidence (Manber, section 6, wants 5 to 10; percentages then decide). One whole chunk is.
std::uint64_t MinShared(const MatchOptions& options, Weight weight);

}  // namespace kindred::match
