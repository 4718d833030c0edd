// Which index a command uses.
#pragma once

#include <string>

#include "flags/tree/index_flags.h"

namespace kindred::cli {

// The index that the flags name, or the default one; warns if others may write to it.
std::string IndexDirectory(const IndexFlags& flags);

}  // namespace kindred::cli
