// Memory that is not needed any more, where it is much.
#pragma once

#include <malloc.h>

#include <iterator>
#include <utility>
#include <vector>

namespace kindred::base {

// `items = {}` would keep its room: it assigns an empty list.
template <typename T>
void Free(std::vector<T>* items) {
  std::vector<T>().swap(*items);
}

// Behind what is there; `from` is empty and free then.
template <typename T>
void MoveInto(std::vector<T>* to, std::vector<T>& from) {
  if (to->empty()) {
    *to = std::move(from);
  } else {
    to->insert(to->end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  }
  Free(&from);
}

// What is freed stays with the allocator, and counts as this process's memory. Where a budget is kept, it
// goes back.
inline void ReleaseFreedMemory() { ::malloc_trim(0); }

}  // namespace kindred::base
