// "did you mean": the known word nearest to a mistyped one.
#pragma once

#include <string>
#include <vector>

namespace kindred::cli {

// The nearest of `known`, or "" when none is near enough to be a likely mistake. A word that begins with
// `typed` counts as near.
std::string Nearest(const std::string& typed, const std::vector<std::string>& known);

}  // namespace kindred::cli
