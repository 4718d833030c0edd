// The flag table itself: one entry a flag, in the order of the help.
#include "flags.h"

#include <algorithm>
#include <tuple>

#include "flag_values.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "kindred/report.h"
#include "marking_flags.h"
#include "near_flags.h"
#include "template_flags.h"

namespace kindred::cli {

namespace {

using Text = const std::string&;

std::vector<std::string> Whens() { return {"auto", "always", "never"}; }

const std::vector<std::string> kMeasures = {"containment", "both", "resemblance"};

std::vector<Flag> MakeFlags() {
  return {
      {.set = kWalkFlags,
       .name = "files-from",
       .letter = 0,
       .value = "FILE",
       .help = "Read names to look at from FILE, one a line; - is standard input. A name that is missing is "
               "reported and left out.",
       .completion = Completion::kFile,
       .apply = [](Arguments& to, Text, Text value) { to.files_from = value; }},
      {.set = kWalkFlags,
       .name = "null",
       .letter = '0',
       .value = nullptr,
       .help = "Names in --files-from end with a NUL byte instead of a newline.",
       .apply = [](Arguments& to, Text, Text) { to.null_separated = true; }},
      {.set = kWalkFlags,
       .name = "include",
       .letter = 0,
       .value = "GLOB",
       .help = "Only files that match GLOB: *.c by name, doc/*.html by the last names of the path, /srv/* by "
               "the whole "
               "path; ** stands for any number of names.",
       .repeatable = true,
       .apply = [](Arguments& to, Text, Text value) { to.walk.include.push_back(value); }},
      {.set = kWalkFlags,
       .name = "exclude",
       .letter = 0,
       .value = "GLOB",
       .help = "Leave out files and directories that match GLOB; build/ matches directories only.",
       .repeatable = true,
       .apply = [](Arguments& to, Text, Text value) { to.walk.exclude.push_back(value); }},
      {.set = kWalkFlags,
       .name = "size",
       .letter = 0,
       .value = "MIN..MAX",
       .help = "Only files of this size: 1K..10M, 1K.., ..10M, or exactly 4096. K, M, G and T are powers of "
               "1024.",
       .default_text = "1..; 0.. for compare",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             std::tie(to.walk.min_size, to.walk.max_size) = ParseSizeRange(flag, value);
             to.size_given = true;
           }},
      {.set = kWalkFlags,
       .name = "one-file-system",
       .letter = 'x',
       .value = nullptr,
       .help = "Do not enter directories on other file systems.",
       .apply = [](Arguments& to, Text, Text) { to.walk.one_file_system = true; }},
      {.set = kWalkFlags,
       .name = "hidden",
       .letter = 0,
       .value = nullptr,
       .help = "Also files and directories whose name starts with a dot; compare always takes them.",
       .apply = [](Arguments& to, Text, Text) { to.walk.hidden = true; }},
      {.set = kWalkFlags,
       .name = "follow",
       .letter = 0,
       .value = nullptr,
       .help = "Follow symbolic links; loops are noticed.",
       .apply = [](Arguments& to, Text, Text) { to.walk.follow_links = true; }},

      {.set = kMatchFlags,
       .name = "min",
       .letter = 0,
       .value = "SHARE",
       .help = "Least similarity to report: 25%, 25 or 0.25.",
       .default_text = "25%",
       .apply = [](Arguments& to, Text flag, Text value) { to.match.minimum = ParseShare(flag, value); }},
      {.set = kMatchFlags,
       .name = "measure",
       .letter = 0,
       .value = "MEASURE",
       .help = "What similarity means: containment (the larger of the two shares), both (the smaller), or "
               "resemblance (shared by union).",
       .default_text = "containment",
       .values = kMeasures,
       .apply =
           [](Arguments& to, Text flag, Text value) {
             constexpr Measure kAll[] = {Measure::kContainment, Measure::kBoth, Measure::kResemblance};
             to.match.measure = kAll[ParseChoice(flag, value, kMeasures)];
           }},
      {.set = kMatchFlags,
       .name = "margin",
       .letter = 0,
       .value = "N",
       .help = "Pairs (--pairs) and matches may be below --min by N standard errors of the estimate, since "
               "they may "
               "truly reach it; 0 judges by the estimate itself. Groups and clusters always do.",
       .default_text = "3",
       .apply = [](Arguments& to, Text flag, Text value) { to.match.margin = ParseMargin(flag, value); }},
      {.set = kMatchFlags,
       .name = "min-shared",
       .letter = 0,
       .value = "N",
       .help = "Marks that two files must share at least.",
       .default_text = "3, or 1 chunk",
       .apply = [](Arguments& to, Text flag, Text value) { to.match.min_shared = ParseCount(flag, value); }},
      {.set = kMatchFlags,
       .name = "same-suffix",
       .letter = 0,
       .value = nullptr,
       .help = "Compare only files with the same suffix.",
       .apply = [](Arguments& to, Text, Text) { to.match.same_suffix = true; }},
      {.set = kMatchFlags,
       .name = "size-ratio",
       .letter = 0,
       .value = "RATIO",
       .help = "The smaller file must have at least this share of the larger one's size.",
       .default_text = "0",
       .apply = [](Arguments& to, Text flag, Text value) { to.match.size_ratio = ParseShare(flag, value); }},
      {.set = kMatchFlags,
       .name = "types",
       .letter = 0,
       .value = "HOW",
       .help = "Compare text files and other files apart or together.",
       .default_text = "apart",
       .values = {"apart", "together"},
       .apply =
           [](Arguments& to, Text flag, Text value) {
             to.match.types_together = ParseChoice(flag, value, {"apart", "together"}) == 1;
           }},
      {.set = kMatchFlags,
       .name = "max-degree",
       .letter = 0,
       .value = "N",
       .help = "A mark that stands in more than N files, or in more than so many percent of them (5%), "
               "proposes no pairs, but counts in those that others propose; 0: as many as the work budget "
               "allows.",
       .default_text = "0",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             if (std::string(value).ends_with('%')) {
               to.match.max_degree_share = ParseShare(flag, value);
             } else {
               to.match.max_degree = ParseCount(flag, value);
             }
           }},

