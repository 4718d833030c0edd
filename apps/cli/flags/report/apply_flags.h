// The flag of commands that show what they would do, and do it only if asked.
#pragma once

#include "flags/flag.h"

namespace kindred::cli {

struct ApplyFlags {
  bool apply = false;

  static FlagTable<ApplyFlags> Table();
};

}  // namespace kindred::cli
