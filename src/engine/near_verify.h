// Near tallies held against the truth: the order of bytes, which tallies do not know (section 4.2 calls that
// a drawback, 5.1 the rate of false positives). Both files are read, and what they share is measured exactly.
#pragma once

#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred {

// Sets of_a, of_b and verified, and drops pairs that share less than options.verify_minimum. Paths are
// absolute; a pair with a file that cannot be read here (another host's, gone, or too large for the
// memory) stays as it is, not verified. Throws Error(kInterrupted) when the observer asks to stop.
std::vector<NearPair> VerifyNearPairs(std::vector<NearPair> pairs, const NearOptions& options,
                                      Observer& observer);

}  // namespace kindred
