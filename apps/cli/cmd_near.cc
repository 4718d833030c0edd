// kindred near: all pairs of the paths, or one file against the store.
#include <filesystem>

#include "commands.h"
#include "kindred/kindred.h"
#include "near_options.h"
#include "run.h"

namespace kindred::cli {

namespace {

bool IsQuery(const Arguments& arguments) {
  if (arguments.operands.size() != 1 || arguments.files_from.has_value()) return false;
  std::error_code ignored;
  return arguments.operands[0] == "-" || std::filesystem::is_regular_file(arguments.operands[0], ignored);
}

}  // namespace

int RunNear(const Arguments& arguments) {
  NearOptions options = NearOptionsOf(arguments);
  options.verify = arguments.verify;
  options.run = arguments.run;
  options.limit = ListLimit(arguments);
  const bool query = IsQuery(arguments);
  options.walk = query ? arguments.walk : WalkFor(arguments, "kindred near DIRECTORY");

  Run run(arguments);
  Index index(IndexDirectory(arguments));
  if (query) {
    index.NearFile(arguments.operands[0], options, run.sink(), run.observer());
  } else {
    index.Near(options, run.sink(), run.observer());
  }
  return run.Finish();
}

}  // namespace kindred::cli
