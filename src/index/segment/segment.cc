// Reading a segment: the file is mapped, the frame verified at once, each block whenever it is decoded.
// Cost: a cursor decodes some 100 million occurrences a second; a lookup decodes half a block per key.
#include "index/segment/segment.h"

#include <algorithm>

#include "base/hashing.h"
#include "index/damage.h"
#include "index/segment/segment_block.h"
#include "index/segment/segment_file.h"
#include "index/segment/segment_format.h"

namespace kindred::index {

namespace {

// Mapped bytes that a pass drops at a time.
constexpr std::uint64_t kLeaveBehindBytes = std::uint64_t{1} << 20;

// The block that holds `item`, if any does.
std::size_t BlockOf(const std::vector<SegmentBlock>& blocks, std::uint64_t item, std::size_t from = 0) {
  auto after =
      std::upper_bound(blocks.begin() + static_cast<std::ptrdiff_t>(from), blocks.end(), item,
                       [](std::uint64_t value, const SegmentBlock& block) { return value < block.first; });
  return static_cast<std::size_t>(after - blocks.begin()) - 1;
}

}  // namespace

class SegmentFile::RangeCursor : public Segment::Cursor {
 public:
  RangeCursor(std::shared_ptr<const SegmentFile> segment, std::uint64_t first, std::uint64_t last)
      : segment_(std::move(segment)), shift_(segment_->shift()), last_(last >> shift_) {
    const std::vector<SegmentBlock>& blocks = segment_->frame().key_blocks;
    // A stored key counts as its lowest value, so a range that begins in the middle of its values begins
    // after it.
    first_ = first >> shift_;
    if (first_ << shift_ != first && first_++ == ~std::uint64_t{0} >> shift_) block_ = blocks.size();
    if (blocks.empty() || block_ == blocks.size()) return;
    block_ = first_ < blocks.front().first ? 0 : BlockOf(blocks, first_);
  }

  ~RangeCursor() override {
    if (passed_ == 0) return;
    const SegmentBlock& last = segment_->frame().key_blocks[block_ - 1];
    segment_->LeaveBehind(passed_, last.offset + last.length - passed_);
  }

  bool Next(Key* key) override {
    while (at_ == end_) {
      if (!Load()) return false;
    }
    const KeyBlock::Item& item = decoded_.items()[at_];
    *key = {item.key << shift_, item.length, decoded_.occurrences(at_)};
    ++at_;
    return true;
  }

 private:
  // The next block's part of the range; false if there is no further block.
  bool Load() {
    const std::vector<SegmentBlock>& blocks = segment_->frame().key_blocks;
    if (block_ >= blocks.size() || blocks[block_].first > last_) return false;
    segment_->DecodeKeys(block_, &decoded_);
    const std::uint64_t offset = blocks[block_].offset;
    if (passed_ == 0) passed_ = offset;
    if (offset - passed_ >= kLeaveBehindBytes) {
      segment_->LeaveBehind(passed_, offset - passed_);
      passed_ = offset;
    }
    ++block_;
    std::span<const KeyBlock::Item> items = decoded_.items();
    at_ = 0;
    end_ = items.size();
    if (items.front().key < first_) {
      at_ = static_cast<std::size_t>(std::ranges::lower_bound(items, first_, {}, &KeyBlock::Item::key) -
                                     items.begin());
    }
    if (items.back().key > last_) {
      end_ = static_cast<std::size_t>(std::ranges::upper_bound(items, last_, {}, &KeyBlock::Item::key) -
                                      items.begin());
    }
    return true;
  }

