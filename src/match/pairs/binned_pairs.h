// The pairs of a tree that was divided into bins (key_bins.h): each bin is matched alone, several at a time.
// A bin that holds one component too large for the budget is worked in slices: pairs (A, B) with A in a range
// of contents, for which only the sets with a member in the range are held, from that member on. Its sets are
// read once per slice; by the work budget behind the degree cap all slices together hold at most some three
// times the sets. So any shape is matched in the budget, at the price of passes over one bin.
#pragma once

#include <cstdint>
#include <vector>

#include "match/pairs/key_bins.h"
#include "match/pairs/pair_sums.h"
#include "model/pair.h"

namespace kindred::match {

// By (a, b). `more`: pairs with all that they share, in any order, which are added; one that a bin also finds
// is kept once. `work`: bytes for all threads together. Throws Error(kFailed) if that is not enough for the
// sets of a single content; `beside` is the other memory of the match, for the message.
std::vector<PairSums> SumPairsOfBins(const KeyBins& bins, std::uint64_t cap, const PairRule& rule,
                                     std::vector<PairSums> more, std::uint64_t work, std::uint64_t beside,
                                     unsigned threads);

}  // namespace kindred::match
