// Whole blocks: see segment_block.h for the coding.
#include "index/segment/segment_block.h"

namespace kindred::index {

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

namespace {

// Walks the contents of a block, whose weights become sums over the levels above.
class ContentScanner {
 public:
  ContentScanner(std::span<const std::uint8_t> bytes, const SegmentBlock& block)
      : in_(bytes), left_(block.items), content_(block.first) {}

  // False at the end and at a fault.
  bool Next(ContentMarks* marks) {
    if (left_ == 0) return false;
    --left_;
    std::uint64_t distance = in_.VarintUpTo(std::numeric_limits<ContentId>::max());
    if (!started_ && distance != 0) return Fault();
    content_ += distance + (started_ ? 1 : 0);
    started_ = true;
    marks->content = static_cast<ContentId>(content_);
    marks->level = in_.Byte();
    const int end = marks->level + in_.Byte();
    if (!in_.ok() || content_ > std::numeric_limits<ContentId>::max() || end > kMaxLevel + 1) return Fault();
    marks->weight_at.fill(0);
    for (int level = marks->level; level < end; ++level) marks->weight_at[level] = in_.Varint();
    for (int level = end - 2; level >= marks->level; --level) {
      marks->weight_at[level] += marks->weight_at[level + 1];
    }
    return in_.ok() || Fault();
  }
  bool broken() const { return broken_; }
  bool finished() const { return left_ == 0 && !broken_ && in_.AtEnd(); }

 private:
  bool Fault() {
    broken_ = true;
    left_ = 0;
    return false;
  }

  base::ByteReader in_;
  std::uint32_t left_;
  std::uint64_t content_;
  bool started_ = false;
  bool broken_ = false;
};

}  // namespace

bool DecodeContentBlock(std::span<const std::uint8_t> bytes, const SegmentBlock& block,
                        std::vector<ContentMarks>* contents) {
  ContentScanner scanner(bytes, block);
  for (ContentMarks marks; scanner.Next(&marks);) contents->push_back(marks);
  return scanner.finished();
}

bool FindInContentBlock(std::span<const std::uint8_t> bytes, const SegmentBlock& block,
                        std::span<const ContentId> wanted,
                        const std::function<void(const ContentMarks&)>& found) {
  ContentScanner scanner(bytes, block);
  auto next = wanted.begin();
  for (ContentMarks marks; next != wanted.end() && scanner.Next(&marks);) {
    while (next != wanted.end() && *next < marks.content) ++next;
    if (next == wanted.end() || *next != marks.content) continue;
    found(marks);
    ++next;
  }
  return !scanner.broken();
}

void EncodeContent(std::vector<std::uint8_t>* out, const ContentMarks& marks, std::uint64_t distance) {
  base::PutVarint(out, distance);
  out->push_back(marks.level);
  int end = kMaxLevel + 1;
  while (end > marks.level && marks.weight_at[end - 1] == 0) --end;
  out->push_back(static_cast<std::uint8_t>(end - marks.level));
  for (int level = marks.level; level < end; ++level) {
    std::uint64_t above = level < kMaxLevel ? marks.weight_at[level + 1] : 0;
    base::PutVarint(out, marks.weight_at[level] - above);
  }
}

}  // namespace kindred::index