      {.set = kMatchFlags,
       .name = "count",
       .letter = 0,
       .value = "HOW",
       .help = "What a shared mark counts for: once for each time it stands in the file, or (multiset, as "
               "sif) as "
               "often as it stands in the other one, so that shares may exceed 100%.",
       .default_text = "once",
       .values = {"once", "multiset"},
       .apply =
           [](Arguments& to, Text flag, Text value) {
             const bool multiset = ParseChoice(flag, value, {"once", "multiset"}) == 1;
             to.match.count = multiset ? Count::kMultiset : Count::kOnce;
           }},
      {.set = kMatchFlags,
       .name = "filter",
       .letter = 0,
       .value = "EXPRESSION",
       .help = "Only pairs for which EXPRESSION holds, such as 'a.suffix == b.suffix and size > 10K'; "
               "docs/filters.md describes it.",
       .apply = [](Arguments& to, Text, Text value) { to.match.filter = value.empty() ? " " : value; }},
      {.set = kMatchFlags,
       .name = "filter-command",
       .letter = 0,
       .value = "COMMAND",
       .help =
           "Only pairs that COMMAND says yes to: it reads a JSON line for each pair and answers each with a "
           "line, yes or no.",
       .apply = [](Arguments& to, Text, Text value) { to.match.filter_command = value; }},

      {.set = kFindFlags,
       .name = "directories",
       .letter = 0,
       .value = nullptr,
       .help = "Also list the pairs of similar directories.",
       .apply = [](Arguments& to, Text, Text) { to.directories = true; }},
      {.set = kCompareFlags,
       .name = "find-similar-directories",
       .letter = 0,
       .value = nullptr,
       .help = "In place of A and B: all pairs of similar directories below the PATHs, and nothing else.",
       .apply = [](Arguments& to, Text, Text) { to.find_directories = true; }},
      {.set = kFindFlags,
       .name = "sets",
       .letter = 0,
       .value = nullptr,
       .help = "Also list the interesting sets: the largest sets of files that all share --min-shared marks.",
       .apply = [](Arguments& to, Text, Text) { to.sets = true; }},
      {.set = kFindFlags,
       .name = "pairs",
       .letter = 0,
       .value = nullptr,
       .help = "Also list the pairs of similar files: by name, or with --limit the strongest first.",
       .apply = [](Arguments& to, Text, Text) { to.pairs = true; }},
      {.set = kFindFlags,
       .name = "near",
       .letter = 0,
       .value = nullptr,
       .help =
           "Also take a first look, by tallies, at the files that marks cannot judge: those with too few "
           "marks, and those above --mark-up-to. What is near stands in a section of its own; --tolerance "
           "and the other flags of near count for it.",
       .apply = [](Arguments& to, Text, Text) { to.first_look = true; }},
      {.set = kVerifyFlags,
       .name = "verify",
       .letter = 0,
       .value = nullptr,
       .help =
           "Read both files of each pair again and report exactly what they share, in runs of 50 bytes or "
           "more; pairs that fall below --min are dropped and counted.",
       .apply = [](Arguments& to, Text, Text) { to.verify = true; }},
      {.set = kRescanFlags,
       .name = "no-rescan",
       .letter = 0,
       .value = nullptr,
       .help = "Take the index as it is; look for no new or changed file.",
       .apply = [](Arguments& to, Text, Text) { to.rescan = false; }},

