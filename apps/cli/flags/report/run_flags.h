// Flags for what a run may use, and what it writes to standard error.
#pragma once

#include "flags/flag.h"
#include "flags/flag_values.h"
#include "kindred/options.h"

namespace kindred::cli {

struct RunFlags {
  RunOptions options;

  static FlagTable<RunFlags> Table();
};

struct MessageFlags {
  When progress = When::kAuto;
  bool quiet = false;
  bool timings = false;

  static FlagTable<MessageFlags> Table();
};

struct TraceFlags {
  unsigned classes = 0;  // 1 << TraceClass

  static FlagTable<TraceFlags> Table();
};

}  // namespace kindred::cli
