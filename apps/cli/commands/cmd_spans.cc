// kindred spans: exact shared runs, of a tree or of two files.
#include <sys/stat.h>

#include <algorithm>

#include "command/command.h"
#include "flags/flag_values.h"
#include "flags/matching/length_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/search_flags.h"
#include "flags/report/context_flags.h"
#include "flags/report/report_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/index_flags.h"
#include "flags/tree/inside_flags.h"
#include "flags/tree/rescan_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "terminal/index_directory.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

struct SpansFlags {
  SearchFlags search;
  ContextFlags context;
  LengthFlags length;
  WalkFlags walk;
  TypeFlags type;
  MethodFlags method;
  InsideFlags inside;
  RescanFlags rescan;
  IndexFlags index;
  RunFlags run;
  ListFlags list;
  ReportFlags report;
  MessageFlags messages;
  TraceFlags trace;

  static FlagTable<SpansFlags> Table();
};

FlagTable<SpansFlags> SpansFlags::Table() {
  return Join<SpansFlags>({}, &SpansFlags::search, &SpansFlags::context, &SpansFlags::length,
                          &SpansFlags::walk, &SpansFlags::type, &SpansFlags::method, &SpansFlags::inside,
                          &SpansFlags::rescan, &SpansFlags::index, &SpansFlags::run, &SpansFlags::list,
                          &SpansFlags::report, &SpansFlags::messages, &SpansFlags::trace);
}

// A part of a file is accepted as a file: "a.zip//b.txt".
bool IsFile(const std::string& path) {
  const auto is_regular = [](const std::string& name) {
    struct stat status;
    return stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode);
  };
  return path == "-" || is_regular(path) || is_regular(path.substr(0, path.find("//")));
}

bool IsTwoFiles(const SpansFlags& flags, const CommandLine& line) {
  const auto& operands = line.operands;
  return operands.size() == 2 && !flags.walk.files_from && IsFile(operands[0]) && IsFile(operands[1]);
}

int RunSpans(const SpansFlags& flags, const CommandLine& line) {
  const RunSearch search = SearchOf(flags.search, flags.length.min_length);
  if (std::ranges::count(line.operands, "-") > 1) {
    throw Error(ErrorKind::kUsage, "standard input can be read only once", "", "give - once");
  }
  const std::uint64_t context = AroundSpans(flags.context);
  const RunSettings settings = {.line = line.text,
                                .report = flags.report,
                                .list = flags.list,
                                .messages = flags.messages,
                                .trace = flags.trace};
  if (IsTwoFiles(flags, line)) {
    const std::string tree_flag =
        FirstGivenOf<WalkFlags, TypeFlags, MethodFlags, RescanFlags, IndexFlags>(line);
    if (!tree_flag.empty()) {
      throw Error(ErrorKind::kUsage, "has no effect for two files", tree_flag,
                  "leave it out, or give a directory");
    }
    FileCompareOptions options;
    options.search = search;
    options.run = flags.run.options;
    options.inside = flags.inside.options;
    options.limit = ListLimit(flags.list, flags.report);
    options.order = flags.search.order;
    options.context = context;
    Run run(settings);
    CompareFiles(TypedInput(line.operands[0]), TypedInput(line.operands[1]), options, run.sink(),
                 run.observer());
    return run.Finish();
  }
  if (flags.method.methods.size() > 1) {
    throw Error(ErrorKind::kUsage, "spans work with one method", "--method", "give it once");
  }
  SpanOptions options;
  options.scan.walk = WalkFor(flags.walk, line.operands, "kindred spans DIRECTORY");
  options.scan.methods = MethodsOf(flags.method);
  options.types = flags.type.types;
  options.scan.inside = flags.inside.options;
  options.scan.run = flags.run.options;
  options.search = search;
  options.rescan = flags.rescan.rescan;
  options.limit = ListLimit(flags.list, flags.report);
  options.order = flags.search.order;
  options.context = context;
  Run run(settings);
  Index(IndexDirectory(flags.index)).Spans(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace

Command SpansCommand() {
  return {
      .name = "spans",
      .operands = "PATH... | A B",
      .summary = "List the exact runs that occur in several places",
      .text =
          "Finds the runs of bytes that occur in several places of the PATHs, in different files or twice "
          "in one, and proves each by reading it. They are listed longest first, with all their places "
          "(line and column of text) and their first words. For two files A and B it also reports exactly "
          "how much of each is in the other; two files need no index.",
      .examples = {{"What two releases have in common", "kindred spans old/ new/"},
                   {"Exactly what two files share", "kindred spans draft.txt final.txt"},
                   {"With two lines around each place", "kindred spans --context 2 draft.txt final.txt"},
                   {"Every run of 100 bytes or more", "kindred spans --every-run 100 src"},
                   {"Also shifted by bits", "kindred spans --bits firmware.bin image.bin"}},
      .more_formats = {"xlsx", "html"},
      .run = RunSpans};
}

}  // namespace kindred::cli
