// Interesting sets: "a set is considered interesting if all members of the set have sufficient number of
// common fingerprints and the set is not a subset of a larger interesting set" (Manber 1993, end of section
// 4; he planned them for the second version of sif). To find them all is NP-complete in general.
//
// In the words of data mining: the sharing sets are transactions, weighted by their keys, contents are items,
// and interesting sets are the maximal frequent item sets. They are searched depth first (as GenMax and LCM
// do): a set is closed under "stands in every transaction that holds the set", extended by the rarest
// candidate first, and a branch is left when everything below it lies inside a set that was found, or when
// the set with all its candidates is frequent itself.
//
// Exact while the work lasts. Contents that share no key, directly or through others, are searched apart, the
// smallest group first, so that one tangle does not cost the rest its answer. When the work ends, what was
// found is right: a set is only told when nothing can be added to it. Only sets may be missing, and the
// result says so. Cost: unbounded in theory; a step is one member of a transaction looked at. Tested by
// interesting_sets_test.cc against brute force.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "match/pairs/sharing_sets.h"

namespace kindred::match {

struct SetOfPlaces {
  std::vector<std::uint32_t> members;  // ascending, two or more
  std::uint64_t shared = 0;            // keys that all of them have
};

struct InterestingSets {
  std::vector<SetOfPlaces> sets;  // those with the most members first, then those that share the most
  bool complete = true;           // false: the work ended before the search did
  std::uint64_t steps = 0;
};

// Steps of a search that nobody gave another number for: some seconds.
inline constexpr std::uint64_t kSetWork = 1'000'000'000;

// Sets of contents that share `minimum` keys or more. Keys of more than `max_degree` contents do not count
// (0: all do). `stop` is asked now and then; true ends the search as the end of the work does.
InterestingSets FindInterestingSets(const SharingSets& sharing, std::size_t contents, std::uint64_t minimum,
                                    std::uint64_t max_degree, std::uint64_t work,
                                    const std::function<bool()>& stop);

}  // namespace kindred::match
