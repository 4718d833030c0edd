// Keys as the blocks of a segment, in memory; segment_block.h has the coding.
#pragma once

#include <cstdint>
#include <vector>

#include "index/segment/segment.h"
#include "index/segment/segment_format.h"

namespace kindred::index {

// Blocks that follow each other in a file.
struct KeyBlocks {
  std::vector<std::uint8_t> bytes;
  std::vector<SegmentBlock> blocks;  // their offsets count from the start of `bytes`
  SegmentTotals totals;              // but for the contents
};

class KeyEncoder {
 public:
  // `first_content` is at most the smallest content that will come.
  KeyEncoder(const StoredMethod& method, ContentId first_content);

  // Larger than every key before, with at least one occurrence.
  void Add(const Segment::Key& key);

  // Bytes of whole blocks.
  std::size_t whole() const { return whole_; }
  // The blocks so far; the last one, if it is not whole, stays to be filled.
  KeyBlocks TakeWhole();
  // With the last one as it is.
  KeyBlocks TakeAll();

 private:
  void EndBlock();

  bool in_bytes_;
  int shift_;
  ContentId first_content_;
  KeyBlocks made_;
  std::vector<std::uint8_t> bytes_;  // of which `used_` count
  std::size_t used_ = 0;
  std::size_t whole_ = 0;   // where the current block starts
  SegmentBlock current_;    // the block being filled
  std::uint64_t last_ = 0;  // key added last
};

}  // namespace kindred::index
