// The part of the flag table that tells how files are marked, which types of files count, and how anchors are
// learned.
#pragma once

#include <vector>

#include "flags.h"

namespace kindred::cli {

std::vector<Flag> MarkingFlags();

}  // namespace kindred::cli
