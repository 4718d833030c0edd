// Memory that is mapped with its pages. A scan fills hundreds of megabytes once and drops them again; to ask
// for the pages together costs half of what it costs to fault them in one by one.
//
// Large pages (MADV_HUGEPAGE) are a little faster still on a machine of its own. On a virtual one that gives
// free memory back to its host each is a fault there: 56 MB took 140 ms instead of 16 (docs/performance.md).
#pragma once

#include <cstddef>
#include <memory>

namespace kindred::base {

struct UnmapPages {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using PageBlock = std::unique_ptr<std::byte, UnmapPages>;

// So many zero bytes, a multiple of the page size. Throws std::bad_alloc.
PageBlock MapPages(std::size_t bytes);

}  // namespace kindred::base
