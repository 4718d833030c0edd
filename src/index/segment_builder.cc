// SegmentBuilder, and WriteSegment on top of it: groups sorted postings by key and weighs the contents.
// Cost: one pass over the postings; 10 to 20 ns each.
#include "index/segment_builder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/segment_block.h"
#include "kindred/error.h"

namespace kindred {

namespace {

constexpr std::size_t kWriteBytes = 256 * 1024;

// What each covered content weighs at each level. Ascending keys have descending levels, so one running sum
// per content, kept whenever the level falls, holds them all; and the sums stay in the cache, which an array
// of all levels does not.
class ContentWeights {
 public:
  explicit ContentWeights(std::span<const CoveredContent> covered)
      : covered_(covered), running_(covered.size()) {
    if (covered.empty()) return;
    std::uint64_t range = std::uint64_t{covered.back().content} - covered.front().content + 1;
    dense_ = range == covered.size();
    if (dense_ || range > 16 * covered.size() + 1024) return;
    table_.assign(range, kNone);
    for (std::size_t i = 0; i < covered.size(); ++i) {
      table_[covered[i].content - covered.front().content] = static_cast<std::uint32_t>(i);
    }
  }

  void Add(ContentId content, int level, std::uint64_t weight) {
    if (level < level_) FallTo(level);
    running_[PlaceOf(content)] += weight;
  }

  // After the last Add.
  ContentMarks MarksOf(std::size_t place) {
    FallTo(-1);
    ContentMarks marks{covered_[place].content, covered_[place].level, {}};
    for (int level = marks.level; level <= kMaxLevel; ++level) marks.weight_at[level] = sums_[level][place];
    return marks;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void FallTo(int level) {
    for (; level_ > level; --level_) sums_[level_] = running_;
  }

  std::size_t PlaceOf(ContentId content) const {
    if (dense_ || !table_.empty()) {
      std::uint64_t at = std::uint64_t{content} - covered_.front().content;  // wraps below the first
      if (dense_ && at < covered_.size()) return at;
      if (at < table_.size() && table_[at] != kNone) return table_[at];
    } else {
      auto found = std::ranges::lower_bound(covered_, content, {}, &CoveredContent::content);
      if (found != covered_.end() && found->content == content) {
        return static_cast<std::size_t>(found - covered_.begin());
      }
    }
    throw std::logic_error("a posting's content is not among those the segment covers");
  }

  std::span<const CoveredContent> covered_;
  std::vector<std::uint64_t> running_;
  std::array<std::vector<std::uint64_t>, kMaxLevel + 1> sums_;
  int level_ = kMaxLevel;             // of the keys that come now
  bool dense_ = false;                // the numbers have no gap
  std::vector<std::uint32_t> table_;  // places by number, where the gaps are small
};

// Postings of keys that became equal when their lower bits were dropped may stand in any order of content.
void SortAndJoin(std::vector<Segment::Occurrence>* occurrences) {
  std::ranges::sort(*occurrences, {}, &Segment::Occurrence::content);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < occurrences->size(); ++i) {
    if ((*occurrences)[i].content == (*occurrences)[kept].content) {
      (*occurrences)[kept].count += (*occurrences)[i].count;
    } else {
      (*occurrences)[++kept] = (*occurrences)[i];
    }
  }
  occurrences->resize(kept + 1);
}

}  // namespace

SegmentBuilder::SegmentBuilder(FileSystem& files, const std::string& path, const StoredMethod& method,
                               ContentId first_content)
    : path_(path),
      header_(EncodeSegmentHeader(method, first_content)),
      shift_(64 - method.key_bits),
      block_(2 * kKeyBlockBytes) {
  frame_.method = method;
  frame_.first_content = first_content;
  buffer_.reserve(kWriteBytes + 4 * kKeyBlockBytes);
  file_ = files.Create(path);
  Write(header_);
}

void SegmentBuilder::Varint(std::uint64_t value) {
  if (block_.size() - used_ < kMaxVarintBytes) block_.resize(block_.size() * 2);
  std::uint8_t* at = block_.data() + used_;
  used_ += static_cast<std::size_t>(WriteVarint(at, value) - at);
}

void SegmentBuilder::AddKey(const Segment::Key& key) {
  const std::uint64_t stored = key.key >> shift_;
  if (used_ == 0) {
    current_.first = stored;
  } else {
    Varint(stored - last_ - 1);
  }
  last_ = stored;
  if (frame_.method.weight == Weight::kBytes) Varint(key.length);
  std::uint64_t from = frame_.first_content;
  for (std::size_t i = 0; i < key.occurrences.size(); ++i) {
    const auto& [content, count] = key.occurrences[i];
    std::uint64_t more = i + 1 < key.occurrences.size() ? 1 : 0;
    Varint((content - from) << 2 | (count > 1 ? 2 : 0) | more);
    if (count > 1) Varint(count - 2);
    from = std::uint64_t{content} + 1;
    frame_.totals.marks += count;
  }
  frame_.totals.postings += key.occurrences.size();
  ++frame_.totals.keys;
  ++current_.items;
  if (used_ >= kKeyBlockBytes) EndBlock(&frame_.key_blocks);
}

void SegmentBuilder::AddContent(const ContentMarks& marks) {
  if (!in_contents_) {
    EndBlock(&frame_.key_blocks);
    in_contents_ = true;
  }
  content_bytes_.clear();
  EncodeContent(&content_bytes_, marks, current_.items == 0 ? 0 : marks.content - last_ - 1);
  if (current_.items == 0) current_.first = marks.content;
  last_ = marks.content;
  if (block_.size() - used_ < content_bytes_.size()) block_.resize(block_.size() * 2);
  std::ranges::copy(content_bytes_, block_.begin() + static_cast<std::ptrdiff_t>(used_));
  used_ += content_bytes_.size();
  ++frame_.totals.contents;
  ++current_.items;
  if (used_ >= kContentBlockBytes) EndBlock(&frame_.content_blocks);
}

void SegmentBuilder::EndBlock(std::vector<SegmentBlock>* blocks) {
  if (current_.items == 0) return;
  if (used_ > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorKind::kFailed, "one key stands in more contents than a segment can hold", path_);
  }
  std::span<const std::uint8_t> bytes(block_.data(), used_);
  current_.offset = written_;
  current_.length = static_cast<std::uint32_t>(used_);
  current_.checksum = Checksum(bytes);
  blocks->push_back(current_);
  Write(bytes);
  current_ = {};
  used_ = 0;
}

