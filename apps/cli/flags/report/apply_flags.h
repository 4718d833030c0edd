// The flag of commands that only show what they would do unless it is given.
#pragma once

#include "flags/flag.h"

namespace kindred::cli {

struct ApplyFlags {
  bool apply = false;

  static FlagTable<ApplyFlags> Table();
};

}  // namespace kindred::cli
