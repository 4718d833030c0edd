// kindred compare: two directories by content, or all directories of a tree.
#include "command/command.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/pool_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/inside_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct CompareFlags {
  bool find_directories = false;

  WalkFlags walk;
  MethodFlags method;
  InsideFlags inside;
  MatchFlags match;
  MeasureFlags measure;
  PoolFlags pools;
  KeyFlags key;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<CompareFlags> Table();
};

FlagTable<CompareFlags> CompareFlags::Table() {
  return Join(
      InSection<CompareFlags>(
          {"What compare does"},
          {{.name = "find-similar-directories",
            .help = "Instead of comparing A and B, list all pairs of similar directories below the PATHs.",
            .apply = [](CompareFlags& to, Text, Text) { to.find_directories = true; }}}),
      &CompareFlags::walk, &CompareFlags::method, &CompareFlags::inside, &CompareFlags::match,
      &CompareFlags::measure, &CompareFlags::pools, &CompareFlags::key, &CompareFlags::index,
      &CompareFlags::run, &CompareFlags::list, &CompareFlags::report, &CompareFlags::messages,
      &CompareFlags::trace);
}

RunSettings SettingsOf(const CompareFlags& flags, const CommandLine& line) {
  return {.line = line.text,
          .report = flags.report,
          .list = flags.list,
          .messages = flags.messages,
          .trace = flags.trace};
}

// As find --directories, but reports nothing else.
int RunFindDirectories(const CompareFlags& flags, const CommandLine& line) {
  FindOptions options;
  options.scan.walk =
      WalkFor(flags.walk, line.operands, "kindred compare --find-similar-directories DIRECTORY");
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.scan.methods = methods;
  options.scan.run = flags.run.options;
  options.scan.inside = flags.inside.options;
  options.match = flags.match.options;
  options.only_directories = true;
  options.verify = flags.measure.verify;
  options.estimate = flags.measure.estimate;
  options.limit = ListLimit(flags.list, flags.report);

  Run run(SettingsOf(flags, line));
  Index(IndexDirectory(flags.index)).Find(options, run.sink(), run.observer());
  return run.Finish();
}

// Before anything is scanned.
void CheckPoolFlags(const CompareFlags& flags, const CommandLine& line) {
  const bool with_pool = !flags.pools.files.empty();
  if (with_pool && flags.find_directories) {
    throw Error(ErrorKind::kUsage, "does not work with pools", "--find-similar-directories",
                "leave one of them out");
  }
  if (with_pool && (line.operands.size() != 1 || line.operands[0].empty())) {
    throw Error(ErrorKind::kUsage, "give one directory or file to compare with a pool", "",
                "try 'kindred compare --with POOL DIRECTORY'");
  }
  if (!with_pool && !flags.key.file.empty())
    throw Error(ErrorKind::kUsage, "a key is for pools", "--key-file", "name one with --with");
  if (flags.report.format != "sh") return;
  if (!with_pool) {
    throw Error(ErrorKind::kUsage, "is a script that sends files to another machine", "--format sh",
                "name its pool with --with");
  }
  if (flags.list.limit)
    throw Error(ErrorKind::kUsage, "a script sends all files or none", "--limit", "leave it out");
}

int RunCompare(const CompareFlags& flags, const CommandLine& line) {
  CheckPoolFlags(flags, line);
  if (flags.find_directories) return RunFindDirectories(flags, line);
  const std::vector<std::string>& operands = line.operands;
  const bool with_pool = !flags.pools.files.empty();
  if (!with_pool && (operands.size() != 2 || operands[0].empty() || operands[1].empty())) {
    throw Error(ErrorKind::kUsage, "give two directories or files to compare", "",
                "try 'kindred compare OLD NEW'; for all pairs of directories 'kindred compare "
                "--find-similar-directories PATH'");
  }
  if (flags.walk.files_from) {
    throw Error(ErrorKind::kUsage, "compares two directories, not a list of names", "--files-from",
                "leave it out");
  }
  CompareOptions options;
  const WalkOptions all = options.scan.walk;
  options.scan.walk = flags.walk.options;
  options.scan.walk.hidden = all.hidden;
  if (!flags.walk.size_given) options.scan.walk.min_size = all.min_size;
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.scan.methods = methods;
  options.scan.run = flags.run.options;
  options.scan.inside = flags.inside.options;
  options.match = flags.match.options;
  options.verify = flags.measure.verify;
  options.estimate = flags.measure.estimate;
  options.limit = ListLimit(flags.list, flags.report);
  options.pools = {flags.pools.files, flags.key.file};

  Run run(SettingsOf(flags, line));
  if (with_pool) {
    Index(IndexDirectory(flags.index)).CompareWithPool(operands[0], options, run.sink(), run.observer());
    return run.Finish();
  }
  Index(IndexDirectory(flags.index)).Compare(operands[0], operands[1], options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace

Command CompareCommand() {
  return {
      .name = "compare",
      .operands = "A B | --with POOL A | PATH...",
      .summary = "Compare two directories by content",
      .text =
          "Shows what became of each file between the directories A and B: identical at the same place, "
          "moved, changed, containing or contained in a file of the other side, or only on one side. Files "
          "are matched by content; names decide only between equal contents. The report first answers "
          "whether all of A is somewhere in B. With --exit-code that is also the exit code: 0 is yes, 1 is "
          "no, 3 is unknown. Hidden and empty files are compared, too. If one directory is inside the "
          "other, its files are not counted there. A and B may also be files. --with POOL, a file that "
          "'kindred index export' made on another machine, replaces B: the report shows what of A is "
          "already there, which files must be sent, and which of them as the difference to a file that is "
          "there; --format sh is a script that sends them with rsync.",
      .examples = {{"Two releases", "kindred compare package-1.0 package-1.1"},
                   {"Can this old copy be deleted?", "kindred compare --exit-code old/photos /srv/photos"},
                   {"Exact shares, as JSON lines", "kindred compare --verify --format json a b"},
                   {"What must be sent to the machine that made the pool?",
                    "kindred compare --with theirs.kindred photos"},
                   {"Which directories are similar?", "kindred compare --find-similar-directories ~"}},
      .more_formats = {"xlsx", "html", "sh"},
      .run = RunCompare};
}

}  // namespace kindred::cli
