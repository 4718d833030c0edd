// See posting_pile.h.
#include "index/segment/posting_pile.h"

#include <algorithm>

namespace kindred::index {

PostingPile::PostingPile(int key_bits, Weight weight)
    : kept_(~std::uint64_t{0} << (64 - key_bits)),
      with_length_(weight == Weight::kBytes),
      buckets_(kBuckets) {
  for (std::size_t number = 0; number < kBuckets; ++number) {
    const int zeros = kMaxLevel - static_cast<int>(number / 8);
    const int below = BitsBelow(zeros);
    Packing& packing = buckets_[number].packing;
    packing.first_key = std::uint64_t{number % 8} << below;
    if (zeros < kMaxLevel) packing.first_key |= std::uint64_t{1} << (63 - zeros);
    packing.dropped = 64 - key_bits;
    packing.content_bits = std::min(32, 64 - std::max(0, below - packing.dropped));
    packing.contents = with_length_ ? 0 : std::uint64_t{1} << packing.content_bits;
  }
}

std::byte* PostingPile::NewBlock() {
  if (used_ == kBlocksAtATime) {
    pages_.push_back(base::MapPages(kBlocksAtATime * kBlockBytes));
    used_ = 0;
  }
  return pages_.back().get() + used_++ * kBlockBytes;
}

template <typename T>
template <typename Visit>
void PostingPile::BlockList<T>::ForEachBlock(Visit visit) const {
  for (const T* block : blocks) visit(block, block == blocks.back() ? next : block + kCapacity);
}

void PostingPile::Collect(std::size_t bucket, std::vector<std::uint64_t>* to) const {
  buckets_[bucket].packed.ForEachBlock(
      [&](const std::uint64_t* first, const std::uint64_t* last) { to->insert(to->end(), first, last); });
}

void PostingPile::Collect(std::size_t bucket, std::vector<Posting>* to) const {
  const Packing& packing = buckets_[bucket].packing;
  buckets_[bucket].packed.ForEachBlock([&](const std::uint64_t* first, const std::uint64_t* last) {
    for (; first != last; ++first) to->push_back(packing.Unpack(*first));
  });
  buckets_[bucket].whole.ForEachBlock(
      [&](const Posting* first, const Posting* last) { to->insert(to->end(), first, last); });
}

}  // namespace kindred::index
