// See tag_counter.h.
#include "tally/tag_counter.h"

#include <algorithm>

namespace kindred {

namespace {

constexpr unsigned kHistoryBits = 7;  // before a byte: matches that end in it start there or in it
constexpr unsigned kRowMask = (1u << (kHistoryBits + 8)) - 1;
constexpr std::uint64_t kMatch = 0x1111111111111111;  // flags of a row, for all tags
constexpr std::uint64_t kForbidden = 0x4444444444444444;

// The tags within 15 bits, by offset.
template <typename Act>
void ForEachMatch(const TagTable& table, unsigned bits, Act act) {
  for (unsigned offset = 0; offset < 8; ++offset) {
    const int tag = table.TagOf(bits >> (kHistoryBits - offset) & 0xFF);
    if (tag >= 0) act(static_cast<unsigned>(tag), offset);
  }
}

// One byte, bit by bit.
void CountExactly(const TagTable& table, unsigned history, std::uint64_t bit, TagState* state) {
  std::uint64_t first = bit - kHistoryBits;  // where offset 0 is
  if (!state->exact) {
    // Nothing was forbidden in the byte before: of each tag its first match counted.
    std::uint32_t seen = 0;
    ForEachMatch(table, history >> 8 & kRowMask, [&](unsigned tag, unsigned offset) {
      if ((seen >> tag & 1) == 0) state->free_from[tag] = first + offset;
      seen |= 1u << tag;
    });
    state->exact = true;
  }
  if ((history & kRowMask) == 0) {  // long runs of zeros: one match, at the first offset that is free
    const int zero = table.TagOf(0);
    if (zero < 0) return;
    ++state->counts[static_cast<unsigned>(zero)];
    std::uint64_t& free_from = state->free_from[static_cast<unsigned>(zero)];
    free_from = std::max(free_from, first) + 8;
    return;
  }
  ForEachMatch(table, history & kRowMask, [&](unsigned tag, unsigned offset) {
    if (first + offset < state->free_from[tag]) return;
    ++state->counts[tag];
    state->free_from[tag] = first + offset + 8;
  });
}

// 16 numbers of 4 bits each, widened to 8 bits and then to whole counts before one can overflow.
class NibbleSums {
 public:
  explicit NibbleSums(SumTable* to) : to_(to) {}
  ~NibbleSums() { Empty(); }
  void Add(std::uint64_t nibbles) {
    sums_ += nibbles;
    if (++added_ == 15) Widen();
  }

 private:
  void Widen() {
    constexpr std::uint64_t kLow = 0x0F0F0F0F0F0F0F0F;
    even_ += sums_ & kLow;
    odd_ += sums_ >> 4 & kLow;
    sums_ = 0;
    added_ = 0;
    if (++widened_ == 17) Empty();
  }
  void Empty() {
    even_ += sums_ & 0x0F0F0F0F0F0F0F0F;
    odd_ += sums_ >> 4 & 0x0F0F0F0F0F0F0F0F;
    for (std::size_t i = 0; i < kTags / 2; ++i) {
      (*to_)[2 * i] += even_ >> (8 * i) & 0xFF;
      (*to_)[2 * i + 1] += odd_ >> (8 * i) & 0xFF;
    }
    sums_ = even_ = odd_ = 0;
    added_ = widened_ = 0;
  }

  SumTable* to_;
  std::uint64_t sums_ = 0;
  std::uint64_t even_ = 0;
  std::uint64_t odd_ = 0;
  unsigned added_ = 0;
  unsigned widened_ = 0;
};

}  // namespace

TagTable::TagTable(const TagSet& set) : rows_(kRowMask + 1) {
  tag_of_.fill(-1);
  for (std::size_t i = 0; i < kTags; ++i) tag_of_[set.tags[i]] = static_cast<std::int8_t>(i);
  for (unsigned bits = 0; bits <= kRowMask; ++bits) {
    ForEachMatch(*this, bits, [&](unsigned tag, unsigned offset) {
      const std::uint64_t flags = 1u | (offset > 0 ? 2u : 0u) | (offset < 7 ? 4u : 0u);
      rows_[bits] |= flags << (4 * tag);
    });
  }
}

void CountTags(const TagTable& table, std::span<const std::uint8_t> piece, TagState* state) {
  std::uint64_t bit = state->bit;
  std::uint64_t last_row = state->row;
  std::uint32_t history = state->history;
  bool exact = state->exact;
  NibbleSums sums(&state->counts);
  for (const std::uint8_t byte : piece) {
    history = history << 8 | byte;
    const std::uint64_t row = table.Row(history & kRowMask);
    if ((last_row << 1 & row & kForbidden) == 0) [[likely]] {
      sums.Add(row & kMatch);
      exact = false;
    } else {
      state->exact = exact;
      CountExactly(table, history, bit, state);
      exact = true;
    }
    last_row = row;
    bit += 8;
  }
  state->bit = bit;
  state->row = last_row;
  state->history = history;
  state->exact = exact;
}

std::uint64_t SumDistance(const SumTable& a, const SumTable& b) {
  std::uint64_t distance = 0;
  for (std::size_t i = 0; i < kTags; ++i) distance += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return distance;
}

}  // namespace kindred