      {.set = kRunsFlags,
       .name = "min-length",
       .letter = 0,
       .value = "SIZE",
       .help = "Shared runs must have so many bytes at least.",
       .default_text = "256; 50 for show",
       .apply = [](Arguments& to, Text flag, Text value) { to.min_length = ParseSize(flag, value); }},
      {.set = kSpanFlags,
       .name = "every-run",
       .letter = 0,
       .value = "SIZE",
       .help = "List every shared run of SIZE bytes or more, also those that only some places of a hardly "
               "shorter run share.",
       .apply = [](Arguments& to, Text flag, Text value) { to.every_run = ParseSize(flag, value); }},
      {.set = kSpanFlags,
       .name = "bits",
       .letter = 0,
       .value = nullptr,
       .help =
           "Also runs whose places differ by bits that make no whole byte. Offsets and lengths are then in "
           "bits.",
       .apply = [](Arguments& to, Text, Text) { to.bits = true; }},
      {.set = kSpanFlags,
       .name = "bit-order",
       .letter = 0,
       .value = "ORDER",
       .help = "Which bit of a byte is the first one: the least significant (lsb) or the most significant "
               "(msb).",
       .default_text = "lsb",
       .values = {"lsb", "msb"},
       .apply =
           [](Arguments& to, Text flag, Text value) {
             to.msb_first = ParseChoice(flag, value, {"lsb", "msb"}) == 1;
           }},

