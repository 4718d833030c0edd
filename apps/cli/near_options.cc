// See near_options.h.
#include "near_options.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "flag_values.h"
#include "kindred/error.h"

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

}  // namespace

NearOptions NearOptionsOf(const Arguments& arguments) {
  NearOptions options = arguments.near;
  if (!arguments.per_type.empty()) options.per_type = ReadPerType(arguments.per_type);
  if (options.database.empty()) {
    const char* url = std::getenv("KINDRED_DATABASE");
    options.database = url == nullptr ? "" : url;
  }
  return options;
}

}  // namespace kindred::cli
