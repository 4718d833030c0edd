// The algorithm of rsync (Tridgell's thesis, 1999, chapter 3), for proof instead of transfer: B is cut into
// blocks of half the least length, so every run that counts holds one whole block; a rolling hash finds the
// blocks anywhere in A, and comparing finds the ends of each run.
//
// Example with least = 8 (so blocks of 4): B = "0123abcdefgh4567" has the blocks "0123" "abcd" "efgh" "4567".
// Rolling over A = "zzzzbcdefghyyy" finds "efgh" at offset 7 of A. Comparing outwards from there gives
// "bcdefgh": 7 bytes, too few. In A = "zzzabcdefghyyy" it gives 8 bytes, which are shared.
#include "span/shares/coverage.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <unordered_set>
#include <vector>

#include "span/extend.h"

namespace kindred::span {

namespace {

using Bytes = std::span<const std::uint8_t>;

// A polynomial over 2^64, of a fixed number of bytes.
class RollingHash {
 public:
  explicit RollingHash(std::size_t window) : window_(window) {
    for (std::size_t i = 0; i < window; ++i) leaving_ *= kMultiplier;
  }
  std::uint64_t Start(const std::uint8_t* bytes) {
    hash_ = 0;
    for (std::size_t i = 0; i < window_; ++i) hash_ = hash_ * kMultiplier + bytes[i] + 1;
    return hash_;
  }
  std::uint64_t Roll(std::uint8_t out, std::uint8_t in) {
    hash_ = hash_ * kMultiplier + in + 1 - (out + 1u) * leaving_;
    return hash_;
  }

 private:
  static constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::size_t window_;
  std::uint64_t leaving_ = 1;
  std::uint64_t hash_ = 0;
};

// The blocks of a content by their hash: open addressing, equal hashes in neighbouring slots. Of blocks with
// the same bytes around them, as far as a window that holds the block can reach, only one is kept: they are
// in the same windows. So a million zeros are a few entries.
class BlockTable {
 public:
  BlockTable(Bytes bytes, std::size_t block, std::size_t least)
      : slots_(std::bit_ceil(2 * (bytes.size() / block) + 2)),
        shift_(64 - std::countr_zero(slots_.size())),
        filter_(std::max<std::size_t>(1, slots_.size() / 8)) {
    const std::size_t reach = least - block;
    RollingHash hash(block);
    std::unordered_set<std::uint64_t> seen;
    for (std::size_t at = 0; at + block <= bytes.size(); at += block) {
      const std::size_t begin = at - std::min(at, reach);
      const std::size_t end = std::min(bytes.size(), at + block + reach);
      // The block is at the same offset in it for all blocks but those at the two ends of the content; the
      // hash's seed distinguishes these.
      const std::uint64_t around = XXH3_64bits_withSeed(bytes.data() + begin, end - begin, at - begin);
      if (seen.insert(around).second) Insert(hash.Start(bytes.data() + at), at);
    }
  }

  // False for most hashes that are not in the table: a filter of eight bits per slot, which stays in the L1
  // cache.
  bool MayHave(std::uint64_t hash) const { return (filter_[FilterWord(hash)] >> (hash >> 58) & 1) != 0; }

  template <typename Visit>
  void ForEach(std::uint64_t hash, Visit visit) const {
    for (std::size_t slot = SlotOf(hash); slots_[slot].used; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].hash == hash) visit(slots_[slot].at);
    }
  }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::size_t at = 0;
    bool used = false;
  };

  std::size_t FilterWord(std::uint64_t hash) const {
    return static_cast<std::size_t>(hash >> 20) & (filter_.size() - 1);
  }
  std::size_t SlotOf(std::uint64_t hash) const {
    return static_cast<std::size_t>((hash * 0xD6E8FEB86659FD93) >> shift_);
  }
  void Insert(std::uint64_t hash, std::size_t at) {
    std::size_t slot = SlotOf(hash);
    while (slots_[slot].used) slot = (slot + 1) & (slots_.size() - 1);
    filter_[FilterWord(hash)] |= std::uint64_t{1} << (hash >> 58);
    slots_[slot] = {hash, at, true};
  }

  std::vector<Slot> slots_;
  int shift_;
  std::vector<std::uint64_t> filter_;
};

