// Verifies near pairs by reading. Tallies ignore the order of bytes, so they have false positives (sections
// 4.2 and 5.1). Both files are read, and what they share is measured exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "kindred/values.h"

namespace kindred::jobs {

// Measures the pairs from `first` up to, not including, `last` in this order, until `wanted` of them have
// passed; `keep` gets each of these with its number, its shares set. Returns the number of the first pair
// that was not judged: those before it that did not pass share less than options.verify_minimum. Paths are
// absolute; a pair with a file that cannot be read here (another host's, gone, or too large for the memory)
// passes as `unread`, not verified. Files of this host that failed are added to `skips`, once in each call.
// Throws Error(kCancelled) when the observer asks to stop.
//
// Ten thousand versions of one file are millions of near pairs: only those that are shown are worth the
// reading, so nothing is read ahead but a block for the threads.
std::uint64_t VerifyInOrder(std::uint64_t first, std::uint64_t last, std::uint64_t wanted,
                            const NearOptions& options, Observer& observer, std::vector<Skip>* skips,
                            const std::function<NearPair(std::uint64_t)>& pair_at,
                            const std::function<void(std::uint64_t, const NearPair&)>& keep);

}  // namespace kindred::jobs
