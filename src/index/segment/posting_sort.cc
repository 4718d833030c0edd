// See posting_sort.h.
#include "index/segment/posting_sort.h"

#include <hwy/contrib/sort/vqsort.h>

#include <bit>
#include <cstddef>

namespace kindred::index {

void SortPostings(std::span<Posting> postings) {
  static_assert(std::endian::native == std::endian::little && sizeof(Posting) == sizeof(hwy::uint128_t) &&
                offsetof(Posting, key) == offsetof(hwy::uint128_t, hi) && offsetof(Posting, content) == 4);
  hwy::Sorter()(reinterpret_cast<hwy::uint128_t*>(postings.data()), postings.size(), hwy::SortAscending());
}

void SortPacked(std::span<std::uint64_t> packed) {
  hwy::Sorter()(packed.data(), packed.size(), hwy::SortAscending());
}

}  // namespace kindred::index
