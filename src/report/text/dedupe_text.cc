// See dedupe_text.h.
#include "report/text/dedupe_text.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

const char* BecomesText(ReplaceBy by) {
  switch (by) {
    case ReplaceBy::kReflink:
      return "shares blocks";
    case ReplaceBy::kHardlink:
      return "hard link";
    case ReplaceBy::kSymlink:
      return "symbolic link";
    case ReplaceBy::kTrash:
      return "to the trash";
    case ReplaceBy::kMove:
      break;
  }
  return "moved";
}

}  // namespace

void DedupeText::Begin(const DedupeSummary& summary) {
  summary_ = summary;
  begun_ = true;
  layout_.Title("Kindred " + summary.version, options_.command_line);
  layout_.Roots(summary.roots);
  if (summary.files > 0) layout_.Field("files", Counted(summary.files, "file"));
  if (!summary.applied) {
    layout_.Field("plan", fmt::format("{} in {}; {} would be freed; nothing was changed",
                                      Counted(summary.actions, "copy", "copies"),
                                      Counted(summary.sets, "set"), SizeText(summary.freed)));
  } else {
    layout_.Field("done", fmt::format("{} of {} in {}; {} freed", CountText(summary.done),
                                      Counted(summary.actions, "copy", "copies"),
                                      Counted(summary.sets, "set"), SizeText(summary.freed)));
  }
  if (summary.proposed > 0) {
    layout_.Field("way", summary.proposed == summary.actions
                             ? "hard links, as an example: this file system has no reflinks"
                             : fmt::format("hard links, as an example, for {}: there are no reflinks there",
                                           Counted(summary.proposed, "copy", "copies")));
  }
  if (summary.run > 0) layout_.Field("run", fmt::format("{} in the journal", summary.run));
  if (summary.shared > 0)
    layout_.Field("shared", Counted(summary.shared, "copy", "copies") + " already share their blocks");
  const std::uint64_t left = summary.left + summary.wished;
  if (left > 0)
    layout_.Field("left", Counted(left, "copy", "copies") + " left alone, each with its reason below");
  if (summary.saved > 0)
    layout_.Field("saved", Counted(summary.saved, "file") +
                               " changed by other programs meanwhile, kept under new names");
  layout_.Time(summary.seconds);
}

void DedupeText::Begin(const UndoSummary& summary) {
  undo_ = true;
  layout_.Line(
      fmt::format("Run {} is undone: {} restored{}{}.", summary.of, Counted(summary.restored, "file"),
                  summary.not_needed > 0
                      ? fmt::format(", {} share blocks and need no undo", CountText(summary.not_needed))
                      : "",
                  summary.left > 0 ? fmt::format(", {} left alone", CountText(summary.left)) : ""));
}

bool DedupeText::Enter(const char* items) {
  if (std::strcmp(items_, items) == 0) return false;
  CloseList();
  items_ = items;
  return true;
}

bool DedupeText::TakeOne() {
  ++seen_;
  if (options_.limit != 0 && shown_ >= options_.limit) return false;
  ++shown_;
  return true;
}

void DedupeText::CloseList() {
  layout_.Shown(shown_, seen_, items_, 2);
  items_ = "";
  shown_ = seen_ = 0;
}

void DedupeText::WriteCopy(const DedupeAction& action) {
  std::string what = BecomesText(action.by);
  if (action.outcome == ActionOutcome::kLeft) what = "left alone";
  if (action.outcome == ActionOutcome::kSaved) what = "saved";
  std::string line = fmt::format("             {:13}  {}", what, QuotePath(action.path));
  if (!action.target.empty() && action.by == ReplaceBy::kMove) line += " to " + QuotePath(action.target);
  layout_.Line(line);
  if (!action.reason.empty()) layout_.Line("                            " + OneLineText(action.reason));
  if (!action.saved.empty()) layout_.Line("                            as " + QuotePath(action.saved));
}

void DedupeText::Write(const DedupeSet& set) {
  if (Enter("sets")) layout_.Heading("Copies", "the file that stays, and what becomes of the others");
  if (!TakeOne()) return;
  layout_.Line(fmt::format("  {:>9}  {:13}  {}  ({})", SizeText(set.size), "stays", QuotePath(set.keep),
                           OneLineText(set.why)));
  std::uint64_t copies = 0;
  for (const DedupeAction& action : set.copies) {
    if (options_.limit != 0 && copies++ >= options_.limit) {
      layout_.Line(fmt::format("             and {} more", CountText(set.copies.size() - options_.limit)));
      break;
    }
    WriteCopy(action);
  }
}

void DedupeText::Write(const DedupeAction& action) {
  const bool restored =
      action.outcome == ActionOutcome::kRestored || action.outcome == ActionOutcome::kNotNeeded;
  const bool finished = action.outcome == ActionOutcome::kDone;
  if (restored || finished) {
    if (Enter("files"))
      layout_.Heading(restored ? "Restored" : "Finished",
                      restored ? "these are as before" : "of a run that was interrupted");
    if (!TakeOne()) return;
    layout_.Line(fmt::format("  {}{}", QuotePath(action.path),
                             action.outcome == ActionOutcome::kNotNeeded ? "  (nothing was needed)" : ""));
    return;
  }
  if (Enter("copies")) layout_.Heading("Left alone", "these are unchanged");
  if (!TakeOne()) return;
  layout_.Line(fmt::format("  {}: {}", QuotePath(action.path), OneLineText(action.reason)));
  if (!action.keep.empty() && !undo_) layout_.Line("      stays beside " + QuotePath(action.keep));
  if (!action.saved.empty())
    layout_.Line("      the version of another program is now " + QuotePath(action.saved));
}

void DedupeText::Write(const JournalRun& run) {
  if (Enter("runs")) {
    layout_.Line("    run  time              what                   state           copies      freed");
  }
  if (!TakeOne()) return;
  const std::string what = run.kind == "undo" ? fmt::format("undo of {}", run.of) : "dedupe by " + run.by;
  layout_.Line(fmt::format("  {:>5}  {:16}  {:21}  {:13}  {:>8}  {:>9}", run.run, TimeText(run.time), what,
                           run.state, CountText(run.done), SizeText(run.freed)));
  for (const std::string& root : run.roots) layout_.Line("         " + QuotePath(root));
}

void DedupeText::End() {
  CloseList();
  if (!begun_) return;
  if (summary_.interrupted_runs > 0) {
    layout_.Closing(Counted(summary_.interrupted_runs, "earlier run") +
                    " was interrupted; 'kindred journal' completes it.");
  }
  if (summary_.applied && summary_.done > 0)
    layout_.Closing(fmt::format("'kindred undo {}' undoes it.", summary_.run));
  if (summary_.by == "default" && summary_.applied && summary_.left > 0)
    layout_.Closing("Choose what copies become: --by hardlink, symlink, trash or move --to DIR.");
  if (!summary_.applied && summary_.actions > 0) {
    layout_.Closing(
        fmt::format("To apply: add {}--apply. Files are compared byte by byte again first.",
                    summary_.proposed > 0 ? "--by hardlink (or symlink, trash, move --to DIR) " : ""));
  }
}

}  // namespace kindred::report
