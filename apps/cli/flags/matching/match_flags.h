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

// For results that are measured only if uncertain: measure all of them, or none.
struct MeasureFlags {
  bool verify = false;
  bool estimate = false;

  static FlagTable<MeasureFlags> Table();
};

}  // namespace kindred::cli
