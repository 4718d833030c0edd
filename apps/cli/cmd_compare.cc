// kindred compare: two directories by content, or all directories of a tree.
#include "commands.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

// What find does with --directories, but only these are told.
int RunFindDirectories(const Arguments& arguments) {
  FindOptions options;
  options.scan.walk = WalkFor(arguments, "kindred compare --find-similar-directories DIRECTORY");
  if (auto methods = MethodsToMatch(arguments); !methods.empty()) options.scan.methods = methods;
  options.scan.run = arguments.run;
  options.match = arguments.match;
  options.only_directories = true;
  options.verify = arguments.verify;
  options.limit = ListLimit(arguments);

  Run run(arguments);
  Index(IndexDirectory(arguments)).Find(options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace

int RunCompare(const Arguments& arguments) {
  if (arguments.find_directories) return RunFindDirectories(arguments);
  const std::vector<std::string>& operands = arguments.operands;
  if (operands.size() != 2 || operands[0].empty() || operands[1].empty()) {
    throw Error(ErrorKind::kUsage, "two directories or files are compared", "",
                "try 'kindred compare OLD NEW'; for all pairs of directories 'kindred compare "
                "--find-similar-directories PATH'");
  }
  if (arguments.files_from) {
    throw Error(ErrorKind::kUsage, "compares two directories, not a list of names", "--files-from",
                "leave it out");
  }
  DirectoryOptions options;
  const WalkOptions all = options.scan.walk;
  options.scan.walk = arguments.walk;
  options.scan.walk.hidden = all.hidden;
  if (!arguments.size_given) options.scan.walk.min_size = all.min_size;
  if (auto methods = MethodsToMatch(arguments); !methods.empty()) options.scan.methods = methods;
  options.scan.run = arguments.run;
  options.match = arguments.match;
  options.verify = arguments.verify;
  options.limit = ListLimit(arguments);

  Run run(arguments);
  Index(IndexDirectory(arguments)).Compare(operands[0], operands[1], options, run.sink(), run.observer());
  return run.Finish();
}

}  // namespace kindred::cli
