// See mark_spill.h. In a block, per key: difference to the key before (varint; from 0 at the start of a
// block), count (varint) and, if marks are weighed by it, length (varint).
#include "index/segment/mark_spill.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/segment/posting_sort.h"
#include "kindred/error.h"

namespace kindred::index {

// Encodes ascending keys as a run at the end of a tier.
class MarkSpill::RunWriter {
 public:
  RunWriter(Tier& tier, const std::string& directory, bool with_length)
      : tier_(tier), directory_(directory), with_length_(with_length) {
    bytes_.reserve(kWriteBytes + 3 * base::kMaxVarintBytes);
  }

  // `key` without the bits that are dropped.
  void Add(std::uint64_t key, std::uint32_t length, std::uint32_t count) {
    std::uint8_t number[3 * base::kMaxVarintBytes];
    std::uint8_t* end = base::WriteVarint(number, key - last_);
    end = base::WriteVarint(end, count);
    if (with_length_) end = base::WriteVarint(end, length);
    bytes_.insert(bytes_.end(), number, end);
    last_ = key;
    if (bytes_.size() - block_begin_ >= kBlockBytes) EndBlock();
  }

  void Finish() {
    if (bytes_.size() > block_begin_) EndBlock();
    Write();
    tier_.runs.push_back(std::move(run_));
  }

 private:
  static constexpr std::size_t kWriteBytes = 32 * kBlockBytes;

  void EndBlock() {
    const std::span<const std::uint8_t> block = std::span(bytes_).subspan(block_begin_);
    run_.push_back(
        {tier_.end + block_begin_, static_cast<std::uint32_t>(block.size()), base::Checksum(block)});
    block_begin_ = bytes_.size();
    last_ = 0;
    if (bytes_.size() >= kWriteBytes) Write();
  }

  void Write() {
    try {
      tier_.file->WriteAt(tier_.end, bytes_);
    } catch (const Error& cause) {
      base::ThrowNoSpill(directory_, cause);
    }
    tier_.end += bytes_.size();
    bytes_.clear();
    block_begin_ = 0;
  }

  Tier& tier_;
  const std::string& directory_;
  bool with_length_;
  Run run_;
  std::vector<std::uint8_t> bytes_;  // not written yet; whole blocks and the one being filled
  std::size_t block_begin_ = 0;
  std::uint64_t last_ = 0;
};

// The keys of a run, without the bits that are dropped.
class MarkSpill::RunReader {
 public:
  RunReader(base::TemporaryFile& file, const Run& run, const std::string& directory, bool with_length)
      : file_(&file), run_(&run), directory_(&directory), with_length_(with_length) {}

  const Counted& head() const { return head_; }
  bool Next() {
    if (at_ == bytes_.size()) {
      if (block_ == run_->size()) return false;
      Load((*run_)[block_++]);
    }
    // The checksum was good, so these are the bytes that RunWriter wrote.
    const std::uint8_t* at = bytes_.data() + at_;
    const std::uint8_t* const end = bytes_.data() + bytes_.size();
    std::uint64_t value = 0;
    at = base::ReadVarint(at, end, &value);
    head_.key += value;
    at = base::ReadVarint(at, end, &value);
    head_.count = static_cast<std::uint32_t>(value);
    if (with_length_) {
      at = base::ReadVarint(at, end, &value);
      head_.length = static_cast<std::uint32_t>(value);
    }
    at_ = static_cast<std::size_t>(at - bytes_.data());
    return true;
  }

 private:
  void Load(const Block& block) {
    bytes_.resize(block.length);
    file_->ReadAt(block.offset, bytes_);
    if (base::Checksum(bytes_) != block.checksum)
      throw Error(ErrorKind::kDamaged, "spilled data was changed on disk", *directory_);
    at_ = 0;
    head_.key = 0;
  }

  base::TemporaryFile* file_;
  const Run* run_;
  const std::string* directory_;
  bool with_length_;
  std::size_t block_ = 0;  // the next one
  std::vector<std::uint8_t> bytes_;
  std::size_t at_ = 0;
  Counted head_;
};

// Several runs as one: a heap of readers, the least key on top. Equal keys become one.
class MarkSpill::Merge {
 public:
  void Add(RunReader reader) {
    if (!reader.Next()) return;
    readers_.push_back(std::move(reader));
    std::ranges::push_heap(readers_, kLater);
  }

