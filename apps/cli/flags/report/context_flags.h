// The flag for how much is shown around what is shared.
#pragma once

#include <cstdint>
#include <optional>

#include "flags/flag.h"

namespace kindred::cli {

struct ContextFlags {
  std::optional<std::uint64_t> lines;  // not given: the command's default
  bool all = false;

  static FlagTable<ContextFlags> Table();
};

// Lines that spans show around a place. Throws Error(kUsage) if they are too many.
std::uint64_t AroundSpans(const ContextFlags& flags);

}  // namespace kindred::cli
