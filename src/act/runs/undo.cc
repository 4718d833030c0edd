// See undo.h.
#include "act/runs/undo.h"

#include <algorithm>
#include <memory>
#include <ranges>

#include "act/actions/restore_action.h"
#include "act/actions/return_action.h"
#include "act/journal/history.h"
#include "act/runs/batch.h"
#include "kindred/error.h"

namespace kindred::act {

namespace {

const PastRun& Choose(const std::vector<PastRun>& runs, std::uint64_t number) {
  for (const PastRun& run : runs | std::views::reverse) {
    if (number != 0 ? run.file.begin.run != number
                    : run.file.begin.kind != RunKind::kDedupe || run.Standing().empty())
      continue;
    if (!run.damage.empty()) throw Error(ErrorKind::kDamaged, run.damage);
    if (run.file.begin.kind == RunKind::kUndo) {
      throw Error(ErrorKind::kUsage, "run " + std::to_string(number) + " is an undo itself", "",
                  "name the run that it undid, or one of `Index::Journal`");
    }
    return run;
  }
  if (number == 0) throw Error(ErrorKind::kNotFound, "there is nothing to undo");
  throw Error(ErrorKind::kNotFound, "there is no run " + std::to_string(number), "", "see `Index::Journal`");
}

// Files that share blocks are separate files: nothing has to be undone, and the journal records that.
class NothingNeeded : public Action {
 public:
  NothingNeeded(Workshop& shop, const Intent& done) : Action(shop, {}), done_(done) {}
  void Prepare() override {}
  Intent Describe() const override {
    Intent intent = done_;
    intent.restores = true;
    intent.of_action = done_.action;
    return intent;
  }
  void Act() override { End(ActionOutcome::kNotNeeded); }
  void Settle() override {}

 private:
  const Intent done_;
};

std::unique_ptr<Action> MakeUndo(Workshop& shop, const Intent& done, std::uint64_t number) {
  switch (done.by) {
    case ReplaceBy::kHardlink:
    case ReplaceBy::kSymlink:
      return std::make_unique<RestoreAction>(shop, done, number);
    case ReplaceBy::kTrash:
    case ReplaceBy::kMove:
      return std::make_unique<ReturnAction>(shop, done);
    case ReplaceBy::kReflink:
      break;
  }
  return std::make_unique<NothingNeeded>(shop, done);
}

}  // namespace

UndoResult UndoRun(Journal& journal, std::uint64_t number, Steps& steps, const std::function<bool()>& stop,
                   const BatchLimits& limits) {
  const std::vector<PastRun> runs =
      PastRuns(journal.Runs(), [&](std::uint64_t run) { return journal.Read(run); });
  const PastRun& past = Choose(runs, number);
  std::vector<Intent> standing = past.Standing();
  std::ranges::reverse(standing);  // the last thing that was done is the first that is undone
  JournalWriter writer = journal.NewRun({.kind = RunKind::kUndo,
                                         .of = past.file.begin.run,
                                         .by = past.file.begin.by,
                                         .roots = past.file.begin.roots});
  UndoResult result{.run = writer.run(), .of = past.file.begin.run, .actions = {}};
  const Rules rules;
  std::string failure;
  const std::vector<JobResult> results = DoActions(
      standing.size(), [&](Workshop& shop, std::size_t i) { return MakeUndo(shop, standing[i], i + 1); },
      [&](std::size_t i) { return standing[i].copy_facts.size; }, rules, writer, steps, stop, &failure,
      limits);
  RunEnd end{.actions = standing.size()};
  for (std::size_t i = 0; i < standing.size(); ++i) {
    end.done += results[i].outcome == ActionOutcome::kRestored;
    end.left += results[i].outcome == ActionOutcome::kLeft;
    result.actions.push_back({standing[i], results[i]});
  }
  if (!failure.empty()) {
    const bool saved = std::ranges::any_of(
        results, [](const JobResult& one) { return one.outcome == ActionOutcome::kSaved; });
    if (end.done == 0 && !saved) throw Error(ErrorKind::kFailed, failure, "", "nothing was undone");
    return result;  // what was undone is reported; the next run completes this one
  }
  writer.End(end);
  return result;
}

}  // namespace kindred::act
