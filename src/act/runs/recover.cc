// See recover.h: which runs, and what is written about them. recover_action.cc looks at the files.
#include "act/runs/recover.h"

#include "act/actions/recover_action.h"
#include "act/journal/history.h"

namespace kindred::act {

Recovery RecoverRuns(Journal& journal, Steps& steps) {
  Recovery recovery;
  const std::vector<PastRun> runs =
      PastRuns(journal.Runs(), [&](std::uint64_t run) { return journal.Read(run); });
  for (const PastRun& run : runs) {
    if (!run.InDoubt()) continue;
    const std::uint64_t number = run.file.begin.run;
    recovery.runs.push_back(number);
    JournalWriter writer = journal.NewRun(
        {.kind = RunKind::kRecovery, .of = number, .by = run.file.begin.by, .roots = run.file.begin.roots});
    RunEnd end;
    for (const Intent& intent : run.file.intents) {
      if (run.ends.contains(intent.action)) continue;
      ++end.actions;
      std::optional<ActionEnd> found = RecoverAction(intent, steps);
      if (!found) {
        ++end.left;
        ++recovery.in_doubt;
        continue;
      }
      found->run = number;
      found->action = intent.action;
      writer.Add(*found);
      ++end.done;
      recovery.actions.push_back({intent, *found});
    }
    // The contents of notes are reported now. Then notes and quarantines are removed, also those of actions
    // whose ends the run had written before it was stopped.
    writer.Sync();
    for (const Intent& intent : run.file.intents) CleanUpAfter(intent, steps);
    writer.End(end);
  }
  return recovery;
}

}  // namespace kindred::act
