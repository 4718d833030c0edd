// The options of tallies as `near` and `find --near` take them from the command line.
#pragma once

#include "arguments.h"

namespace kindred::cli {

// With the tolerances of --per-type read and the database of $KINDRED_DATABASE, unless --database names one.
// Throws Error.
NearOptions NearOptionsOf(const Arguments& arguments);

}  // namespace kindred::cli
