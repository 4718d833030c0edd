// The flag that tells how long a shared run must be.
#pragma once

#include <cstdint>
#include <optional>

#include "flags/flag.h"

namespace kindred::cli {

struct LengthFlags {
  std::optional<std::uint64_t> min_length;  // not given: what the command finds right

  static FlagTable<LengthFlags> Table();
};

}  // namespace kindred::cli
