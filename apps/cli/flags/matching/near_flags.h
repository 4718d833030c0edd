// Flags of tallies, for `near` and `find --near`.
#pragma once

#include <string>

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct NearFlags {
  NearOptions options;   // what these flags set of them
  std::string per_type;  // a file; empty: the engine's default

  static FlagTable<NearFlags> Table();
};

// With the tolerances of --per-type read and the database of $KINDRED_DATABASE, unless --database names one.
// Throws Error.
NearOptions NearOptionsOf(const NearFlags& flags);

}  // namespace kindred::cli
