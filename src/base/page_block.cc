// See page_block.h.
#include "base/page_block.h"

#include <sys/mman.h>

#include <new>

namespace kindred::base {

void UnmapPages::operator()(std::byte* memory) const { ::munmap(memory, bytes); }

PageBlock MapPages(std::size_t bytes) {
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return PageBlock(static_cast<std::byte*>(memory), UnmapPages{bytes});
}

}  // namespace kindred::base
