// SegmentBuilder, and BuildSegment on top of it: sorts the postings of a round and groups them by key, a
// bucket at a time, on all threads.
#include "index/segment/segment_builder.h"

#include <algorithm>
#include <stdexcept>

#include "base/coding.h"
#include "base/hashing.h"
#include "base/parallel.h"
#include "index/segment/posting_sort.h"
#include "index/segment/segment_block.h"

namespace kindred::index {

namespace {

constexpr std::size_t kWriteBytes = 256 * 1024;

// `posting_at` gives `count` postings in order.
template <typename PostingAt>
KeyBlocks EncodeSorted(std::size_t count, PostingAt posting_at, const StoredMethod& method,
                       ContentId first_content) {
  KeyEncoder encoder(method, first_content);
  std::vector<Segment::Occurrence> occurrences;
  for (std::size_t i = 0; i < count;) {
    Posting posting = posting_at(i);
    Segment::Key key{posting.key, posting.length, {}};
    occurrences.clear();
    do {
      if (!occurrences.empty() && occurrences.back().content == posting.content) {
        ++occurrences.back().count;
      } else {
        occurrences.push_back({posting.content, 1});
      }
      if (++i == count) break;
      posting = posting_at(i);
    } while (posting.key == key.key);
    key.occurrences = occurrences;
    encoder.Add(key);
  }
  return encoder.TakeAll();
}

// From what marks of exactly each level weigh to what those of at least it do.
void SumLevels(ContentMarks* marks) {
  for (int level = kMaxLevel - 1; level >= marks->level; --level)
    marks->weight_at[level] += marks->weight_at[level + 1];
  std::fill_n(marks->weight_at.begin(), marks->level, 0);
}

// One thread's buffers for sorting a bucket.
class BucketEncoder {
 public:
  KeyBlocks Encode(std::span<const PostingPile> piles, std::size_t bucket, const StoredMethod& method,
                   ContentId first_content) {
    if (std::ranges::all_of(piles, [&](const PostingPile& pile) { return pile.IsPacked(bucket); })) {
      const PostingPile::Packing& packing = piles.front().PackingOf(bucket);
      CollectAndSort(piles, bucket, &packed_);
      return EncodeSorted(
          packed_.size(), [&](std::size_t i) { return packing.Unpack(packed_[i]); }, method, first_content);
    }
    CollectAndSort(piles, bucket, &whole_);
    return EncodeSorted(
        whole_.size(), [&](std::size_t i) { return whole_[i]; }, method, first_content);
  }

 private:
  template <typename T>
  static void CollectAndSort(std::span<const PostingPile> piles, std::size_t bucket, std::vector<T>* to) {
    to->clear();
    for (const PostingPile& pile : piles) pile.Collect(bucket, to);
    Sort(*to);
  }
  static void Sort(std::vector<std::uint64_t>& packed) { SortPacked(packed); }
  static void Sort(std::vector<Posting>& whole) { SortPostings(whole); }

