// kindred spans: exact shared runs, of a tree or of two files.
#include <sys/stat.h>

#include <algorithm>

#include "commands.h"
#include "flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

// What is for trees and their index.
constexpr unsigned kTreeFlags = kWalkFlags | kTypeFlags | kMethodFlags | kRescanFlags | kIndexFlags;

bool IsFile(const std::string& path) {
  struct stat status;
  return path == "-" || (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode));
}

bool IsTwoFiles(const Arguments& arguments) {
  const auto& operands = arguments.operands;
  return operands.size() == 2 && !arguments.files_from && IsFile(operands[0]) && IsFile(operands[1]);
}

}  // namespace

int RunSpans(const Arguments& arguments) {
  if (arguments.every_run && arguments.min_length) {
    throw Error(ErrorKind::kUsage, "cannot stand beside --min-length", "--every-run", "give one of them");
  }
  if (arguments.msb_first && !arguments.bits) {
    throw Error(ErrorKind::kUsage, "means nothing without --bits", "--bit-order", "give both, or none");
  }
  if (std::ranges::count(arguments.operands, "-") > 1) {
    throw Error(ErrorKind::kUsage, "standard input can be read only once", "", "give - once");
  }
  RunSearch search;
  search.min_length = arguments.every_run.value_or(arguments.min_length.value_or(search.min_length));
  search.every_run = arguments.every_run.has_value();
  search.bits = arguments.bits;
  search.msb_first = arguments.msb_first.value_or(false);
  if (IsTwoFiles(arguments)) {
    const std::string tree_flag = GivenFlagOf(arguments, kTreeFlags);
    if (!tree_flag.empty()) {
      throw Error(ErrorKind::kUsage, "means nothing for two files", tree_flag,
                  "leave it out, or give a directory");
    }
    CompareOptions options;
    options.search = search;
    options.run = arguments.run;
    options.limit = ListLimit(arguments);
    Run run(arguments);
    CompareFiles(arguments.operands[0], arguments.operands[1], options, run.sink(), run.observer());
    return run.Finish();
  }
  if (arguments.methods.size() > 1) {
    throw Error(ErrorKind::kUsage, "spans work with one method", "--method", "give it once");
  }
  SpanOptions options;
  options.scan.walk = WalkFor(arguments, "kindred spans DIRECTORY");
  options.scan.methods = MethodsOf(arguments);
  options.types = arguments.types;
  options.scan.run = arguments.run;
  options.search = search;
  options.rescan = arguments.rescan;
  options.limit = ListLimit(arguments);
  Run run(arguments);
  Index(IndexDirectory(arguments)).Spans(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace kindred::cli
