// Releases large amounts of memory that are no longer needed.
#pragma once

#include <malloc.h>

#include <iterator>
#include <utility>
#include <vector>

namespace kindred::base {

// `items = {}` keeps the capacity: it assigns an empty initialiser list.
template <typename T>
void Free(std::vector<T>* items) {
  std::vector<T>().swap(*items);
}

// Appends `from` to `*to`; `from` is empty and without capacity afterwards.
template <typename T>
void MoveInto(std::vector<T>* to, std::vector<T>& from) {
  if (to->empty()) {
    *to = std::move(from);
  } else {
    to->insert(to->end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }
  Free(&from);
}

// Freed memory stays with the allocator and counts as resident. Call this where a memory budget must hold.
inline void ReleaseFreedMemory() { ::malloc_trim(0); }

}  // namespace kindred::base
