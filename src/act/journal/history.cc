// See history.h.
#include "act/journal/history.h"

#include <algorithm>

#include "kindred/error.h"

namespace kindred::act {

namespace {

PastRun* Find(std::vector<PastRun>& runs, std::uint64_t number) {
  const auto found = std::ranges::find(runs, number, [](const PastRun& run) { return run.file.begin.run; });
  return found == runs.end() ? nullptr : &*found;
}

bool Came(const std::map<std::uint64_t, ActionEnd>& ends, std::uint64_t action, ActionOutcome outcome) {
  const auto found = ends.find(action);
  return found != ends.end() && found->second.outcome == outcome;
}

}  // namespace

bool PastRun::InDoubt() const {
  if (file.end || !damage.empty()) return false;
  // Without an end record, unsynced actions are unknown; a recovery that found nothing in doubt records that.
  if (!recovered) return true;
  return std::ranges::any_of(file.intents,
                             [this](const Intent& intent) { return !ends.contains(intent.action); });
}

std::vector<Intent> PastRun::Standing() const {
  std::vector<Intent> standing;
  for (const Intent& intent : file.intents) {
    const bool settled =
        undone.contains(intent.action) && undone.at(intent.action).outcome != ActionOutcome::kLeft;
    if (Came(ends, intent.action, ActionOutcome::kDone) && !settled) standing.push_back(intent);
  }
  return standing;
}

std::vector<PastRun> PastRuns(const std::vector<std::uint64_t>& numbers, const ReadRun& read) {
  std::vector<PastRun> runs;
  for (const std::uint64_t number : numbers) {
    PastRun run;
    try {
      run.file = read(number);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kDamaged) throw;
      run.file.begin.run = number;
      run.damage = error.what();
      runs.push_back(std::move(run));
      continue;
    }
    for (const ActionEnd& end : run.file.ends) {
      if (end.run == number) run.ends[end.action] = end;
    }
    if (run.file.begin.kind != RunKind::kRecovery) {
      runs.push_back(std::move(run));
      continue;
    }
    for (const ActionEnd& end : run.file.ends) {
      if (PastRun* of = Find(runs, end.run)) of->ends[end.action] = end;
    }
    if (PastRun* of = Find(runs, run.file.begin.of); of != nullptr && run.file.end) of->recovered = true;
  }
  // Undos, with what was found out about them.
  for (const PastRun& undo : runs) {
    if (undo.file.begin.kind != RunKind::kUndo) continue;
    PastRun* of = Find(runs, undo.file.begin.of);
    if (of == nullptr) continue;
    for (const Intent& intent : undo.file.intents) {
      const auto end = undo.ends.find(intent.action);
      if (end != undo.ends.end()) of->undone[intent.of_action] = end->second;
    }
  }
  return runs;
}

JournalRun Describe(const PastRun& run) {
  const RunBegin& begin = run.file.begin;
  JournalRun told{.run = begin.run,
                  .kind = begin.kind == RunKind::kUndo ? "undo" : "dedupe",
                  .of = begin.of,
                  .time = begin.time_ns,
                  .by = begin.by,
                  .roots = begin.roots};
  if (!run.damage.empty()) {
    told.time = kNoTime;
    told.state = "damaged";
    return told;
  }
  const ActionOutcome success =
      begin.kind == RunKind::kUndo ? ActionOutcome::kRestored : ActionOutcome::kDone;
  for (const Intent& intent : run.file.intents) {
    if (!Came(run.ends, intent.action, success)) continue;
    ++told.done;
    told.freed += begin.kind == RunKind::kUndo ? 0 : intent.freed;
  }
  told.actions = run.file.intents.size();
  // Those that were left before they had an intent are known from their ends.
  for (const auto& [action, end] : run.ends) told.left += end.outcome == ActionOutcome::kLeft;
  told.actions = std::max<std::uint64_t>(told.actions, run.ends.size());
  told.undone = static_cast<std::uint64_t>(std::ranges::count_if(run.undone, [](const auto& one) {
    return one.second.outcome == ActionOutcome::kRestored || one.second.outcome == ActionOutcome::kNotNeeded;
  }));
  told.state = run.InDoubt()                                 ? "in doubt"
               : told.undone > 0 && told.undone >= told.done ? "undone"
               : told.undone > 0                             ? "partly undone"
               : run.recovered                               ? "recovered"
                                                             : "done";
  return told;
}

}  // namespace kindred::act
