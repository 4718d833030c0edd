// Whole blocks: see segment_block.h for the coding.
#include "index/segment_block.h"

namespace kindred {

bool KeyBlock::Decode(std::span<const std::uint8_t> bytes, const SegmentBlock& block,
                      const SegmentFrame& frame, std::uint64_t last) {
  if (capacity_ < bytes.size()) {
    occurrences_ = std::make_unique_for_overwrite<Segment::Occurrence[]>(bytes.size());
    capacity_ = bytes.size();
  }
  items_.resize(block.items);
  KeyScanner scanner(bytes, block, frame);
  Item* item = items_.data();
  Segment::Occurrence* end = occurrences_.get();
  while (scanner.NextKey()) {
    *item++ = {scanner.key(), scanner.length(), static_cast<std::uint32_t>(end - occurrences_.get())};
    end = scanner.TakeOccurrences(end);
    if (end == nullptr) return false;
  }
  used_ = static_cast<std::uint32_t>(end - occurrences_.get());
  return scanner.finished() && items_.back().key <= last;
}

bool DecodeContentBlock(std::span<const std::uint8_t> bytes, const SegmentBlock& block,
                        std::vector<ContentMarks>* contents) {
  ByteReader in(bytes);
  std::uint64_t content = block.first;
  for (std::uint32_t i = 0; i < block.items; ++i) {
    std::uint64_t distance = in.VarintUpTo(std::numeric_limits<ContentId>::max());
    if (i == 0 && distance != 0) return false;
    content += distance + (i == 0 ? 0 : 1);
    ContentMarks marks;
    marks.content = static_cast<ContentId>(content);
    marks.level = in.Byte();
    std::uint8_t levels = in.Byte();
    if (!in.ok() || content > std::numeric_limits<ContentId>::max() || marks.level + levels > kMaxLevel + 1) {
      return false;
    }
    for (int level = marks.level; level < marks.level + levels; ++level) {
      marks.weight_at[level] = in.Varint();
    }
    for (int level = kMaxLevel - 1; level >= marks.level; --level) {
      marks.weight_at[level] += marks.weight_at[level + 1];
    }
    contents->push_back(marks);
  }
  return in.ok() && in.AtEnd();
}

void EncodeContent(std::vector<std::uint8_t>* out, const ContentMarks& marks, std::uint64_t distance) {
  PutVarint(out, distance);
  out->push_back(marks.level);
  int end = kMaxLevel + 1;
  while (end > marks.level && marks.weight_at[end - 1] == 0) --end;
  out->push_back(static_cast<std::uint8_t>(end - marks.level));
  for (int level = marks.level; level < end; ++level) {
    std::uint64_t above = level < kMaxLevel ? marks.weight_at[level + 1] : 0;
    PutVarint(out, marks.weight_at[level] - above);
  }
}

}  // namespace kindred
