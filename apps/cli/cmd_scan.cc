// kindred scan: only bring the index up to date.
#include "commands.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

int RunScan(const Arguments& arguments) {
  ScanOptions options;
  options.walk = WalkFor(arguments, "kindred scan DIRECTORY");
  if (auto methods = MethodsOf(arguments); !methods.empty()) options.methods = methods;
  options.run = arguments.run;
  options.mark_up_to = arguments.mark_up_to;

  Run run(arguments);
  Index(IndexDirectory(arguments)).Scan(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace kindred::cli
