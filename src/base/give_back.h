// Memory that is not needed any more, where it is much.
#pragma once

#include <malloc.h>

#include <vector>

namespace kindred {

// `items = {}` would keep its room: it assigns an empty list.
template <typename T>
void Free(std::vector<T>* items) {
  std::vector<T>().swap(*items);
}

// What is freed stays with the allocator, and counts as this process's memory. Where a budget is kept, it
// goes back.
inline void GiveBackFreedMemory() { ::malloc_trim(0); }

}  // namespace kindred
