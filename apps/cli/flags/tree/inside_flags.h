// Flags for what is compared of the inside of files.
#pragma once

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct InsideFlags {
  InsideOptions options;

  static FlagTable<InsideFlags> Table();
};

}  // namespace kindred::cli
