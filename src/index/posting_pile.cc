// See posting_pile.h.
#include "index/posting_pile.h"

namespace kindred {

void PostingPile::NewChunk(Bucket* bucket) {
  if (used_ == kChunksPerPage) {
    pages_.push_back(MapLargePages(kLargePage));
    used_ = 0;
  }
  std::byte* const at = pages_.back().get() + used_++ * kChunk * sizeof(Posting);
  auto* const chunk = reinterpret_cast<Posting*>(at);
  bucket->chunks.push_back(chunk);
  bucket->next = chunk;
  bucket->end = chunk + kChunk;
}

void PostingPile::Collect(std::size_t number, std::vector<Posting>* to) const {
  const Bucket& bucket = buckets_[number];
  for (const Posting* chunk : bucket.chunks) {
    const Posting* const end = chunk == bucket.chunks.back() ? bucket.next : chunk + kChunk;
    to->insert(to->end(), chunk, end);
  }
}

}  // namespace kindred
