// The flag for whether the index is brought up to date first.
#pragma once

#include "flags/flag.h"

namespace kindred::cli {

struct RescanFlags {
  bool rescan = true;

  static FlagTable<RescanFlags> Table();
};

}  // namespace kindred::cli
