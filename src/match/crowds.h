// Files that drown in a crowd: nearly all of their marks stand in more files than the degree cap allows to
// propose pairs, as with ten thousand versions of one text. Without a word for them nothing would be said of
// the largest families of a tree. All their pairs are too many, so each is linked to the next such file of
// the smallest crowd that it belongs to: a family of n files gives n - 1 pairs, which hold its cluster
// together. A file that only carries a licence does not drown in it, and is linked to nobody.
//
// Cost: three passes over the sets, the last two only if someone drowns; 4 bytes a content, and 64 for each
// that drowns.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "match/pair_sums.h"
#include "match/scope_weights.h"
#include "model/pair.h"

namespace kindred {

// Passes all sets of a scope by the caller, each key in one of them; members are places.
using PassSets = std::function<void(const SeeSet&)>;

// By (a, b), with all that the two share.
std::vector<PairSums> LinkCrowds(const PassSets& sets, std::uint64_t cap, const ScopeWeights& weights);

}  // namespace kindred
