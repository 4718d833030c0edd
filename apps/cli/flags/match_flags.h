// Flags for what counts as similar, and whether it is proved.
#pragma once

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct MatchFlags {
  MatchOptions options;

  static FlagTable<MatchFlags> Table();
};

struct VerifyFlags {
  bool verify = false;

  static FlagTable<VerifyFlags> Table();
};

}  // namespace kindred::cli
