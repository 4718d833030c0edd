// What the stages of a match take from the options of a job.
#pragma once

#include <cstdint>

#include "kindred/options.h"

namespace kindred::jobs {

// Which pairs are measured by reading their files.
enum class Measuring : std::uint8_t { kNone, kUncertain, kEvery };

// What the options `verify` and `estimate` of a job ask for. Files of pools, and of an index that is taken as
// it is (`rescan` is false), are not at hand: their pairs keep their estimates. Throws Error(kUsage) if the
// two contradict each other, or `verify` would have to read files of pools.
Measuring MeasuringFor(bool verify, bool estimate, bool rescan, const PoolOptions& pools);

struct MatchRun {
  const MatchOptions& match;
  const RunOptions& run;
  Measuring measuring = Measuring::kUncertain;
  bool follow_links = false;
};

}  // namespace kindred::jobs
