// The part of the flag table that only near needs.
#pragma once

#include <vector>

#include "flags.h"

namespace kindred::cli {

std::vector<Flag> NearFlags();

}  // namespace kindred::cli
