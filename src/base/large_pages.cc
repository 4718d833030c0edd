// See large_pages.h. Alignment by mapping more and giving the ends back.
#include "base/large_pages.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace kindred {

void UnmapLargePages::operator()(std::byte* memory) const { ::munmap(memory, bytes); }

LargePages MapLargePages(std::size_t bytes) {
  const std::size_t mapped = bytes + kLargePage;
  void* const start =
      ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  auto* const first = static_cast<std::byte*>(start);
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(first) % kLargePage;
  if (before > 0) ::munmap(first, before);
  ::munmap(first + before + bytes, kLargePage - before);
  ::madvise(first + before, bytes, MADV_HUGEPAGE);  // a wish: without it, or them, pages are small
  return LargePages(first + before, UnmapLargePages{bytes});
}

}  // namespace kindred
