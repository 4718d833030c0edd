// kindred scan: only bring the index up to date.
#include "command/command.h"
#include "flags/matching/method_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/inside_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct ScanFlags {
  WalkFlags walk;
  MethodFlags method;
  MarkFlags mark;
  InsideFlags inside;
  IndexFlags index;
  RunFlags run;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<ScanFlags> Table();
};

FlagTable<ScanFlags> ScanFlags::Table() {
  return Join<ScanFlags>({}, &ScanFlags::walk, &ScanFlags::method, &ScanFlags::mark, &ScanFlags::inside,
                         &ScanFlags::index, &ScanFlags::run, &ScanFlags::report, &ScanFlags::messages);
}

int RunScan(const ScanFlags& flags, const CommandLine& line) {
  ScanOptions options;
  options.walk = WalkFor(flags.walk, line.operands, "kindred scan DIRECTORY");
  if (auto methods = MethodsOf(flags.method); !methods.empty()) options.methods = methods;
  options.run = flags.run.options;
  options.mark_up_to = flags.mark.mark_up_to;
  options.inside = flags.inside.options;

  Run run({.line = line.text, .report = flags.report, .messages = flags.messages});
  Index(IndexDirectory(flags.index)).Scan(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace

Command ScanCommand() {
  return {.name = "scan",
          .operands = "PATH...",
          .summary = "Bring the index up to date and report what changed",
          .text =
              "Reads the files below the PATHs that are new or changed since the last scan, removes deleted "
              "files from the index, and reports what changed.",
          .examples = {{"Every night", "kindred scan --quiet /home /srv"},
                       {"Marks of two methods in one index",
                        "kindred scan --method fingerprints --method chunks /srv"}},
          .run = RunScan};
}

}  // namespace kindred::cli
