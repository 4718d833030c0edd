// The blocks of a segment: varints, deltas, nothing else. One pass to write, one to read.
//
// Key block, per key: the distance to the key before it, minus one (the first key is in the block index);
// its length, for methods weighed in bytes; then its contents, ascending: (distance << 2 | has a count << 1 |
// more follow), where the first distance counts from the segment's first content and later ones are less one;
// a count above one follows as count - 2. So a key that one content has once costs two varints, and neither
// keys nor contents can be out of order.
//
// Example: the segment's first content is 10. Key 1000 (without the dropped bits) occurs once in content 12
// and three times in content 15, key 1007 once in content 12. The block index has the 1000; the block is
//     09      content 10 + 2, once, more follow          2 << 2 | 0 | 1
//     0a 01   content 12 + 1 + 2, with a count: 1 + 2    2 << 2 | 2 | 0
//     06      key 1000 + 1 + 6
//     08      content 10 + 2, once, the last             2 << 2 | 0 | 0
//
// Content block, per content: distance - 1 as above, level, how many levels follow, and the weight of the
// marks of exactly that level for each of them.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "base/coding.h"
#include "index/segment/segment.h"
#include "index/segment/segment_format.h"

namespace kindred::index {

// Walks the keys of one block whose checksum is good. Bounds are checked all the same.
class KeyScanner {
 public:
  KeyScanner() = default;
  KeyScanner(std::span<const std::uint8_t> bytes, const SegmentBlock& block, const SegmentFrame& frame)
      : at_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        left_(block.items),
        key_(block.first),
        first_content_(frame.first_content),
        with_length_(frame.method.weight == Weight::kBytes) {}

  // To the next key. The occurrences of the one before must have been taken. False at the end and at a fault.
  bool NextKey() {
    if (left_ == 0 || at_ == nullptr) return false;
    --left_;
    if (started_) [[likely]] {
      std::uint64_t distance = 0;
      at_ = base::ReadVarint(at_, end_, &distance);
      if (at_ == nullptr || distance >= ~std::uint64_t{0} - key_) return Fault();
      key_ += distance + 1;
    }
    started_ = true;
    if (with_length_) {
      std::uint64_t length = 0;
      at_ = base::ReadVarint(at_, end_, &length);
      if (at_ == nullptr || length > std::numeric_limits<std::uint32_t>::max()) return Fault();
      length_ = static_cast<std::uint32_t>(length);
    }
    return true;
  }

  std::uint64_t key() const { return key_; }
  std::uint32_t length() const { return length_; }

  // Writes the occurrences of the current key at `to`, which has room for one per byte of the block. Returns
  // their end, or nullptr at a fault.
  Segment::Occurrence* TakeOccurrences(Segment::Occurrence* to) {
    std::uint64_t content = first_content_;
    std::uint64_t coded = 0;
    const std::uint8_t* at = at_;
    do {
      at = base::ReadVarint(at, end_, &coded);
      if (at == nullptr) break;
      content += coded >> 2;
      std::uint64_t count = 1;
      if (coded & 2) [[unlikely]] {
        at = base::ReadVarint(at, end_, &count);
        count += 2;
        if (at == nullptr || count > std::numeric_limits<std::uint32_t>::max()) break;
      }
      if (content > std::numeric_limits<ContentId>::max()) break;
      *to++ = {static_cast<ContentId>(content), static_cast<std::uint32_t>(count)};
      ++content;
      if ((coded & 1) == 0) {
        at_ = at;
        return to;
      }
    } while (true);
    at_ = nullptr;
    return nullptr;
  }

  // The flags are the lowest bits, so the first byte of a varint has them.
  void SkipOccurrences() {
    unsigned flags = 1;
    while ((flags & 1) != 0 && at_ != nullptr) {
      if (at_ == end_) {
        at_ = nullptr;
        return;
      }
      flags = *at_;
      at_ = base::SkipVarint(at_, end_);
      if (at_ != nullptr && (flags & 2) != 0) at_ = base::SkipVarint(at_, end_);
    }
  }

  bool broken() const { return at_ == nullptr; }
  // All keys were taken and no byte is left.
  bool finished() const { return left_ == 0 && at_ == end_; }

 private:
  bool Fault() {
    at_ = nullptr;
    return false;
  }

  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  std::uint32_t left_ = 0;
  std::uint64_t key_ = 0;
  ContentId first_content_ = 0;
  std::uint32_t length_ = 0;
  bool with_length_ = false;
  bool started_ = false;
};

// All keys of a block at once, into arrays that are used again.
class KeyBlock {
 public:
  struct Item {
    std::uint64_t key = 0;
    std::uint32_t length = 0;
    std::uint32_t begin = 0;  // of its occurrences; they end where those of the next item begin
  };

  // False if the bytes are not a whole block with keys up to `last`.
  bool Decode(std::span<const std::uint8_t> bytes, const SegmentBlock& block, const SegmentFrame& frame,
              std::uint64_t last);

  std::span<const Item> items() const { return items_; }
  std::span<const Segment::Occurrence> occurrences(std::size_t item) const {
    return {occurrences_.get() + items_[item].begin, occurrences_.get() + Ends(item)};
  }

 private:
  std::uint32_t Ends(std::size_t item) const {
    return item + 1 < items_.size() ? items_[item + 1].begin : used_;
  }

  std::vector<Item> items_;
  std::unique_ptr<Segment::Occurrence[]> occurrences_;
  std::size_t capacity_ = 0;
  std::uint32_t used_ = 0;
};

// Appends the contents of a block to `contents`; false if the bytes are not a whole block.
bool DecodeContentBlock(std::span<const std::uint8_t> bytes, const SegmentBlock& block,
                        std::vector<ContentMarks>* contents);

// Calls `found` for those of `wanted` (ascending) that it has. False if the bytes are not a block.
bool FindInContentBlock(std::span<const std::uint8_t> bytes, const SegmentBlock& block,
                        std::span<const ContentId> wanted,
                        const std::function<void(const ContentMarks&)>& found);

// `distance` is 0 for the first content of a block.
void EncodeContent(std::vector<std::uint8_t>* out, const ContentMarks& marks, std::uint64_t distance);

}  // namespace kindred::index
