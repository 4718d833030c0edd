// The stage "measure": pairs that marks propose are settled by reading the files.
//
// Each content is read once, however many pairs it has (span/shares/pair_shares.h). Unless all are asked for,
// a pair is measured only if its estimate leaves something open: whether it reaches the minimum, or a share
// by more than 5 points. Pairs that would most likely be reported come first. The contents that are read have
// a budget in bytes, so that a large tree is answered in about the time of its scan, and the same tree always
// in the same way; the pairs beyond it keep their estimates, and are counted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/store/kept_shares.h"
#include "jobs/match/pairs/match_run.h"
#include "kindred/sink.h"
#include "model/content.h"
#include "model/ignore.h"
#include "model/pair.h"
#include "span/source.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

struct Measurement {
  std::vector<Pair> pairs;      // those that reach the minimum, in their old order
  std::uint64_t measured = 0;   // pairs that were
  std::uint64_t dropped = 0;    // of these, below the minimum
  std::uint64_t unsettled = 0;  // pairs that should have been, but for the budget; some are in `pairs`
  std::vector<Skip> skips;      // files that could not be read again; their pairs keep their estimates
};

// The error of a pair that must be read, whatever the budget.
inline constexpr float kUnknown = 1;

// Whether an estimate leaves something open: if it reaches the minimum, or a share by more than 5 points,
// too.
bool LeavesOpen(const Pair& pair, float minimum);
bool LeavesUncertain(const Pair& pair, float minimum);

// What is compared of a content.
span::Source::Piece WithoutIgnored(span::Source::Piece piece, Ignore ignore);

// By what rules pairs are measured; the key of index::KeptShares.
Digest RulesOfMeasuring(Ignore ignore, std::uint64_t run);

// What the method ignores is left out here, too. What is in `kept` is not measured again, but counts for the
// budget as if it were, so that the next report is the same; what is measured now is added. Null: nothing is
// kept. Throws Error(kCancelled) when the observer asks to stop.
Measurement MeasureFoundPairs(const tree::TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                              const MatchRun& run, const std::string& spill_directory,
                              index::KeptShares* kept, Observer& observer);

}  // namespace kindred::jobs
