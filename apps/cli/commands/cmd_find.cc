// kindred find: the main job.
#include "command/command.h"
#include "flags/matching/near_flags.h"
#include "flags/matching/tree_search_flags.h"
#include "flags/report/found_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/show_flags.h"
#include "flags/tree/index_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct FindFlags {
  FoundFlags found;
  ShowFlags show;
  TreeSearchFlags search;
  NearFlags tallies;
  IndexFlags index;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<FindFlags> Table();
};

FlagTable<FindFlags> FindFlags::Table() {
  return Join<FindFlags>({}, &FindFlags::found, &FindFlags::show, &FindFlags::search, &FindFlags::tallies,
                         &FindFlags::index, &FindFlags::list, &FindFlags::report, &FindFlags::messages,
                         &FindFlags::trace);
}

int RunFind(const FindFlags& flags, const CommandLine& line) {
  const std::string tally_flag = FirstGivenOf<NearFlags>(line);
  if (!flags.found.near && !tally_flag.empty()) {
    throw Error(ErrorKind::kUsage, "has no effect without --near", tally_flag, "give both, or neither");
  }
  FindOptions options = flags.search.Options(line.operands, "kindred find DIRECTORY");
  options.sections = SectionsOf(flags.show, flags.report);
  options.order = flags.show.order.value_or(FindOrder::kValue);
  options.pair_order = flags.show.order;
  options.pairs = flags.found.pairs || flags.show.pairs;
  options.directories = flags.found.directories || flags.show.directories;
  options.sets = flags.found.sets || flags.show.sets;
  options.families = flags.found.families;
  options.decided = flags.found.decided;
  options.near_stage = flags.found.near;
  if (flags.found.near) options.near = NearOptionsOf(flags.tallies);
  options.limit = ListLimit(flags.list, flags.report);

  const bool overview = IsOverview(flags.show, flags.list, flags.report);
  if (overview) options.boilerplate = FindBoilerplate::kFewIfCounted;
  if (flags.show.boilerplate) options.boilerplate = FindBoilerplate::kAll;
  if (!flags.index.directory.empty()) options.template_flags = "--index " + QuotePath(flags.index.directory);

  Run run({.line = line.text,
           .report = flags.report,
           .list = flags.list,
           .messages = flags.messages,
           .trace = flags.trace,
           .overview = overview});
  Index(IndexDirectory(flags.index)).Find(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace

Command FindCommand() {
  return {
      .name = "find",
      .operands = "PATH...",
      .summary = "Find the similar files of a tree",
      .text =
          "Brings the index up to date with the PATHs, then shows what can be freed (copied folders, "
          "copies), which files are versions of one another, and which are contained in others. Only files "
          "that are new or changed are read. The text report is an overview of about 40 lines; --show gives "
          "one list in full.",
      .examples = {{"Duplicates and similar files below a directory", "kindred find /usr/share/doc"},
                   {"All families of versions, the newest first",
                    "kindred find --show families --sort newest --limit 0 ~/Documents"},
                   {"Only nearly identical files, as JSON lines", "kindred find --min 90% --format json ."},
                   {"C files only, with every pair", "kindred find --include '*.c' --pairs src"},
                   {"Exact shares, proved by reading", "kindred find --verify --pairs ."},
                   {"Disk images, too, by their tallies", "kindred find --near --mark-up-to 1G /srv"},
                   {"A page for the browser, with a picture of each family",
                    "kindred find --format html -o report.html ."},
                   {"Names from another program", "git ls-files -z | kindred find --files-from - -0"}},
      .more_formats = {"xlsx", "html", "dot"},
      .run = RunFind};
}

}  // namespace kindred::cli
