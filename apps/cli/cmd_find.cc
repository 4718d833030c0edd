// kindred find: the main job.
#include "commands.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

int RunFind(const Arguments& arguments) {
  FindOptions options;
  options.scan.walk = WalkFor(arguments, "kindred find DIRECTORY");
  if (auto methods = MethodsOf(arguments); !methods.empty()) options.scan.methods = methods;
  options.types = arguments.types;
  options.scan.run = arguments.run;
  options.match = arguments.match;
  options.rescan = arguments.rescan;
  options.pairs = arguments.pairs;
  options.directories = arguments.directories;
  options.sets = arguments.sets;
  options.verify = arguments.verify;
  options.pools = arguments.pools;
  options.limit = ListLimit(arguments);

  Run run(arguments);
  Index(IndexDirectory(arguments)).Find(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace kindred::cli
