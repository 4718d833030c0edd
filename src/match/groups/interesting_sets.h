// Interesting sets: "a set is considered interesting if all members of the set have sufficient number of
// common fingerprints and the set is not a subset of a larger interesting set" (Manber 1993, end of section
// 4; planned there for the second version of sif). To find them all is NP-complete in general.
//
// Example (Manber's own): A, B, C and D share 20 fingerprints, A, B and D 38, A and C 40, B and D 65. With a
// minimum of 30 the interesting sets are {A B D} and {A C}: {B D} lies in {A B D}, and all four share too
// few.
//
// In terms of data mining: the sharing sets are transactions, weighted by their keys, contents are items, and
// interesting sets are the maximal frequent item sets. They are searched depth first (as GenMax and LCM do):
// a set is closed under "occurs in every transaction that holds the set", extended by the rarest candidate
// first, and a branch is left when everything below it lies inside a set that was found, or when the set with
// all its candidates is frequent itself.
//
// Exact within the work budget. Connected components (contents that share keys, directly or through others)
// are searched separately, the smallest first, so that one dense component does not use up the budget of the
// others. When the budget ends, every set that was found is right, since only maximal sets are reported; some
// sets may be missing, and the result is marked so. Cost: exponential in the worst case; a step of the budget
// is one member of a transaction. Tested by interesting_sets_test.cc against brute force.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "match/keys/sharing_sets.h"

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

// The default budget in steps: some seconds.
inline constexpr std::uint64_t kSetWork = 1'000'000'000;

// Sets of contents that share `minimum` keys or more. Keys of more than `max_degree` contents do not count
// (0: all do). `stop` is polled; true ends the search as the end of the budget does.
InterestingSets FindInterestingSets(const SharingSets& sharing, std::size_t contents, std::uint64_t minimum,
                                    std::uint64_t max_degree, std::uint64_t work,
                                    const std::function<bool()>& stop);

}  // namespace kindred::match
