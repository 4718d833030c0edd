// The summary of find: what was scanned, matched and found, counted.
#pragma once

#include "jobs/find/findings.h"
#include "jobs/match/corpus.h"
#include "kindred/values.h"

namespace kindred::jobs {

// All but what the caller asked for, and what decisions hide.
Summary SummaryOf(const Corpus& corpus, const Findings& found, double seconds);

}  // namespace kindred::jobs
