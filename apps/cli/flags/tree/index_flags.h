// The flag for which index is used.
#pragma once

#include <string>

#include "flags/flag.h"

namespace kindred::cli {

struct IndexFlags {
  std::string directory;  // empty: the default index

  static FlagTable<IndexFlags> Table();
};

}  // namespace kindred::cli
