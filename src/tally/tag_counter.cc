// See tag_counter.h.
#include "tally/tag_counter.h"

namespace kindred {

namespace {

constexpr unsigned kHistoryBits = 7;  // before a byte: matches that end in it start there or in it

}  // namespace

TagTable::TagTable(const TagSet& set) : rows_(std::size_t{1} << (kHistoryBits + 8)) {
  std::array<int, 256> tag_of;
  tag_of.fill(-1);
  for (std::size_t i = 0; i < kTags; ++i) tag_of[set.tags[i]] = static_cast<int>(i);
  for (std::size_t bits = 0; bits < rows_.size(); ++bits) {
    std::uint64_t row = 0;
    unsigned matches = 0;
    for (unsigned offset = 0; offset < 8; ++offset) {
      const int tag = tag_of[bits >> (kHistoryBits - offset) & 0xFF];
      if (tag < 0) continue;
      row |= (static_cast<std::uint64_t>(tag) << 3 | offset) << (4 + 7 * matches);
      ++matches;
    }
    rows_[bits] = row | matches;
  }
}

void CountTags(const TagTable& table, std::span<const std::uint8_t> piece, TagState* state) {
  if (piece.empty()) return;
  std::uint64_t bit = state->bit;
  unsigned last = state->last;
  for (const std::uint8_t byte : piece) {
    std::uint64_t row = table.MatchesIn((last << 8 | byte) & 0x7FFF);
    last = byte;
    const std::uint64_t matches = row & 15;
    row >>= 4;
    for (std::uint64_t i = 0; i < matches; ++i, row >>= 7) {
      const std::uint64_t start = bit - kHistoryBits + (row & 7);
      const unsigned tag = row >> 3 & 15;
      const bool counts = start >= state->free_from[tag];
      state->counts[tag] += counts;
      state->free_from[tag] = counts ? start + 8 : state->free_from[tag];
    }
    bit += 8;
  }
  state->bit = bit;
  state->last = static_cast<std::uint8_t>(last);
}

std::uint64_t SumDistance(const SumTable& a, const SumTable& b) {
  std::uint64_t distance = 0;
  for (std::size_t i = 0; i < kTags; ++i) distance += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return distance;
}

}  // namespace kindred
