// Memory that is mapped with its pages present. A scan fills hundreds of megabytes once and then drops them;
// populating the pages in one call costs half as much as faulting them in one by one.
//
// Rejected: large pages (MADV_HUGEPAGE). A little faster on bare metal, but on a virtual machine that returns
// free memory to its host each one faults there: 56 MB took 140 ms instead of 16
// (docs/inside/performance.md).
#pragma once

#include <cstddef>
#include <memory>

namespace kindred::base {

struct UnmapPages {
  std::size_t bytes = 0;
  void operator()(std::byte* memory) const;
};
using PageBlock = std::unique_ptr<std::byte, UnmapPages>;

// Zeroed bytes; the size must be a multiple of the page size. Throws std::bad_alloc.
PageBlock MapPages(std::size_t bytes);

}  // namespace kindred::base
