// The postings that one thread makes in a round, before they become a segment: put into buckets by key.
//
// All keys of a bucket are below those of the next. So the buckets of all threads are sorted and encoded one
// by one, each in the cache and on any thread, and their blocks follow each other in the file. Nothing is
// copied into one array, and nothing grows by doubling: that array and its page faults took a fourth of a
// scan. Selection makes low keys far more common than high ones, so a bucket holds an eighth of the keys with
// the same number of leading zeros, not an eighth of all keys.
//
// The first bits of a key follow from its bucket, and the last ones are dropped by the method. The bits
// between leave space for the content in one number of 64 bits (24 bits at least, with keys of 44 bits), and
// such numbers are sorted in half the time of whole postings. Postings with a length, and contents with too
// large a number, are kept whole.
//
// Example: the key 0x00a3456000000000 in content 5, with keys of 44 bits. It has 8 leading zeros; after the
// first one bit follow 010. So its bucket is (16 - 8) x 8 + 2 = 66, whose smallest key is 0x00a0000000000000.
// The difference to that without the 20 dropped bits, 0x34560000, and the content in the lower 32 bits are
// one number: 0x3456000000000005.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/page_block.h"
#include "index/segment/segment.h"

namespace kindred::index {

class PostingPile {
 public:
  static constexpr std::size_t kBuckets = (kMaxLevel + 1) * 8;

  // An index keeps so many bits of a key; the others are dropped here. Lengths are, too, if marks are weighed
  // one by one.
  PostingPile(int key_bits, Weight weight);

  PostingPile(PostingPile&&) = default;
  PostingPile& operator=(PostingPile&&) = default;

  void Add(std::uint64_t key, ContentId content, std::uint32_t length) {
    key &= kept_;
    Bucket& bucket = buckets_[BucketOf(key)];
    ++size_;
    if (content >= bucket.packing.contents) {
      Push(Posting(key, content, with_length_ ? length : 0), &bucket.whole);
    } else {
      Push(bucket.packing.Pack(key, content), &bucket.packed);
    }
  }

  std::size_t size() const { return size_; }
  // The most bytes that a posting takes.
  static std::size_t BytesEach(Weight weight) {
    return weight == Weight::kBytes ? sizeof(Posting) : sizeof(std::uint64_t);
  }

  // How a posting of a bucket becomes one number, in the order of (key, content).
  struct Packing {
    std::uint64_t first_key = 0;  // of the bucket
    std::uint64_t contents = 0;   // those below can be packed
    int dropped = 0;              // last bits of keys
    int content_bits = 0;

    std::uint64_t Pack(std::uint64_t key, ContentId content) const {
      return (key - first_key) >> dropped << content_bits | content;
    }
    Posting Unpack(std::uint64_t packed) const {
      const auto content = static_cast<ContentId>(packed & ((std::uint64_t{1} << content_bits) - 1));
      return {first_key + (packed >> content_bits << dropped), content, 0};
    }
  };
  const Packing& PackingOf(std::size_t bucket) const { return buckets_[bucket].packing; }

  // Whether all postings of a bucket are packed.
  bool IsPacked(std::size_t bucket) const { return buckets_[bucket].whole.blocks.empty(); }
  // Appends what a bucket holds, in no order: packed, if it IsPacked(), or whole.
  void Collect(std::size_t bucket, std::vector<std::uint64_t>* to) const;
  void Collect(std::size_t bucket, std::vector<Posting>* to) const;

  static std::size_t BucketOf(std::uint64_t key) {
    const int zeros = KeyLevel(key);
    return static_cast<std::size_t>(kMaxLevel - zeros) * 8 + (key >> BitsBelow(zeros) & 7);
  }

 private:
  static constexpr std::size_t kBlockBytes = 8 * 1024;
  static constexpr std::size_t kBlocksAtATime = 128;

  template <typename T>
  struct BlockList {
    static constexpr std::size_t kCapacity = kBlockBytes / sizeof(T);
    std::vector<T*> blocks;
    T* next = nullptr;  // in the last of them
    T* end = nullptr;
    template <typename Visit>
    void ForEachBlock(Visit visit) const;
  };
  struct Bucket {
    Packing packing;
    BlockList<std::uint64_t> packed;
    BlockList<Posting> whole;
  };

  // Of keys with so many leading zeros, the bits that do not follow from the bucket: those below the first
  // one and the next three; below 2^48, those below the three highest.
  static int BitsBelow(int zeros) { return zeros < kMaxLevel ? 60 - zeros : 45; }

  template <typename T>
  void Push(const T& item, BlockList<T>* to) {
    if (to->next == to->end) {
      to->next = reinterpret_cast<T*>(NewBlock());
      to->end = to->next + BlockList<T>::kCapacity;
      to->blocks.push_back(to->next);
    }
    std::construct_at(to->next++, item);
  }

  std::byte* NewBlock();

  std::uint64_t kept_;
  bool with_length_;
  std::size_t size_ = 0;
  std::vector<Bucket> buckets_;
  std::vector<base::PageBlock> pages_;
  std::size_t used_ = kBlocksAtATime;  // blocks of the last pages
};

}  // namespace kindred::index
