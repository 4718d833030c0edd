// kindred near: all pairs of the paths, or one file against the store.
#include <filesystem>

#include "command/command.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/near_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct NearCommandFlags {
  WalkFlags walk;
  NearFlags near;
  VerifyFlags verify;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;

  static FlagTable<NearCommandFlags> Table();
};

FlagTable<NearCommandFlags> NearCommandFlags::Table() {
  return Join<NearCommandFlags>({}, &NearCommandFlags::walk, &NearCommandFlags::near,
                                &NearCommandFlags::verify, &NearCommandFlags::index, &NearCommandFlags::run,
                                &NearCommandFlags::list, &NearCommandFlags::report,
                                &NearCommandFlags::messages);
}

bool IsQuery(const WalkFlags& walk, const std::vector<std::string>& operands) {
  if (operands.size() != 1 || walk.files_from.has_value()) return false;
  std::error_code ignored;
  return operands[0] == "-" || std::filesystem::is_regular_file(operands[0], ignored);
}

int RunNear(const NearCommandFlags& flags, const CommandLine& line) {
  NearOptions options = NearOptionsOf(flags.near);
  options.verify = flags.verify.verify;
  options.run = flags.run.options;
  options.limit = ListLimit(flags.list, flags.report);
  const bool query = IsQuery(flags.walk, line.operands);
  options.walk = query ? flags.walk.options : WalkFor(flags.walk, line.operands, "kindred near DIRECTORY");

  Run run({.line = line.text, .report = flags.report, .list = flags.list, .messages = flags.messages});
  Index index(IndexDirectory(flags.index));
  if (query) {
    index.NearFile(TypedInput(line.operands[0]), options, run.sink(), run.observer());
  } else {
    index.Near(options, run.sink(), run.observer());
  }
  return run.Finish();
}

}  // namespace

Command NearCommand() {
  return {
      .name = "near",
      .operands = "PATH... | FILE",
      .summary = "Find files with nearly the same counts of tags (SimHash)",
      .text =
          "Counts 16 bit patterns in each file, stores the counts in a database, and reports the files "
          "whose counts are nearly the same: whole files that differ by a few percent, in any order. "
          "PATHs are compared with each other; a single FILE is compared with all tallies in the database. "
          "Only files that are new or changed are read. For parts of files, and for proof, use find.",
      .examples = {{"All near files of a tree", "kindred near ~/photos"},
                   {"What is near this file?", "kindred near report.doc"},
                   {"Closer, and without the false positives", "kindred near --tolerance 0.2% --verify ."},
                   {"In a team's database", "kindred near --database postgresql://me@db/files /srv"}},
      .more_formats = {"xlsx", "html"},
      .run = RunNear};
}

}  // namespace kindred::cli
