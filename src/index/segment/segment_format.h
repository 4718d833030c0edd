// The frame of a segment file: header, block index and footer. docs/formats/index-format.md has the bytes.
//
// The blocks are between header and index without a gap, each with its checksum in the index; header, index
// and footer share one checksum in the footer. So every byte of the file is covered by exactly one checksum.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "index/segment/segment.h"

namespace kindred::index {

inline constexpr std::uint32_t kSegmentFormatVersion = 1;

// A block grows until it has this many bytes, and to the end of its last key or content. Small enough that a
// lookup decodes little (a query has some 2,000 keys, each in another block), large enough that the index is
// below two percent of the blocks.
inline constexpr std::size_t kKeyBlockBytes = 2048;
inline constexpr std::size_t kContentBlockBytes = 2048;

struct SegmentBlock {
  std::uint64_t first = 0;  // its first key (without the dropped bits) or content
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  std::uint32_t items = 0;  // keys or contents
  std::uint64_t checksum = 0;
};

struct SegmentFrame {
  StoredMethod method;
  ContentId first_content = 0;  // content numbers in key blocks are counted from here
  std::vector<SegmentBlock> key_blocks;
  std::vector<SegmentBlock> content_blocks;
  SegmentTotals totals;
  std::uint64_t checksum = 0;  // of header, index and footer, and so of the whole file
  std::uint64_t file_bytes = 0;
};

std::vector<std::uint8_t> EncodeSegmentHeader(const StoredMethod& method, ContentId first_content);

// Block index and footer; sets the frame's checksum and size. `header` is what EncodeSegmentHeader gave,
// `offset` where the blocks end.
std::vector<std::uint8_t> EncodeSegmentTail(std::span<const std::uint8_t> header, std::uint64_t offset,
                                            SegmentFrame* frame);

// Reads and verifies everything but the blocks themselves. Throws Error(kDamaged).
SegmentFrame ParseSegmentFrame(std::span<const std::uint8_t> file, const std::string& path);

}  // namespace kindred::index
