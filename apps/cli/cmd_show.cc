// kindred show: two files side by side.
#include "commands.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

int RunShow(const Arguments& arguments) {
  const std::vector<std::string>& files = arguments.operands;
  if (files.size() != 2) {
    throw Error(ErrorKind::kUsage, "two files are needed", "", "try 'kindred show A B'");
  }
  if (files[0] == "-" && files[1] == "-") {
    throw Error(ErrorKind::kUsage, "standard input can be read only once", "", "give - once");
  }
  CompareOptions options;
  options.search.min_length = arguments.min_length.value_or(kRunLength);
  options.side_by_side = true;
  options.run = arguments.run;
  Run run(arguments);
  CompareFiles(files[0], files[1], options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace kindred::cli
