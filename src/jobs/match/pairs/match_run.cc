// See match_run.h.
#include "jobs/match/pairs/match_run.h"

#include "kindred/error.h"

namespace kindred::jobs {

Measuring MeasuringFor(bool verify, bool estimate, bool rescan, const PoolOptions& pools) {
  if (verify && estimate)
    throw Error(ErrorKind::kUsage, "contradicts `verify`", OptionName{"estimate"}, "leave one of them out");
  if (verify && !pools.files.empty()) {
    throw Error(ErrorKind::kUsage, "the files of a pool cannot be read", OptionName{"verify"},
                "leave it out, or `pools`");
  }
  if (verify) return Measuring::kEvery;
  return estimate || !rescan || !pools.files.empty() ? Measuring::kNone : Measuring::kUncertain;
}

}  // namespace kindred::jobs