  std::vector<std::uint64_t> packed_;
  std::vector<Posting> whole_;
};

}  // namespace

SegmentBuilder::SegmentBuilder(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                               ContentId first_content)
    : path_(path), header_(EncodeSegmentHeader(method, first_content)), keys_(method, first_content) {
  frame_.method = method;
  frame_.first_content = first_content;
  buffer_.reserve(kWriteBytes + 4 * kKeyBlockBytes);
  file_ = files.Create(path);
  Write(header_);
}

void SegmentBuilder::AddKey(const Segment::Key& key) {
  keys_.Add(key);
  if (keys_.whole() >= kWriteBytes) AddKeyBlocks(keys_.TakeWhole());
}

void SegmentBuilder::AddKeyBlocks(const KeyBlocks& keys) {
  for (SegmentBlock block : keys.blocks) {
    block.offset += written_;
    frame_.key_blocks.push_back(block);
  }
  frame_.totals.keys += keys.totals.keys;
  frame_.totals.postings += keys.totals.postings;
  frame_.totals.marks += keys.totals.marks;
  Write(keys.bytes);
}

void SegmentBuilder::AddContent(const ContentMarks& marks) {
  if (!in_contents_) AddKeyBlocks(keys_.TakeAll());
  in_contents_ = true;
  EncodeContent(&contents_, marks, current_.items == 0 ? 0 : marks.content - last_ - 1);
  if (current_.items == 0) current_.first = marks.content;
  last_ = marks.content;
  ++frame_.totals.contents;
  ++current_.items;
  if (contents_.size() >= kContentBlockBytes) EndContentBlock();
}

void SegmentBuilder::EndContentBlock() {
  if (current_.items == 0) return;
  current_.offset = written_;
  current_.length = static_cast<std::uint32_t>(contents_.size());
  current_.checksum = base::Checksum(contents_);
  frame_.content_blocks.push_back(current_);
  Write(contents_);
  current_ = {};
  contents_.clear();
}

void SegmentBuilder::Write(std::span<const std::uint8_t> bytes) {
  base::PutBytes(&buffer_, bytes);
  written_ += bytes.size();
  if (buffer_.size() >= kWriteBytes) Flush();
}

void SegmentBuilder::Flush() {
  if (!buffer_.empty()) file_->Append(buffer_);
  buffer_.clear();
}

const SegmentFrame& SegmentBuilder::Finish() {
  if (!in_contents_) AddKeyBlocks(keys_.TakeAll());
  EndContentBlock();
  std::uint64_t blocks_end = written_;
  Write(EncodeSegmentTail(header_, blocks_end, &frame_));
  Flush();
  file_->Sync();
  file_->Close();
  return frame_;
}

SegmentFrame BuildSegment(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                          std::span<const ContentMarks> contents, std::span<const PostingPile> piles,
                          unsigned threads) {
  const ContentId first = contents.empty() ? 0 : contents.front().content;
  std::vector<KeyBlocks> encoded(PostingPile::kBuckets);
  if (!piles.empty()) {
    std::vector<BucketEncoder> encoders(threads);
    base::ParallelFor(threads, encoded.size(), [&](std::size_t bucket, unsigned thread) {
      encoded[bucket] = encoders[thread].Encode(piles, bucket, method, first);
    });
  }
  SegmentBuilder builder(files, path, method, first);
  for (KeyBlocks& keys : encoded) {
    builder.AddKeyBlocks(keys);
    keys = {};
  }
  for (const ContentMarks& content : contents) builder.AddContent(content);
  return builder.Finish();
}

SegmentFrame BuildSegment(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                          const CoveredContent& covered, const MarkSpill& spill) {
  SegmentBuilder builder(files, path, method, covered.content);
  ContentMarks marks{covered.content, covered.level, {}};
  MarkSpill::Cursor keys(spill, covered.level);
  for (MarkSpill::Counted key; keys.Next(&key);) {
    const Segment::Occurrence occurrence{covered.content, key.count};
    builder.AddKey({key.key, key.length, {&occurrence, 1}});
    marks.weight_at[static_cast<std::size_t>(KeyLevel(key.key))] +=
        std::uint64_t{key.count} * (method.weight == Weight::kBytes ? key.length : 1);
  }
  SumLevels(&marks);
  builder.AddContent(marks);
  return builder.Finish();
}

ContentMarks WeighMarks(const CoveredContent& covered, std::span<const Mark> marks, Weight weight) {
  ContentMarks result{covered.content, covered.level, {}};
  for (const Mark& mark : marks)
    result.weight_at[KeyLevel(mark.key)] += weight == Weight::kBytes ? mark.length : 1;
  SumLevels(&result);
  return result;
}

PiledPostings PileUp(const StoredMethod& method, std::span<const CoveredContent> covered,
                     std::span<const Posting> postings) {
  PiledPostings piled;
  piled.piles.emplace_back(method.key_bits, method.weight);
  std::vector<std::vector<Mark>> marks(covered.size());
  for (const Posting& posting : postings) {
    const auto owner = std::ranges::lower_bound(covered, posting.content, {}, &CoveredContent::content);
    if (owner == covered.end() || owner->content != posting.content)
      throw std::logic_error("a posting's content is not among those the segment covers");
    marks[static_cast<std::size_t>(owner - covered.begin())].push_back({posting.key, 0, posting.length});
    piled.piles.front().Add(posting.key, posting.content, posting.length);
  }
  for (std::size_t i = 0; i < covered.size(); ++i)
    piled.contents.push_back(WeighMarks(covered[i], marks[i], method.weight));
  return piled;
}

SegmentTotals WriteSegment(base::FileSystem& files, const std::string& path, const StoredMethod& method,
                           std::span<const CoveredContent> covered, std::span<const Posting> postings) {
  const PiledPostings piled = PileUp(method, covered, postings);
  return BuildSegment(files, path, method, piled.contents, piled.piles, 1).totals;
}

}  // namespace kindred::index
