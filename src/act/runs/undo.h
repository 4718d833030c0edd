// Undoes a run: every copy that it replaced becomes a separate file again, with the bytes, times, permissions
// and attributes that it had. What others have changed since is left alone, and reported.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "act/files/job.h"
#include "act/files/steps.h"
#include "act/journal/journal.h"
#include "act/runs/batch.h"

namespace kindred::act {

struct Undone {
  Intent done;  // what was undone
  JobResult result;
};

struct UndoResult {
  std::uint64_t run = 0;  // of the undo; 0: there was nothing to do
  std::uint64_t of = 0;
  std::vector<Undone> actions;
};

// `run` 0: the newest one that is not wholly undone. Error(kNotFound) if there is no such run; Error(kUsage)
// for a run that is an undo itself.
UndoResult UndoRun(Journal& journal, std::uint64_t run, Steps& steps, const std::function<bool()>& stop,
                   const BatchLimits& limits = {});

}  // namespace kindred::act
