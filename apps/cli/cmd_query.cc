// kindred query: one against all.
#include <algorithm>

#include "commands.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

int RunQuery(const Arguments& arguments) {
  const std::vector<std::string>& files = arguments.operands;
  if (files.empty()) {
    throw Error(ErrorKind::kUsage, "no FILE given", "", "try 'kindred query FILE', or - for standard input");
  }
  if (std::count(files.begin(), files.end(), "-") > 1) {
    throw Error(ErrorKind::kUsage, "standard input can be read only once", "", "give - once");
  }
  if (arguments.methods.size() > 1) {
    throw Error(ErrorKind::kUsage, "a query works with one method", "--method", "give it once");
  }
  QueryOptions options;
  if (auto methods = MethodsToMatch(arguments); !methods.empty()) options.method = methods[0];
  options.types = arguments.types;
  options.match = arguments.match;
  options.verify = arguments.verify;
  options.pools = arguments.pools;
  options.limit = arguments.limit.value_or(0);

  Run run(arguments);
  Index index(IndexDirectory(arguments));
  for (const std::string& file : files) {
    try {
      index.Query(file, options, run.sink(), run.observer());
    } catch (const Error& error) {
      // One of several files that cannot be read is a skip; anything else concerns them all.
      if (error.kind() != ErrorKind::kFailed || error.where() != file || files.size() == 1) throw;
      Tell(error.what());
      run.NoteSkip();
    }
  }
  return run.Finish();
}

}  // namespace kindred::cli
