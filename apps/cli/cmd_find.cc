// kindred find: the main job.
#include "command.h"
#include "flags/index_flags.h"
#include "flags/inside_flags.h"
#include "flags/match_flags.h"
#include "flags/method_flags.h"
#include "flags/near_flags.h"
#include "flags/pool_flags.h"
#include "flags/report_flags.h"
#include "flags/run_flags.h"
#include "flags/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

struct FindFlags {
  bool directories = false;
  bool sets = false;
  bool pairs = false;
  ClusterShape clusters = ClusterShape::kAroundCentre;
  bool near = false;

  WalkFlags walk;
  TypeFlags type;
  MethodFlags method;
  MarkFlags mark;
  InsideFlags inside;
  MatchFlags match;
  MeasureFlags measure;
  NearFlags tallies;
  RescanFlags rescan;
  PoolFlags pools;
  KeyFlags key;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<FindFlags> Table();
};

std::vector<std::string> ClusterShapes() { return {"centre", "connected"}; }

FlagTable<FindFlags> FindFlags::Table() {
  return Join(
      InSection<FindFlags>(
          {"What find does"},
          {{.name = "directories",
            .help = "Also list the pairs of similar directories.",
            .apply = [](FindFlags& to, Text, Text) { to.directories = true; }},
           {.name = "sets",
            .help = "Also list the interesting sets: the largest sets of files that all share --min-shared "
                    "marks.",
            .apply = [](FindFlags& to, Text, Text) { to.sets = true; }},
           {.name = "pairs",
            .help = "Also list the pairs of similar files: by name, or with --limit the strongest first.",
            .apply = [](FindFlags& to, Text, Text) { to.pairs = true; }},
           {.name = "clusters",
            .value = "HOW",
            .help = "What is a cluster: files that are similar to one of them, and their versions (centre), "
                    "or all "
                    "that pairs connect, also by way of others (connected).",
            .default_text = "centre",
            .values = ClusterShapes(),
            .apply =
                [](FindFlags& to, Text flag, Text value) {
                  constexpr ClusterShape kAll[] = {ClusterShape::kAroundCentre, ClusterShape::kConnected};
                  to.clusters = kAll[ParseChoice(flag, value, ClusterShapes())];
                }},
           {.name = "near",
            .help = "Also take a first look, by tallies, at the files that marks cannot judge: those with "
                    "too few marks, and those above --mark-up-to. What is near stands in a section of its "
                    "own; --tolerance and the other flags of near count for it.",
            .apply = [](FindFlags& to, Text, Text) { to.near = true; }}}),
      &FindFlags::walk, &FindFlags::type, &FindFlags::method, &FindFlags::mark, &FindFlags::inside, &FindFlags::match,
      &FindFlags::measure, &FindFlags::tallies, &FindFlags::rescan, &FindFlags::pools, &FindFlags::key,
      &FindFlags::index, &FindFlags::run, &FindFlags::list, &FindFlags::report, &FindFlags::messages,
      &FindFlags::trace);
}

int RunFind(const FindFlags& flags, const CommandLine& line) {
  const std::string tally_flag = FirstGivenOf<NearFlags>(line);
  if (!flags.near && !tally_flag.empty()) {
    throw Error(ErrorKind::kUsage, "means nothing without --near", tally_flag, "give both, or none");
  }
  FindOptions options;
  options.scan.walk = WalkFor(flags.walk, line.operands, "kindred find DIRECTORY");
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.scan.methods = methods;
  options.types = flags.type.types;
  options.scan.run = flags.run.options;
  options.match = flags.match.options;
  options.rescan = flags.rescan.rescan;
  options.pairs = flags.pairs;
  options.directories = flags.directories;
  options.sets = flags.sets;
  options.clusters = flags.clusters;
  options.verify = flags.measure.verify;
  options.estimate = flags.measure.estimate;
  options.near_stage = flags.near;
  if (flags.near) options.near = NearOptionsOf(flags.tallies);
  options.scan.mark_up_to = flags.mark.mark_up_to;
  options.scan.inside = flags.inside.options;
  options.pools = {.files = flags.pools.files, .key_file = flags.key.file};
  options.limit = ListLimit(flags.list, flags.report);

  Run run({.line = line.text,
           .report = flags.report,
           .list = flags.list,
           .messages = flags.messages,
           .trace = flags.trace});
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
          "Brings the index up to date with the PATHs, then reports the sets of identical files, the "
          "clusters of files connected by similarity, and for each file the group of files similar to it. "
          "Only files that are new or changed are read.",
      .examples = {{"Everything similar below a directory", "kindred find /usr/share/doc"},
                   {"Only what is almost the same, as JSON lines", "kindred find --min 90% --format json ."},
                   {"C files only, with every pair", "kindred find --include '*.c' --pairs src"},
                   {"Exact shares, proved by reading", "kindred find --verify --pairs ."},
                   {"Disk images, too, by their tallies", "kindred find --near --mark-up-to 1G /srv"},
                   {"A page for the browser, with a picture of each cluster",
                    "kindred find --format html -o report.html ."},
                   {"Names from another program", "git ls-files -z | kindred find --files-from - -0"}},
      .more_formats = {"xlsx", "html", "dot"},
      .run = RunFind};
}

}  // namespace kindred::cli
