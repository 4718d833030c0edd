// kindred find: the main job.
#include "commands.h"
#include "flags.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "near_options.h"
#include "run.h"

namespace kindred::cli {

int RunFind(const Arguments& arguments) {
  const std::string tally_flag = GivenFlagOf(arguments, kNearFlags);
  if (!arguments.first_look && !tally_flag.empty()) {
    throw Error(ErrorKind::kUsage, "means nothing without --near", tally_flag, "give both, or none");
  }
  FindOptions options;
  options.scan.walk = WalkFor(arguments, "kindred find DIRECTORY");
  if (auto methods = MethodsToMatch(arguments); !methods.empty()) options.scan.methods = methods;
  options.types = arguments.types;
  options.scan.run = arguments.run;
  options.match = arguments.match;
  options.rescan = arguments.rescan;
  options.pairs = arguments.pairs;
  options.directories = arguments.directories;
  options.sets = arguments.sets;
  options.verify = arguments.verify;
  options.first_look = arguments.first_look;
  if (arguments.first_look) options.near = NearOptionsOf(arguments);
  options.scan.mark_up_to = arguments.mark_up_to;
  options.pools = arguments.pools;
  options.limit = ListLimit(arguments);

  Run run(arguments);
  Index(IndexDirectory(arguments)).Find(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace kindred::cli
