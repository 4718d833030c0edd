// kindred dedupe, undo and journal: replace copies, undo that, and list what was done.
#include <charconv>

#include "command/command.h"
#include "flags/report/apply_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct DedupeFlags {
  DedupeOptions options;

  ApplyFlags apply;
  WalkFlags walk;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<DedupeFlags> Table();
};

constexpr char kMovePrefix[] = "move:";

void ParseBy(DedupeFlags& to, Text flag, Text value) {
  if (value.starts_with(kMovePrefix) && value.size() > sizeof kMovePrefix - 1) {
    to.options.by = ReplaceBy::kMove;
    to.options.move_to = value.substr(sizeof kMovePrefix - 1);
    return;
  }
  for (const ReplaceBy by : kReplaceBys) {
    if (value != ReplaceByName(by)) continue;
    to.options.by = by;
    return;
  }
  throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag,
              "give reflink, hardlink, symlink, trash, or move with --to DIR");
}

FlagTable<DedupeFlags> DedupeFlags::Table() {
  return Join(
      InSection<DedupeFlags>(
          {"What becomes of copies"},
          {{.name = "by",
            .value = "HOW",
            .help =
                "What copies become: reflink (separate files that share blocks), hardlink, symlink, trash "
                "(that of the desktop) or move (with --to; also move:DIR).",
            .default_text = "reflink where the file system supports it",
            .values = {"reflink", "hardlink", "symlink", "trash", "move"},
            .apply = ParseBy},
           {.name = "to",
            .value = "DIR",
            .help = "Where --by move puts copies, each under its path below PATH.",
            .completion = Completion::kDirectory,
            .apply = [](DedupeFlags& to, Text, Text value) { to.options.move_to = value; }},
           {.name = "keep",
            .value = "RULE",
            .help = "Which file to keep: newest, oldest, shortest-path, or a GLOB that prefers the files it "
                    "matches. The first RULE that decides is used.",
            .default_text = "oldest",
            .values = {"newest", "oldest", "shortest-path"},
            .repeatable = true,
            .apply = [](DedupeFlags& to, Text, Text value) { to.options.keep.push_back(value); }},
           {.name = "protect",
            .value = "DIR",
            .help =
                "Never replace files at or below DIR, and prefer them as the file to keep. DIR is searched "
                "only if it is in a PATH.",
            .completion = Completion::kDirectory,
            .repeatable = true,
            .apply = [](DedupeFlags& to, Text, Text value) { to.options.protect.push_back(value); }},
           {.name = "decisions",
            .value = "FILE",
            .help = "Replace only the copies decided in a review; FILE is its export, JSON or CSV. Needs no "
                    "PATH.",
            .completion = Completion::kFile,
            .apply = [](DedupeFlags& to, Text, Text value) { to.options.decisions = value; }},
           {.name = "across-users",
            .help = "Also replace files of different owners or groups.",
            .apply = [](DedupeFlags& to, Text, Text) { to.options.across_users = true; }},
           {.name = "across-permissions",
            .help = "Also replace files with different permissions.",
            .apply = [](DedupeFlags& to, Text, Text) { to.options.across_permissions = true; }},
           {.name = "across-attributes",
            .help = "Also replace files with different extended attributes or ACLs.",
            .apply = [](DedupeFlags& to, Text, Text) { to.options.across_attributes = true; }}}),
      &DedupeFlags::apply, &DedupeFlags::walk, &DedupeFlags::index, &DedupeFlags::run, &DedupeFlags::list,
      &DedupeFlags::report, &DedupeFlags::messages);
}

