// From sorted keys to what pairs are made of, in a memory budget. A tree whose shared keys fit is collapsed
// to sharing sets in memory. Otherwise they are divided into bins on disk (key_bins.h). What follows, and
// every figure in a report, is the same either way.
#pragma once

#include <cstdint>
#include <memory>

#include "match/keys/key_stream.h"
#include "match/keys/sharing_sets.h"
#include "match/pairs/crowds.h"
#include "match/pairs/key_bins.h"
#include "match/pairs/match_memory.h"
#include "model/pair.h"

namespace kindred::match {

struct Collated {
  std::uint64_t marks = 0;       // of the scope, shared or not
  std::uint64_t degree_cap = 0;  // 0: nothing is capped
  std::uint64_t capped_keys = 0;
  std::uint64_t sets = 0;  // for the report: sharing sets, or the keys' sets before equal ones are collapsed
  SharingSets in_memory;   // all sets, capped ones too; or
  std::unique_ptr<KeyBins> bins;  // if they do not fit
  Crowds crowds;                  // pairs that capped keys propose after all
  std::uint64_t work = 0;         // bytes left for making pairs
  std::uint64_t beside = 0;       // bytes in use otherwise
};

// From sets that are in memory already.
Collated CollateSets(SharingSets sets, const ScopeWeights& weights, std::uint64_t max_degree,
                     unsigned threads);

// `max_degree`: the caller's own cap, 0 for none. Throws Error(kFailed) if the memory is too little, saying
// how much would do, or if there is no temporary space.
Collated CollateKeys(const KeySource& source, std::uint64_t max_degree, const MatchMemory& limits,
                     unsigned threads);

}  // namespace kindred::match
