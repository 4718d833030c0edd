// Flags for which shared runs are looked for, and their order.
#pragma once

#include <cstdint>
#include <optional>

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct SearchFlags {
  std::optional<std::uint64_t> every_run;
  bool bits = false;
  std::optional<bool> msb_first;
  SpanOrder order = SpanOrder::kRare;

  static FlagTable<SearchFlags> Table();
};

// Throws Error(kUsage) for flags that cannot be combined. `min_length`: of LengthFlags.
RunSearch SearchOf(const SearchFlags& flags, std::optional<std::uint64_t> min_length);

}  // namespace kindred::cli