int RunDedupe(const DedupeFlags& flags, const CommandLine& line) {
  DedupeOptions options = flags.options;
  options.apply = flags.apply.apply;
  constexpr char kExample[] = "kindred dedupe DIRECTORY";
  options.scan.walk = options.decisions.empty() ? WalkFor(flags.walk, line.operands, kExample)
                                                : WalkOrAll(flags.walk, line.operands, kExample);
  options.scan.run = flags.run.options;
  if (options.by == ReplaceBy::kMove && options.move_to.empty())
    throw Error(ErrorKind::kUsage, "where should copies be moved to?", "--by move", "give --to DIR");
  if (!options.move_to.empty() && options.by != ReplaceBy::kMove)
    throw Error(ErrorKind::kUsage, "only --by move puts copies elsewhere", "--to",
                "give --by move, or leave it out");
  if (options.apply && flags.report.format == "sh") {
    throw Error(ErrorKind::kUsage, "a script is a plan", "--format sh",
                "leave out --apply, and run the script");
  }
  Run run({.line = line.text, .report = flags.report, .list = flags.list, .messages = flags.messages});
  Index(IndexDirectory(flags.index)).Dedupe(options, run.sink(), run.observer());
  return run.Finish();
}

struct UndoFlags {
  IndexFlags index;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<UndoFlags> Table() {
    return Join<UndoFlags>({}, &UndoFlags::index, &UndoFlags::list, &UndoFlags::report, &UndoFlags::messages);
  }
};

int RunUndo(const UndoFlags& flags, const CommandLine& line) {
  std::uint64_t number = 0;
  if (line.operands.size() > 1)
    throw Error(ErrorKind::kUsage, "one run at a time", "", "try 'kindred undo 12'");
  if (!line.operands.empty()) {
    const std::string& word = line.operands[0];
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size() || number == 0)
      throw Error(ErrorKind::kUsage, "'" + word + "' is not a run number", "", "see 'kindred journal'");
  }
  Run run({.line = line.text, .report = flags.report, .list = flags.list, .messages = flags.messages});
  Index(IndexDirectory(flags.index)).Undo(number, run.sink(), run.observer());
  return run.Finish();
}

int RunJournal(const UndoFlags& flags, const CommandLine& line) {
  if (!line.operands.empty()) throw Error(ErrorKind::kUsage, "'journal' takes no PATH", "", "leave it out");
  ListFlags list = flags.list;
  if (!list.limit) list.limit = 0;
  Run run({.line = line.text, .report = flags.report, .list = list, .messages = flags.messages});
  Index(IndexDirectory(flags.index)).Journal(run.sink());
  return run.Finish();
}

}  // namespace

Command DedupeCommand() {
  return {.name = "dedupe",
          .operands = "PATH...",
          .summary = "Free space: plan it, and with --apply do it",
          .text =
              "Finds identical files below the PATHs and shows, for each set, which file is kept and what "
              "becomes of the others. With --apply it replaces them: files are compared byte by byte again, "
              "under leases that detect concurrent writers, every step is journaled, and 'kindred undo' "
              "restores the files. Similar files are never touched. Files in use, immutable ones, and those "
              "of other owners, permissions or attributes are left alone and reported.",
          .examples =
              {{"What could be freed", "kindred dedupe ~/Pictures"},
               {"Copies become hard links to the oldest", "kindred dedupe --by hardlink --apply /srv/data"},
               {"Keep the files in master, move copies to the trash",
                "kindred dedupe --protect master --by trash --apply master inbox"},
               {"What was decided in a review", "kindred dedupe --decisions decisions.json --by hardlink"},
               {"A script to read first", "kindred dedupe --by hardlink --format sh -o plan.sh /srv/data"}},
          .more_formats = {"sh"},
          .run = RunDedupe};
}

Command UndoCommand() {
  return {.name = "undo",
          .operands = "[RUN]",
          .summary = "Undo a run of dedupe",
          .text =
              "Restores every file that a dedupe run replaced, with its bytes, times and permissions, or "
              "brings it back from the trash. Files that were changed since are left alone and reported. "
              "Without RUN: the newest run that is not undone.",
          .examples = {{"The last run", "kindred undo"}, {"Another one", "kindred undo 12"}},
          .run = RunUndo};
}

Command JournalCommand() {
  return {
      .name = "journal",
      .operands = "",
      .summary = "List what dedupe did",
      .text =
          "Lists the runs of dedupe and undo, and their state. Completes a run that was interrupted first.",
      .examples = {{"All runs", "kindred journal"}},
      .run = RunJournal};
}

}  // namespace kindred::cli
