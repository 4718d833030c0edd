// The flags of templates and pools: parts of the one table in flags.cc.
#pragma once

#include <vector>

#include "flags.h"

namespace kindred::cli {

std::vector<Flag> TemplateFlags();
std::vector<Flag> PoolFlags();

}  // namespace kindred::cli