  bool Next(Counted* counted) {
    if (readers_.empty()) return false;
    *counted = readers_.front().head();
    Advance();
    while (!readers_.empty() && readers_.front().head().key == counted->key) {
      constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
      const std::uint32_t more = readers_.front().head().count;
      counted->count = counted->count > kMost - more ? kMost : counted->count + more;
      counted->length = std::min(counted->length, readers_.front().head().length);
      Advance();
    }
    return true;
  }

 private:
  static constexpr auto kLater = [](const RunReader& a, const RunReader& b) {
    return a.head().key > b.head().key;
  };

  // The reader on top goes on, and sinks to its new place.
  void Advance() {
    if (!readers_.front().Next()) {
      std::ranges::pop_heap(readers_, kLater);
      readers_.pop_back();
      return;
    }
    for (std::size_t at = 0;;) {
      std::size_t least = 2 * at + 1;
      if (least >= readers_.size()) return;
      if (least + 1 < readers_.size() && kLater(readers_[least], readers_[least + 1])) ++least;
      if (!kLater(readers_[at], readers_[least])) return;
      std::swap(readers_[at], readers_[least]);
      at = least;
    }
  }

  std::vector<RunReader> readers_;
};

struct MarkSpill::Cursor::State {
  Merge merge;
  int shift = 0;
  int level = 0;
};

MarkSpill::MarkSpill(base::FileSystem& files, std::string directory, int key_bits, Weight weight)
    : files_(files),
      directory_(std::move(directory)),
      shift_(64 - key_bits),
      with_length_(weight == Weight::kBytes) {
  TierAt(0);
}

MarkSpill::~MarkSpill() = default;

MarkSpill::Tier& MarkSpill::TierAt(std::size_t number) {
  if (number == tiers_.size()) {
    try {
      tiers_.push_back({files_.CreateTemporary(directory_), 0, {}});
    } catch (const Error& cause) {
      base::ThrowNoSpill(directory_, cause);
    }
  }
  return tiers_[number];
}

void MarkSpill::Add(std::span<const Mark> marks) {
  if (marks.empty()) return;
  size_ += marks.size();
  RunWriter run(tiers_[0], directory_, with_length_);
  auto write = [&](auto& sorted, auto key_of, auto length_of) {
    for (std::size_t i = 0; i < sorted.size();) {
      const std::size_t first = i;
      while (i < sorted.size() && key_of(sorted[i]) == key_of(sorted[first])) ++i;
      run.Add(key_of(sorted[first]), length_of(sorted[first]), static_cast<std::uint32_t>(i - first));
    }
  };
  if (with_length_) {
    postings_.clear();
    for (const Mark& mark : marks) postings_.push_back({mark.key >> shift_, 0, mark.length});
    SortPostings(postings_);
    write(
        postings_, [](const Posting& posting) { return posting.key; },
        [](const Posting& posting) { return posting.length; });
  } else {
    keys_.clear();
    for (const Mark& mark : marks) keys_.push_back(mark.key >> shift_);
    SortPacked(keys_);
    write(
        keys_, [](std::uint64_t key) { return key; }, [](std::uint64_t) { return 0u; });
  }
  run.Finish();
  for (std::size_t tier = 0; tier < tiers_.size() && tiers_[tier].runs.size() == kRunsPerTier; ++tier)
    Compact(tier);
}

// The runs of a tier become one of the next.
void MarkSpill::Compact(std::size_t number) {
  TierAt(number + 1);
  Tier& from = tiers_[number];
  Merge merge;
  for (const Run& run : from.runs) merge.Add(RunReader(*from.file, run, directory_, with_length_));
  RunWriter merged(tiers_[number + 1], directory_, with_length_);
  Counted counted;
  while (merge.Next(&counted)) merged.Add(counted.key, counted.length, counted.count);
  merged.Finish();
  from.runs.clear();
  from.end = 0;
}

MarkSpill::Cursor::Cursor(const MarkSpill& spill, int level) : state_(std::make_unique<State>()) {
  state_->shift = spill.shift_;
  state_->level = level;
  for (const Tier& tier : spill.tiers_) {
    for (const Run& run : tier.runs)
      state_->merge.Add(RunReader(*tier.file, run, spill.directory_, spill.with_length_));
  }
}

MarkSpill::Cursor::~Cursor() = default;

bool MarkSpill::Cursor::Next(Counted* counted) {
  if (!state_->merge.Next(counted)) return false;
  counted->key <<= state_->shift;
  // Keys ascend, so levels descend: no later key is wanted either.
  return KeyLevel(counted->key) >= state_->level;
}

}  // namespace kindred::index
