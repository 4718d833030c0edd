// Flags that name the pools to compare with, and their key.
#pragma once

#include <string>
#include <vector>

#include "flags/flag.h"

namespace kindred::cli {

struct PoolFlags {
  std::vector<std::string> files;

  static FlagTable<PoolFlags> Table();
};

struct KeyFlags {
  std::string file;  // empty: no key

  static FlagTable<KeyFlags> Table();
};

}  // namespace kindred::cli
