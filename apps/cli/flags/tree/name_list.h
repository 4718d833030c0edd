// The names of --files-from.
#pragma once

#include <string>
#include <vector>

namespace kindred::cli {

// Appends the names in `file` ("-": standard input), which end with a newline, or with NUL. Empty names are
// left out. Throws Error(kFailed) if the list cannot be read.
void AppendNames(const std::string& file, bool null_separated, std::vector<std::string>* names);

}  // namespace kindred::cli
