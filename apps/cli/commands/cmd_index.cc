// kindred index export, stats, check and forget.
#include <fmt/format.h>

#include "command/command.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/pool_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/interrupt.h"
#include "terminal/output.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct ExportFlags {
  bool anonymous = false;

  KeyFlags key;
  WalkFlags walk;
  MethodFlags method;
  IndexFlags index;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<ExportFlags> Table();
};

FlagTable<ExportFlags> ExportFlags::Table() {
  return Join(InSection<ExportFlags>({.title = "The pool", .in_help = 230, .in_completions = 260},
                                     {{.name = "anonymous",
                                       .help = "Leave out the names of the files and number them instead.",
                                       .apply = [](ExportFlags& to, Text, Text) { to.anonymous = true; }}}),
              &ExportFlags::key, &ExportFlags::walk, &ExportFlags::method, &ExportFlags::index,
              &ExportFlags::report, &ExportFlags::messages);
}

// Of stats and check.
struct InspectFlags {
  IndexFlags index;
  ReportFlags report;

  static FlagTable<InspectFlags> Table() {
    return Join<InspectFlags>({}, &InspectFlags::index, &InspectFlags::report);
  }
};

void WantNoOperands(const CommandLine& line, const std::string& command) {
  if (line.operands.empty()) return;
  throw Error(ErrorKind::kUsage, fmt::format("'{}' takes no PATH", command), "",
              "name an index with --index DIR");
}

int RunIndexExport(const ExportFlags& flags, const CommandLine& line) {
  const std::string& file = flags.report.output;
  if (file.empty())
    throw Error(ErrorKind::kUsage, "no FILE for the pool", "-o",
                "try 'kindred index export -o ours.kindred'");
  ExportOptions options;
  options.walk = WalkOrAll(flags.walk, line.operands, "kindred index export -o ours.kindred");
  if (flags.method.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "a pool has the marks of one method", "--method", "give it once");
  if (auto methods = MethodsToMatch(flags.method); !methods.empty()) options.method = methods[0];
  options.anonymous = flags.anonymous;
  options.key_file = flags.key.file;

  Output pool(file);
  ReportFlags to_standard_output = flags.report;
  to_standard_output.output.clear();
  Run run({.line = line.text, .report = to_standard_output, .messages = flags.messages});
  // The engine returns the bytes only; the path is added here.
  auto named = Receive([&](const PoolReport& report) {
    PoolReport with_name = report;
    with_name.file = file;
    return run.sink().On(with_name);
  });
  const std::string bytes = Index(IndexDirectory(flags.index)).ExportPool(options, named, run.observer());
  pool.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  pool.Commit();
  return run.Finish();
}

int RunIndexStats(const InspectFlags& flags, const CommandLine& line) {
  WantNoOperands(line, "index stats");
  Run run({.line = line.text, .report = flags.report});
  run.sink().On(Index(IndexDirectory(flags.index)).Stats());
  return run.Finish();
}

int RunIndexCheck(const InspectFlags& flags, const CommandLine& line) {
  WantNoOperands(line, "index check");
  Run run({.line = line.text, .report = flags.report});
  run.sink().On(Index(IndexDirectory(flags.index)).Check(run.observer()));
  return run.Finish();
}

int RunIndexForget(const IndexFlags& flags, const CommandLine& line) {
  if (line.operands.empty()) {
    throw Error(ErrorKind::kUsage, "no PATH given", "", "try 'kindred index forget DIRECTORY'");
  }
  Index index(IndexDirectory(flags));
  CatchInterrupts();
  ProgressBar hidden(false);
  std::string told;
  for (const std::string& path : line.operands) {
    std::uint64_t files = index.Forget(path, hidden);
    told += fmt::format("{} {} forgotten: {}\n", CountText(files), files == 1 ? "file" : "files",
                        QuotePath(path));
  }
  WriteToStandardOutput(told);
  return kDone;
}

}  // namespace

std::vector<Command> IndexCommands() {
  return {
      {.name = "index export",
       .operands = "[PATH...]",
       .summary = "Write a pool: what others need to compare",
       .text =
           "Writes the marks, sizes and names of the index's files (or of those below the PATHs) to the "
           "file given with -o, so that others can compare their files with them without seeing them. The "
           "report goes to standard output.",
       .examples = {{"For a colleague", "kindred index export -o ours.kindred"},
                    {"Without names, and only for holders of the key",
                     "kindred index export --anonymous --key-file secret -o ours.kindred"}},
       .run = RunIndexExport},
      {.name = "index stats",
       .operands = "",
       .summary = "Show what an index holds",
       .text = "Counts the files, contents and marks of an index, and the bytes it takes.",
       .examples = {{"The default index", "kindred index stats"}},
       .run = RunIndexStats},
      {.name = "index check",
       .operands = "",
       .summary = "Read all of an index and verify it",
       .text = "Reads every block of the index, verifies its checksum, and compares what must agree. Each "
               "problem is reported with file and offset, and the exit code is then 4.",
       .examples = {{"After a disk gave errors", "kindred index check"}},
       .run = RunIndexCheck},
      {.name = "index forget",
       .operands = "PATH...",
       .summary = "Remove paths from an index",
       .text =
           "Removes everything at or below each PATH from the index. The files themselves are not touched.",
       .examples = {{"A disk that will not come back", "kindred index forget /media/old"}},
       .run = RunIndexForget}};
}

}  // namespace kindred::cli
