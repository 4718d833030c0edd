// kindred query: one file against all of the index.
#include <algorithm>

#include "command/as_typed.h"
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

struct QueryFlags {
  TypeFlags type;
  InsideFlags inside;
  MethodFlags method;
  MatchFlags match;
  MeasureFlags measure;
  PoolFlags pools;
  KeyFlags key;
  IndexFlags index;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<QueryFlags> Table();
};

FlagTable<QueryFlags> QueryFlags::Table() {
  return Join<QueryFlags>({}, &QueryFlags::type, &QueryFlags::inside, &QueryFlags::method, &QueryFlags::match,
                          &QueryFlags::measure, &QueryFlags::pools, &QueryFlags::key, &QueryFlags::index,
                          &QueryFlags::list, &QueryFlags::report, &QueryFlags::messages, &QueryFlags::trace);
}

int RunQuery(const QueryFlags& flags, const CommandLine& line) {
  const std::vector<std::string>& files = line.operands;
  if (files.empty()) {
    throw Error(ErrorKind::kUsage, "no FILE given", "", "try 'kindred query FILE', or - for standard input");
  }
  if (std::count(files.begin(), files.end(), "-") > 1) {
    throw Error(ErrorKind::kUsage, "standard input can be read only once", "", "give - once");
  }
  if (flags.method.methods.size() > 1) {
    throw Error(ErrorKind::kUsage, "a query works with one method", "--method", "give it once");
  }
  QueryOptions options;
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.method = methods[0];
  options.types = flags.type.types;
  options.inside = flags.inside.options;
  options.match = flags.match.options;
  options.verify = flags.measure.verify;
  options.estimate = flags.measure.estimate;
  options.pools = {.files = flags.pools.files, .key_file = flags.key.file};
  options.limit = flags.list.limit.value_or(0);

  Run run({.line = line.text,
           .report = flags.report,
           .list = flags.list,
           .messages = flags.messages,
           .trace = flags.trace});
  Index index(IndexDirectory(flags.index));
  for (const std::string& file : files) {
    try {
      index.Query(TypedInput(file), options, run.sink(), run.observer());
    } catch (const Error& error) {
      // One of several files that cannot be read is a skip; anything else concerns them all.
      const bool unreadable = error.kind() == ErrorKind::kFailed || error.kind() == ErrorKind::kNotFound;
      if (!unreadable || error.where() != file || files.size() == 1) throw;
      Tell(AsTyped(error));
      run.NoteSkip();
    }
  }
  return run.Finish();
}

}  // namespace

Command QueryCommand() {
  return {.name = "query",
          .operands = "FILE...",
          .summary = "List the files of the index similar to FILE",
          .text =
              "Reads each FILE (- is standard input) and lists the files of the index that are similar to "
              "it. FILE need not be in the index. The first matches are read to measure what they share; "
              "matches on a disk that is not mounted, and all matches with --estimate, keep their estimates "
              "(~).",
          .examples = {{"Where does this text occur?", "kindred query draft.txt"},
                       {"From a pipe, with the answer as exit code",
                        "git show HEAD:notes.md | kindred query --exit-code -"}},
          .more_formats = {"xlsx", "html"},
          .run = RunQuery};
}

}  // namespace kindred::cli
