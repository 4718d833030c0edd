// The flag for how long a shared run must be.
#pragma once

#include <cstdint>
#include <optional>

#include "flags/flag.h"

namespace kindred::cli {

struct LengthFlags {
  std::optional<std::uint64_t> min_length;  // not given: the command's default

  static FlagTable<LengthFlags> Table();
};

}  // namespace kindred::cli
