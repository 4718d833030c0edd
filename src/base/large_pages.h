// Memory in large pages, where the system has them. A scan fills hundreds of megabytes once and drops them
// again: in pages of 4 KB the faults alone were a fifth of its time (docs/performance.md).
#pragma once

#include <cstddef>
#include <memory>

namespace kindred {

struct UnmapLargePages {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using LargePages = std::unique_ptr<std::byte, UnmapLargePages>;

inline constexpr std::size_t kLargePage = std::size_t{2} << 20;

// So many zero bytes, a multiple of kLargePage, aligned to it. Throws std::bad_alloc.
LargePages MapLargePages(std::size_t bytes);

}  // namespace kindred