      {.set = kShowFlags,
       .name = "context",
       .letter = 0,
       .value = "N",
       .help = "Lines shown at each end of a part that is folded; all folds nothing.",
       .default_text = "3",
       .values = {"3", "all"},
       .apply =
           [](Arguments& to, Text flag, Text value) {
             to.fold = value != "all";
             if (to.fold) to.context = ParseCount(flag, value);
           }},
      {.set = kShowFlags,
       .name = "width",
       .letter = 0,
       .value = "COLUMNS",
       .help = "Columns to use.",
       .default_text = "the terminal's, else $COLUMNS, else 130",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             const std::uint64_t columns = ParseCount(flag, value);
             if (columns < 40 || columns > 10000) {
               throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag, "give 40 to 10000");
             }
             to.width = static_cast<std::size_t>(columns);
           }},

      {.set = kListFlags,
       .name = "limit",
       .letter = 0,
       .value = "N",
       .help = "Show at most N items in each list; 0 shows all.",
       .default_text = "10 in text, all in other formats",
       .apply = [](Arguments& to, Text flag, Text value) { to.limit = ParseCount(flag, value); }},
      {.set = kListFlags,
       .name = "exit-code",
       .letter = 0,
       .value = nullptr,
       .help = "Exit with 1 if anything was found; for compare: if not all of A is in B.",
       .apply = [](Arguments& to, Text, Text) { to.exit_code = true; }},
      {.set = kReportFlags,
       .name = "format",
       .letter = 0,
       .value = "FORMAT",
       .help = "text for people, json (one object a line) or csv for programs; xlsx is a workbook, html a "
               "page for a browser, and dot the graphs of find's clusters for Graphviz. xlsx and html are "
               "for find, query, compare, spans and near, dot for find.",
       .default_text = "text",
       .values = ReportFormats(),
       .apply =
           [](Arguments& to, Text flag, Text value) {
             std::vector<std::string> formats = ReportFormats();
             to.format = formats[ParseChoice(flag, value, formats)];
           }},
      {.set = kReportFlags,
       .name = "output",
       .letter = 'o',
       .value = "FILE",
       .help = "Write the report to FILE, which is replaced only when the report is complete; - is standard "
               "output.",
       .completion = Completion::kFile,
       .apply = [](Arguments& to, Text, Text value) { to.output = value == "-" ? "" : value; }},
      {.set = kReportFlags,
       .name = "color",
       .letter = 0,
       .value = "WHEN",
       .help = "Colour in text reports: auto, always or never. auto is a terminal without NO_COLOR.",
       .default_text = "auto",
       .values = Whens(),
       .apply = [](Arguments& to, Text flag, Text value) { to.color = ParseWhen(flag, value); }},

      {.set = kIndexFlags,
       .name = "index",
       .letter = 0,
       .value = "DIR",
       .help = "The index to use.",
       .default_text = "$KINDRED_INDEX, or kindred in the XDG data directory",
       .completion = Completion::kDirectory,
       .apply =
           [](Arguments& to, Text flag, Text value) {
             if (value.empty()) {
               throw Error(ErrorKind::kUsage, "needs a directory", flag, "name one, or leave the flag out");
             }
             to.index = value;
           }},

      {.set = kRunFlags,
       .name = "memory",
       .letter = 0,
       .value = "SIZE",
       .help = "Memory to use at most, such as 512M or 1G; 1M at least.",
       .default_text = "a quarter of the machine's",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             constexpr std::uint64_t kLeast = std::uint64_t{1}
                                              << 20;  // with less, each file is written alone
             to.run.memory = ParseSize(flag, value);
             if (to.run.memory != 0) to.run.memory = std::max(to.run.memory, kLeast);
           }},
      {.set = kRunFlags,
       .name = "threads",
       .letter = 0,
       .value = "N",
       .help = "Threads to use; 0: as many as the machine has.",
       .default_text = "0",
       .apply =
           [](Arguments& to, Text flag, Text value) {
             std::uint64_t count = ParseCount(flag, value);
             if (count > 1024) {
               throw Error(ErrorKind::kUsage, "cannot use '" + value + "'", flag, "give at most 1024");
             }
             to.run.threads = static_cast<unsigned>(count);
           }},

      {.set = kMessageFlags,
       .name = "progress",
       .letter = 0,
       .value = "WHEN",
       .help = "The bar on standard error: auto, always or never. auto is a terminal.",
       .default_text = "auto",
       .values = Whens(),
       .apply = [](Arguments& to, Text flag, Text value) { to.progress = ParseWhen(flag, value); }},
      {.set = kMessageFlags,
       .name = "quiet",
       .letter = 'q',
       .value = nullptr,
       .help = "No bar and no notes; errors are still told.",
       .apply = [](Arguments& to, Text, Text) { to.quiet = true; }},
      {.set = kMessageFlags,
       .name = "timings",
       .letter = 0,
       .value = nullptr,
       .help = "Show on standard error what each stage cost.",
       .apply = [](Arguments& to, Text, Text) { to.timings = true; }},

      {.set = kTraceFlags,
       .name = "trace",
       .letter = 0,
       .value = "CLASSES",
       .help = "Tell on standard error what the search does: files as they are read, reads, matches as they "
               "are found, faults; several with commas between them, or all.",
       .values = {"files", "reads", "matches", "faults", "all"},
       .apply = [](Arguments& to, Text flag, Text value) { to.traces |= ParseTraces(flag, value); }},

      {.set = kCommonFlags,
       .name = "help",
       .letter = 'h',
       .value = nullptr,
       .help = "Show this help.",
       .apply = [](Arguments& to, Text, Text) { to.help = true; }},
  };
}

}  // namespace

const std::vector<Flag>& Flags() {
  static const std::vector<Flag> flags = [] {
    std::vector<Flag> all = MakeFlags();
    for (Flag& flag : MarkingFlags()) all.push_back(std::move(flag));
    for (Flag& flag : NearFlags()) all.push_back(std::move(flag));
    for (Flag& flag : TemplateFlags()) all.push_back(std::move(flag));
    for (Flag& flag : PoolFlags()) all.push_back(std::move(flag));
    return all;
  }();
  return flags;
}

std::vector<const Flag*> FlagsOf(unsigned sets) {
  std::vector<const Flag*> chosen;
  for (const Flag& flag : Flags()) {
    if ((flag.set & sets) != 0) chosen.push_back(&flag);
  }
  return chosen;
}

std::string GivenFlagOf(const Arguments& arguments, unsigned sets) {
  for (const Flag* flag : FlagsOf(sets)) {
    if (std::ranges::find(arguments.given, flag->name, &Arguments::Given::name) != arguments.given.end())
      return std::string("--") + flag->name;
  }
  return "";
}

}  // namespace kindred::cli
