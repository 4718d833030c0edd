// Sorts postings in place, with vectors: 2.4 times as fast as std::sort, and 1.2 times as fast as a radix
// sort whose second array is there already (bench/micro/sorting.cc).
#pragma once

#include <cstdint>
#include <span>

#include "index/segment/segment.h"

namespace kindred::index {

// By key, content and length.
void SortPostings(std::span<Posting> postings);
// Of postings that are packed into one number each (posting_pile.h).
void SortPacked(std::span<std::uint64_t> packed);

}  // namespace kindred::index
