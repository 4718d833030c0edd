// Which contents have the windows of each context: steps 2 and 3 of pair_shares.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "span/shares/distinct_contexts.h"

namespace kindred::span {

// Windows of a context that follow each other and occur in the same contents.
struct Segment {
  std::uint32_t begin = 0;  // of the first window, in the context
  std::uint32_t windows = 0;
  std::uint32_t list = 0;  // of contents
};

class WindowLists {
 public:
  WindowLists(const DistinctContexts& contexts, std::uint64_t least, unsigned threads);

  // Those that occur in several contents, by begin.
  std::span<const Segment> SegmentsOf(std::uint32_t context) const {
    return std::span(segments_).subspan(first_segment_[context],
                                        first_segment_[context + 1] - first_segment_[context]);
  }
  // Indexes of contents, ascending.
  std::span<const std::uint32_t> ContentsOf(std::uint32_t list) const { return lists_[list]; }
  // The same as a set of words() words, for long lists of batches that are not too large; else empty.
  std::span<const std::uint64_t> BitsOf(std::uint32_t list) const { return bits_[list]; }
  // Of a set of bits; 0: there are too many contents for that.
  std::size_t words() const { return words_; }

 private:
  std::vector<std::size_t> first_segment_;  // by context, and the end
  std::vector<Segment> segments_;
  std::vector<std::vector<std::uint32_t>> lists_;
  std::size_t words_ = 0;
  std::vector<std::vector<std::uint64_t>> bits_;  // by list
};

}  // namespace kindred::span
