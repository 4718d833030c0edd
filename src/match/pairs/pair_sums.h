// The inner loop of matching: for each content A the sharing sets it belongs to are walked, and what it
// shares with every later content B is summed up (Forman et al. 2005, section 2.3 step 4; Manber 1993,
// section 4).
//
// Two steps. Sets up to the degree cap propose pairs: they are held in memory, and A's row of sums is the
// only table. Sets above it propose nothing but count in what was proposed: they are not held in memory but
// streamed once per batch of proposals, so a licence in a million files costs no memory.
//
// Contents have numbers of the caller's choice, from 0; `place_of` maps them to places in the scope. Cost:
// the work budget behind the cap (degree_census.h), and for each proposal the capped sets of A.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kindred/options.h"
#include "match/keys/scope_weights.h"
#include "match/keys/sharing_sets.h"
#include "match/measure.h"
#include "model/pair.h"

namespace kindred::match {

// Whether some threshold at or above `minimum` may want a pair, by any measure.
bool MayReach(const SharedWeight& shared, double minimum, const ShareRules& rules);

// Which sums are worth keeping.
struct PairRule {
  const ScopeWeights& weights;
  std::uint64_t min_shared = 1;  // by keys up to the cap alone
  double minimum = 0;
  ShareRules shares = {};
  index::Poll poll = nullptr;  // from several threads
  bool MayWant(const PairSums& sums) const;
};

using SetVisitor = std::function<void(std::span<const std::uint32_t> members,
                                      std::span<const std::uint64_t> weights, std::uint64_t keys)>;

struct PairInput {
  const SharingSets& sets;   // of them, those up to `cap` propose
  std::uint64_t cap = 0;     // 0: all do
  std::size_t contents = 0;  // numbers are below
  std::uint32_t first = 0;   // only pairs whose A is in [first, last)
  std::uint32_t last = 0;
  std::span<const std::uint32_t> place_of = {};  // ascending; empty: numbers are places
  // Calls its argument with each set above the cap; called from several threads.
  std::function<void(const SetVisitor&)> capped;
  std::uint64_t batch = 0;  // about this many proposals are held before the capped sets are streamed; 0: all
};

// By (a, b), as places.
std::vector<PairSums> SumPairs(const PairInput& input, const PairRule& rule, unsigned threads);

// What SumPairs takes: bytes per member of a set, which covers the set itself, too; per content and thread;
// per content; per proposal.
inline constexpr std::uint64_t kBytesPerMember = 40;
inline constexpr std::uint64_t kBytesPerRow = 4;
inline constexpr std::uint64_t kBytesPerContent = 20;
inline constexpr std::uint64_t kBytesPerProposal = 2 * sizeof(PairSums);

}  // namespace kindred::match
