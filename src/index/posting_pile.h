// The postings that one thread makes in a round, on their way into a segment: parted by key as they come.
//
// All keys of a bucket are below those of the next. So the buckets of all threads are sorted and encoded one
// by one, each in the cache, by as many threads as there are, and their blocks follow each other in the file.
// Nothing is copied into one array, and nothing grows by doubling: that array and its faults were a fourth of
// a scan. Selection makes low keys far more common than high ones, so a bucket is an eighth of the keys with
// the same number of leading zeros, not of all numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/large_pages.h"
#include "index/segment.h"

namespace kindred {

class PostingPile {
 public:
  static constexpr std::size_t kBuckets = (kMaxLevel + 1) * 8;

  // An index keeps so many bits of a key; the others are dropped here.
  explicit PostingPile(int key_bits) : kept_(~std::uint64_t{0} << (64 - key_bits)) {}

  PostingPile(PostingPile&&) = default;
  PostingPile& operator=(PostingPile&&) = default;

  void Add(std::uint64_t key, ContentId content, std::uint32_t length) {
    key &= kept_;
    Bucket& bucket = buckets_[BucketOf(key)];
    if (bucket.next == bucket.end) NewChunk(&bucket);
    std::construct_at(bucket.next++, key, content, length);
    ++size_;
  }

  std::size_t size() const { return size_; }

  // Appends what a bucket holds, in no order.
  void Collect(std::size_t bucket, std::vector<Posting>* to) const;

  static std::size_t BucketOf(std::uint64_t key) {
    const int zeros = KeyLevel(key);
    // The three bits below the first one; below 2^48, the three highest.
    const int shift = zeros < kMaxLevel ? 60 - zeros : 45;
    return static_cast<std::size_t>(kMaxLevel - zeros) * 8 + (key >> shift & 7);
  }

 private:
  static constexpr std::size_t kChunk = 1024;  // postings
  static constexpr std::size_t kChunksPerPage = kLargePage / (kChunk * sizeof(Posting));

  struct Bucket {
    std::vector<Posting*> chunks;
    Posting* next = nullptr;  // in the last of them
    Posting* end = nullptr;
  };

  void NewChunk(Bucket* bucket);

  std::uint64_t kept_;
  std::size_t size_ = 0;
  std::array<Bucket, kBuckets> buckets_;
  std::vector<LargePages> pages_;
  std::size_t used_ = kChunksPerPage;  // chunks of the last page
};

}  // namespace kindred
