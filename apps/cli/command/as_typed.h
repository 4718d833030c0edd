// The library's errors name options and calls of the API; here these become flags and commands.
#pragma once

#include <string>

#include "kindred/error.h"

namespace kindred::cli {

// "where: what; hint" with every option and call as the user would type it.
std::string AsTyped(const Error& error);

}  // namespace kindred::cli