  std::shared_ptr<const SegmentFile> segment_;
  int shift_;
  std::uint64_t first_ = 0;
  std::uint64_t last_;
  std::size_t block_ = 0;
  std::uint64_t passed_ = 0;  // bytes before are left behind
  KeyBlock decoded_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
};

SegmentFile::SegmentFile(base::FileSystem& files, const std::string& path)
    : path_(path),
      file_(files.OpenForRead(path)),
      bytes_(file_->Map()),
      frame_(ParseSegmentFrame(bytes_, path)) {
  file_->CheckMap();
}

std::span<const std::uint8_t> SegmentFile::Verified(const SegmentBlock& block) const {
  std::span<const std::uint8_t> bytes = bytes_.subspan(block.offset, block.length);
  if (base::Checksum(bytes) != block.checksum) {
    file_->CheckMap();
    throw Damage(path_, block.offset, "the checksum of a block differs");
  }
  return bytes;
}

void SegmentFile::DecodeKeys(std::size_t index, KeyBlock* decoded) const {
  const SegmentBlock& block = frame_.key_blocks[index];
  std::uint64_t last = index + 1 < frame_.key_blocks.size() ? frame_.key_blocks[index + 1].first - 1
                                                            : ~std::uint64_t{0} >> shift();
  const bool whole = decoded->Decode(Verified(block), block, frame_, last);
  file_->CheckMap();
  if (!whole) {
    throw Damage(path_, block.offset, "a block of keys is invalid");
  }
}

void SegmentFile::DecodeContents(std::size_t index, std::vector<ContentMarks>* contents) const {
  const SegmentBlock& block = frame_.content_blocks[index];
  const bool whole = DecodeContentBlock(Verified(block), block, contents);
  file_->CheckMap();
  const bool last = index + 1 == frame_.content_blocks.size();
  if (!whole || (!last && contents->back().content >= frame_.content_blocks[index + 1].first)) {
    throw Damage(path_, block.offset, "a block of contents is invalid");
  }
}

void SegmentFile::ForEachContent(const std::function<void(const ContentMarks&)>& visit) const {
  std::vector<ContentMarks> contents;
  for (std::size_t i = 0; i < frame_.content_blocks.size(); ++i) {
    contents.clear();
    DecodeContents(i, &contents);
    for (const ContentMarks& marks : contents) visit(marks);
  }
}

void SegmentFile::FindContents(std::span<const ContentId> wanted,
                               const std::function<void(const ContentMarks&)>& found) const {
  const std::vector<SegmentBlock>& blocks = frame_.content_blocks;
  if (blocks.empty()) return;
  auto next = std::ranges::lower_bound(wanted, blocks.front().first);
  if (next == wanted.end()) return;
  const std::uint64_t begin = blocks[BlockOf(blocks, *next)].offset;
  std::size_t index = 0;
  while (next != wanted.end()) {
    index = BlockOf(blocks, *next, index);
    const auto end = index + 1 == blocks.size()
                         ? wanted.end()
                         : std::lower_bound(next, wanted.end(), blocks[index + 1].first);
    const bool whole = FindInContentBlock(Verified(blocks[index]), blocks[index], {next, end}, found);
    file_->CheckMap();
    if (!whole) {
      throw Damage(path_, blocks[index].offset, "a block of contents is invalid");
    }
    next = end;
  }
  LeaveBehind(begin, blocks[index].offset + blocks[index].length - begin);
}

std::unique_ptr<Segment::Cursor> SegmentFile::NewCursor(std::uint64_t first, std::uint64_t last) const {
  return std::make_unique<RangeCursor>(shared_from_this(), first, last);
}

void SegmentFile::Lookup(std::span<const std::uint64_t> keys,
                         const std::function<void(const Key&)>& found) const {
  const std::vector<SegmentBlock>& blocks = frame_.key_blocks;
  std::size_t open = blocks.size();  // the block that `scanner` walks; none yet
  KeyScanner scanner;
  bool more = false;  // scanner is at a key whose occurrences were not taken
  std::vector<Occurrence> occurrences;
  for (std::uint64_t wanted : keys) {
    wanted >>= shift();
    if (blocks.empty() || wanted < blocks.front().first) continue;
    std::size_t index = BlockOf(blocks, wanted, open == blocks.size() ? 0 : open);
    const SegmentBlock& block = blocks[index];
    if (index != open) {
      scanner = KeyScanner(Verified(block), block, frame_);
      more = scanner.NextKey();
      open = index;
    }
    while (more && scanner.key() < wanted) {
      scanner.SkipOccurrences();
      more = scanner.NextKey();
    }
    if (more && scanner.key() == wanted) {
      if (occurrences.size() < block.length) occurrences.resize(block.length);
      Occurrence* end = scanner.TakeOccurrences(occurrences.data());
      if (end != nullptr) {
        file_->CheckMap();
        found({wanted << shift(), scanner.length(), {occurrences.data(), end}});
        more = scanner.NextKey();
      }
    }
    if (scanner.broken()) {
      file_->CheckMap();
      throw Damage(path_, block.offset, "a block of keys is invalid");
    }
  }
  file_->CheckMap();  // or keys may have been passed over
}

std::uint64_t SegmentFile::Check(std::vector<std::string>* problems, const Poll& poll) const {
  // A page that cannot be read is reported once, not with every block.
  const auto note = [&](const Error& error) {
    std::string problem = error.WithoutHint();
    if (problems->empty() || problems->back() != problem) problems->push_back(std::move(problem));
  };
  KeyBlock keys;
  SegmentTotals seen;
  for (std::size_t i = 0; i < frame_.key_blocks.size(); ++i) {
    if (poll) poll();
    try {
      DecodeKeys(i, &keys);
    } catch (const Error& error) {
      note(error);
      continue;
    }
    seen.keys += keys.items().size();
    for (std::size_t item = 0; item < keys.items().size(); ++item) {
      seen.postings += keys.occurrences(item).size();
      for (const Occurrence& occurrence : keys.occurrences(item)) seen.marks += occurrence.count;
    }
  }
  for (std::size_t i = 0; i < frame_.content_blocks.size(); ++i) {
    if (poll) poll();
    std::vector<ContentMarks> contents;
    try {
      DecodeContents(i, &contents);
    } catch (const Error& error) {
      note(error);
    }
  }
  bool whole = seen.keys == frame_.totals.keys;  // else the blocks have been reported already
  if (whole && (seen.postings != frame_.totals.postings || seen.marks != frame_.totals.marks)) {
    problems->push_back(
        Damage(path_, bytes_.size(), "the totals differ from what the blocks hold").WithoutHint());
  }
  return frame_.key_blocks.size() + frame_.content_blocks.size();
}

std::vector<ContentMarks> Segment::AllContents() const {
  std::vector<ContentMarks> contents;
  contents.reserve(totals().contents);
  ForEachContent([&](const ContentMarks& marks) { contents.push_back(marks); });
  return contents;
}

bool Segment::FindContent(ContentId content, ContentMarks* marks) const {
  bool covered = false;
  FindContents({&content, 1}, [&](const ContentMarks& found) {
    *marks = found;
    covered = true;
  });
  return covered;
}

std::shared_ptr<const Segment> Segment::Open(base::FileSystem& files, const std::string& path) {
  return std::make_shared<SegmentFile>(files, path);
}

}  // namespace kindred::index