// Parts of a content, in any order, overlapping or not.
class Union {
 public:
  void Add(std::size_t begin, std::size_t end) {
    if (!parts_.empty() && parts_.back().begin <= begin && end <= parts_.back().end) return;
    parts_.push_back({begin, end});
  }
  std::vector<Stretch> Stretches() {
    std::ranges::sort(parts_, {}, &Stretch::begin);
    std::vector<Stretch> stretches;
    for (const Stretch& part : parts_) {
      if (stretches.empty() || part.begin > stretches.back().end) {
        stretches.push_back(part);
      } else {
        stretches.back().end = std::max(stretches.back().end, part.end);
      }
    }
    return stretches;
  }

 private:
  std::vector<Stretch> parts_;
};

// How many of the bytes before two places are equal; `most` at most.
std::size_t EqualBefore(Bytes a, std::size_t in_a, Bytes b, std::size_t in_b, std::size_t most) {
  return EqualLast(a.data() + in_a, b.data() + in_b, std::min({in_a, in_b, most}));
}

std::size_t EqualBehind(Bytes a, std::size_t in_a, Bytes b, std::size_t in_b, std::size_t most) {
  if (in_a > a.size() || in_b > b.size()) return 0;
  return EqualFirst(a.data() + in_a, b.data() + in_b, std::min({a.size() - in_a, b.size() - in_b, most}));
}

// A matching block is compared only as far as a window around it can reach. Only where that extends the part
// of A already found to be shared, the run is followed to its end. So each byte is followed once, also in
// periodic data.
std::vector<Stretch> ByBlocks(Bytes a, Bytes b, const BlockTable& blocks, std::size_t least,
                              const std::function<bool()>& stop) {
  const std::size_t block = least / 2;
  const std::size_t reach = least - block;
  constexpr std::size_t kPollEvery = 1 << 16;  // places looked at
  std::size_t visited = 0;
  Union shared;
  RollingHash rolling(block);
  std::uint64_t hash = rolling.Start(a.data());
  std::size_t end = 0;           // of the part of A already found to be shared
  std::size_t settled_from = 0;  // where nothing before `end` can be new any more
  for (std::size_t at = 0;;) {
    while (!blocks.MayHave(hash) && at + block < a.size()) {
      hash = rolling.Roll(a[at], a[at + block]);
      ++at;
    }
    blocks.ForEach(hash, [&](std::size_t in_b) {
      if (stop && ++visited % kPollEvery == 0 && stop()) return;
      const std::size_t before = EqualBefore(a, at, b, in_b, reach);
      std::size_t behind = EqualBehind(a, at, b, in_b, least);
      if (behind < block || before + behind < least) return;
      if (behind == least && at + behind > end)
        behind += EqualBehind(a, at + behind, b, in_b + behind, a.size());
      shared.Add(at - before, at + behind);
      if (at + behind <= end) return;
      end = at + behind;
      // A run that reaches further back has a block that begins less than `reach` behind its begin.
      settled_from = at - before + reach;
    });
    if (stop && visited >= kPollEvery) {
      visited = 0;
      if (stop()) return {};
    }
    // A run that ends later than `end` has a block that begins after end - least.
    std::size_t next = at + 1;
    if (next >= settled_from && end >= least) next = std::max(next, end - least + 1);
    if (next + block > a.size()) return shared.Stretches();
    if (next == at + 1) {
      hash = rolling.Roll(a[at], a[at + block]);
    } else {
      hash = rolling.Start(a.data() + next);
    }
    at = next;
  }
}

}  // namespace

std::vector<Stretch> SharedStretches(Bytes a, Bytes b, std::uint64_t least,
                                     const std::function<bool()>& stop) {
  const auto length = static_cast<std::size_t>(least);
  if (a.size() < length || b.size() < length) return {};
  return ByBlocks(a, b, BlockTable(b, length / 2, length), length, stop);
}

std::uint64_t SharedBytes(Bytes a, Bytes b, std::uint64_t least, const std::function<bool()>& stop) {
  std::uint64_t bytes = 0;
  for (const Stretch& shared : SharedStretches(a, b, least, stop)) bytes += shared.end - shared.begin;
  return bytes;
}

std::uint64_t CountedBytes(Bytes a, Bytes b, std::uint64_t least, const std::function<bool()>& stop) {
  const std::vector<Stretch> stretches = SharedStretches(a, b, least, stop);
  if (stretches.empty()) return 0;
  const TrivialWindows trivial(a, least);
  std::uint64_t bytes = 0;
  for (const Stretch& shared : stretches) bytes += trivial.Counted(shared);
  return bytes;
}

}  // namespace kindred::span
