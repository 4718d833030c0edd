// kindred near: all pairs of the paths, or one file against the store.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "commands.h"
#include "flag_values.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

// Lines of "suffix tolerance"; # begins a comment.
std::vector<SuffixTolerance> ReadPerType(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw Error(ErrorKind::kFailed, "cannot read the tolerances", path);
  std::vector<SuffixTolerance> tolerances;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string suffix;
    std::string tolerance;
    std::string more;
    if (!(words >> suffix)) continue;
    if (!(words >> tolerance) || words >> more) {
      throw Error(ErrorKind::kUsage, fmt::format("line {} is not a suffix and a tolerance", number), path,
                  "write lines such as 'ps 0.05%'");
    }
    if (suffix.starts_with('.')) suffix.erase(0, 1);
    tolerances.push_back({suffix, ParseShare(fmt::format("{} line {}", path, number), tolerance)});
  }
  return tolerances;
}

bool IsQuery(const Arguments& arguments) {
  if (arguments.operands.size() != 1 || arguments.files_from.has_value()) return false;
  std::error_code ignored;
  return arguments.operands[0] == "-" || std::filesystem::is_regular_file(arguments.operands[0], ignored);
}

}  // namespace

int RunNear(const Arguments& arguments) {
  NearOptions options = arguments.near;
  options.verify = arguments.verify;
  options.run = arguments.run;
  options.limit = ListLimit(arguments);
  if (!arguments.per_type.empty()) options.per_type = ReadPerType(arguments.per_type);
  if (options.database.empty()) {
    const char* url = std::getenv("KINDRED_DATABASE");
    options.database = url == nullptr ? "" : url;
  }
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