void SegmentBuilder::Write(std::span<const std::uint8_t> bytes) {
  PutBytes(&buffer_, bytes);
  written_ += bytes.size();
  if (buffer_.size() >= kWriteBytes) Flush();
}

void SegmentBuilder::Flush() {
  if (!buffer_.empty()) file_->Append(buffer_);
  buffer_.clear();
}

const SegmentFrame& SegmentBuilder::Finish() {
  EndBlock(in_contents_ ? &frame_.content_blocks : &frame_.key_blocks);
  std::uint64_t blocks_end = written_;
  Write(EncodeSegmentTail(header_, blocks_end, &frame_));
  Flush();
  file_->Sync();
  file_->Close();
  return frame_;
}

SegmentFrame BuildSegment(FileSystem& files, const std::string& path, const StoredMethod& method,
                          std::span<const CoveredContent> covered, std::span<const Posting> postings) {
  SegmentBuilder builder(files, path, method, covered.empty() ? 0 : covered.front().content);
  ContentWeights weights(covered);
  const int shift = 64 - method.key_bits;
  const bool in_bytes = method.weight == Weight::kBytes;
  std::vector<Segment::Occurrence> occurrences;
  for (std::size_t i = 0; i < postings.size();) {
    Segment::Key key{postings[i].key >> shift << shift, in_bytes ? postings[i].length : 0, {}};
    const int level = KeyLevel(key.key);
    bool sorted = true;
    occurrences.clear();
    for (; i < postings.size() && postings[i].key >> shift == key.key >> shift; ++i) {
      const Posting& posting = postings[i];
      weights.Add(posting.content, level, in_bytes ? posting.length : 1);
      if (!occurrences.empty() && occurrences.back().content == posting.content) {
        ++occurrences.back().count;
      } else {
        sorted = sorted && (occurrences.empty() || occurrences.back().content < posting.content);
        occurrences.push_back({posting.content, 1});
      }
    }
    if (!sorted) SortAndJoin(&occurrences);
    key.occurrences = occurrences;
    builder.AddKey(key);
  }

  for (std::size_t i = 0; i < covered.size(); ++i) builder.AddContent(weights.MarksOf(i));
  return builder.Finish();
}

SegmentTotals WriteSegment(FileSystem& files, const std::string& path, const StoredMethod& method,
                           std::span<const CoveredContent> covered, std::span<const Posting> postings) {
  return BuildSegment(files, path, method, covered, postings).totals;
}

}  // namespace kindred
