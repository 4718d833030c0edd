// Turns actions of the journal into results for a sink.
#pragma once

#include <string>

#include "act/journal/journal.h"
#include "act/runs/recover.h"
#include "kindred/dedupe_values.h"
#include "kindred/sink.h"

namespace kindred::jobs {

DedupeAction ActionOf(const act::Intent& intent, ActionOutcome outcome, const std::string& reason,
                      const std::string& saved);
// What was brought to an end of runs that had been interrupted.
void PushRecovered(const act::Recovery& recovery, ResultSink& sink);

}  // namespace kindred::jobs
