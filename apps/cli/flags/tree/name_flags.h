// The flag that names what a command makes.
#pragma once

#include <string>

#include "flags/flag.h"

namespace kindred::cli {

struct NameFlags {
  std::string name;  // empty: not given

  static FlagTable<NameFlags> Table();
};

}  // namespace kindred::cli
