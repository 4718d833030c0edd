// The rsync way (Tridgell's thesis, 1999, chapter 3), for proof instead of transfer: B is cut into blocks of
// half the least length, so every run that counts holds one whole block; a rolling hash finds the blocks
// anywhere in A, and comparing finds the ends of each run.
#include "span/coverage.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace kindred {

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

// The blocks of a content by their hash: open addressing, equal hashes in neighbouring slots.
class BlockTable {
 public:
  BlockTable(Bytes bytes, std::size_t block)
      : slots_(std::bit_ceil(2 * (bytes.size() / block) + 2)), shift_(64 - std::countr_zero(slots_.size())) {
    RollingHash hash(block);
    for (std::size_t at = 0; at + block <= bytes.size(); at += block)
      Insert(hash.Start(bytes.data() + at), at);
  }

  // Some block stands so often that trying all its places for each byte of A would take too long.
  bool crowded() const { return crowded_; }

  template <typename See>
  void ForEach(std::uint64_t hash, See see) const {
    for (std::size_t slot = SlotOf(hash); slots_[slot].used; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].hash == hash) see(slots_[slot].at);
    }
  }

 private:
  static constexpr std::size_t kCrowd = 64;
  struct Slot {
    std::uint64_t hash = 0;
    std::size_t at = 0;
    bool used = false;
  };

  std::size_t SlotOf(std::uint64_t hash) const {
    return static_cast<std::size_t>((hash * 0xD6E8FEB86659FD93) >> shift_);
  }
  void Insert(std::uint64_t hash, std::size_t at) {
    std::size_t slot = SlotOf(hash);
    std::size_t equal = 0;
    for (; slots_[slot].used; slot = (slot + 1) & (slots_.size() - 1)) equal += slots_[slot].hash == hash;
    if (equal >= kCrowd) {
      crowded_ = true;
      return;
    }
    slots_[slot].hash = hash;
    slots_[slot].at = at;
    slots_[slot].used = true;
  }

  std::vector<Slot> slots_;
  int shift_;
  bool crowded_ = false;
};

// Parts of a content, in any order, overlapping or not.
class Union {
 public:
  void Add(std::size_t begin, std::size_t end) {
    if (!parts_.empty() && parts_.back().begin <= begin && end <= parts_.back().end) return;
    parts_.push_back({begin, end});
  }
  std::uint64_t Size() {
    std::ranges::sort(parts_, {}, &Part::begin);
    std::uint64_t size = 0;
    std::size_t reached = 0;
    for (const Part& part : parts_) {
      if (part.end <= reached) continue;
      size += part.end - std::max(reached, part.begin);
      reached = part.end;
    }
    return size;
  }

 private:
  struct Part {
    std::size_t begin;
    std::size_t end;
  };
  std::vector<Part> parts_;
};

std::size_t EqualBefore(Bytes a, std::size_t in_a, Bytes b, std::size_t in_b) {
  std::size_t equal = 0;
  while (equal < in_a && equal < in_b && a[in_a - equal - 1] == b[in_b - equal - 1]) ++equal;
  return equal;
}

std::size_t EqualBehind(Bytes a, std::size_t in_a, Bytes b, std::size_t in_b) {
  const std::size_t most = std::min(a.size() - in_a, b.size() - in_b);
  std::size_t equal = 0;
  while (equal + 8 <= most && std::memcmp(a.data() + in_a + equal, b.data() + in_b + equal, 8) == 0)
    equal += 8;
  while (equal < most && a[in_a + equal] == b[in_b + equal]) ++equal;
  return equal;
}

std::uint64_t ByBlocks(Bytes a, Bytes b, const BlockTable& blocks, std::size_t least) {
  const std::size_t block = least / 2;
  Union shared;
  RollingHash rolling(block);
  std::uint64_t hash = rolling.Start(a.data());
  for (std::size_t at = 0;;) {
    std::size_t begin = at;
    std::size_t end = 0;
    blocks.ForEach(hash, [&](std::size_t in_b) {
      const std::size_t before = EqualBefore(a, at, b, in_b);
      const std::size_t behind = EqualBehind(a, at, b, in_b);
      if (before + behind < least) return;
      shared.Add(at - before, at + behind);
      if (at + behind > end) {
        end = at + behind;
        begin = at - before;
      }
    });
    // A run that begins before this one has a block that begins less than a block behind this one's begin.
    // After that, only runs that end later are of interest, and these have a block behind end - least.
    std::size_t next = at + 1;
    if (end > 0 && next >= begin + block) next = std::max(next, end - least + 1);
    if (next + block > a.size()) return shared.Size();
    if (next == at + 1) {
      hash = rolling.Roll(a[at], a[at + block]);
    } else {
      hash = rolling.Start(a.data() + next);
    }
    at = next;
  }
}

// Straight from the definition, by the hashes of all windows: for periodic data, of which every place is like
// every other.
std::uint64_t ByWindows(Bytes a, Bytes b, std::size_t least) {
  auto hashes = [&](Bytes bytes) {
    RollingHash rolling(least);
    std::vector<std::uint64_t> all = {rolling.Start(bytes.data())};
    for (std::size_t at = least; at < bytes.size(); ++at)
      all.push_back(rolling.Roll(bytes[at - least], bytes[at]));
    return all;
  };
  std::vector<std::uint64_t> of_b = hashes(b);
  std::ranges::sort(of_b);
  const std::vector<std::uint64_t> of_a = hashes(a);
  Union shared;
  for (std::size_t at = 0; at < of_a.size(); ++at) {
    if (std::ranges::binary_search(of_b, of_a[at])) shared.Add(at, at + least);
  }
  return shared.Size();
}

}  // namespace

std::uint64_t SharedBytes(Bytes a, Bytes b, std::uint64_t least) {
  const auto length = static_cast<std::size_t>(least);
  if (a.size() < length || b.size() < length) return 0;
  const BlockTable blocks(b, length / 2);
  return blocks.crowded() ? ByWindows(a, b, length) : ByBlocks(a, b, blocks, length);
}

}  // namespace kindred
