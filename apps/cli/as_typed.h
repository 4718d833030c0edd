// The library's errors speak of the options and calls of the API; people at a terminal type flags and
// commands.
#pragma once

#include <string>

#include "kindred/error.h"

namespace kindred::cli {

// "where: what; hint" with every option and call as one would type it.
std::string AsTyped(const Error& error);

}  // namespace kindred::cli
