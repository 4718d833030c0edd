// See dedupe.h: undo, and the list of runs.
#include "act/runs/undo.h"

#include "act/journal/history.h"
#include "act/journal/journal.h"
#include "act/runs/recover.h"
#include "jobs/dedupe/dedupe.h"
#include "jobs/dedupe/past_actions.h"

namespace kindred::jobs {

DedupeAction ActionOf(const act::Intent& intent, ActionOutcome outcome, const std::string& reason,
                      const std::string& saved) {
  return {.path = intent.copy.Full(),
          .keep = intent.keep.Full(),
          .by = intent.by,
          .outcome = outcome,
          .reason = reason,
          .size = intent.copy_facts.size,
          .target = intent.by == ReplaceBy::kSymlink ? "" : intent.target,
          .saved = saved};
}

void PushRecovered(const act::Recovery& recovery, ResultSink& sink) {
  for (const act::Recovered& one : recovery.actions)
    sink.On(ActionOf(one.intent, one.end.outcome, one.end.reason, one.end.saved));
}

void UndoDedupe(base::FileSystem& files, const std::string& index_directory, std::uint64_t run,
                ResultSink& sink, Observer& observer) {
  act::Steps steps;
  act::Journal journal(files, index_directory);
  const act::Recovery recovery = act::RecoverRuns(journal, steps);
  const act::UndoResult undone = act::UndoRun(journal, run, steps, [&] { return observer.StopRequested(); });
  UndoSummary summary{.run = undone.run, .of = undone.of};
  for (const act::Undone& one : undone.actions) {
    summary.restored += one.result.outcome == ActionOutcome::kRestored;
    summary.not_needed += one.result.outcome == ActionOutcome::kNotNeeded;
    summary.left += one.result.outcome == ActionOutcome::kLeft || one.result.outcome == ActionOutcome::kSaved;
  }
  sink.On(summary);
  PushRecovered(recovery, sink);
  for (const act::Undone& one : undone.actions)
    sink.On(ActionOf(one.done, one.result.outcome, one.result.reason, one.result.saved));
}

void ListRuns(base::FileSystem& files, const std::string& index_directory, ResultSink& sink) {
  act::Recovery recovery;
  if (!act::Journal::Runs(files, index_directory).empty()) {
    act::Steps steps;
    act::Journal journal(files, index_directory);
    recovery = act::RecoverRuns(journal, steps);
  }
  const auto runs = act::PastRuns(act::Journal::Runs(files, index_directory), [&](std::uint64_t run) {
    return act::Journal::Read(files, index_directory, run);
  });
  for (const act::PastRun& run : runs) sink.On(act::Describe(run));
  PushRecovered(recovery, sink);
}

}  // namespace kindred::jobs
