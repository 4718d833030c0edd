// See tag_counter.h.
#include "tally/tag_counter.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kindred::tally {

namespace {

constexpr std::size_t kShortestStretch = 8;  // below that the plain code is as fast

// The window at `offset` (1 to 8) of two bytes.
unsigned Window(unsigned two_bytes, unsigned offset) { return two_bytes >> (8 - offset) & 0xFF; }

// Byte by byte, match by match.
void CountPlainly(const TagTable& table, std::span<const std::uint8_t> bytes, TagState* state) {
  std::array<std::uint64_t, kTags> closed_to;  // offsets counted on from the first byte
  std::ranges::copy(state->closed, closed_to.begin());
  const int zero = table.TagOf(0);
  unsigned two_bytes = state->last;
  std::uint64_t before = 0;
  for (const std::uint8_t byte : bytes) {
    two_bytes = (two_bytes << 8 | byte) & 0xFFFF;
    if ((two_bytes & 0x7FFF) == 0 && zero >= 0) {  // frequent: 0x00 at the first offset that is open
      ++state->counts[static_cast<std::size_t>(zero)];
      std::uint64_t& closed = closed_to[static_cast<std::size_t>(zero)];
      closed = std::max(closed, before) + 8;
      before += 8;
      continue;
    }
    for (unsigned offsets = table.OffsetsOf(two_bytes); offsets != 0; offsets &= offsets - 1) {
      const auto offset = static_cast<unsigned>(std::countr_zero(offsets)) + 1;
      const auto tag = static_cast<std::size_t>(table.TagOf(Window(two_bytes, offset)));
      if (before + offset <= closed_to[tag]) continue;
      ++state->counts[tag];
      closed_to[tag] = before + offset + 7;
    }
    before += 8;
  }
  for (std::size_t tag = 0; tag < kTags; ++tag)
    state->closed[tag] = static_cast<std::uint8_t>(std::max(closed_to[tag], before) - before);
  state->last = static_cast<std::uint8_t>(two_bytes);
}

// One tag in one stretch that was counted from the byte before it alone.
struct Correction {
  std::int64_t count = 0;   // to be added
  bool to_the_end = false;  // it makes a difference even after the stretch:
  std::uint8_t closed = 0;  // up to which offset the tag is closed there
};

Correction Follow(std::span<const std::uint8_t> stretch, std::uint8_t before, std::uint8_t tag,
                  unsigned closed) {
  Correction correction;
  unsigned assumed = before == tag ? 7 : 0;
  for (std::size_t i = 0; i < stretch.size(); ++i) {
    const unsigned two_bytes = static_cast<unsigned>((i > 0 ? stretch[i - 1] : before) << 8 | stretch[i]);
    const unsigned closed_before = closed;
    const unsigned assumed_before = assumed;
    for (unsigned offset = 1; offset <= 8; ++offset) {
      if (Window(two_bytes, offset) != tag) continue;
      if (offset > closed) {
        ++correction.count;
        closed = offset + 7;
      }
      if (offset > assumed) {
        --correction.count;
        assumed = offset + 7;
      }
    }
    closed = std::max(closed, 8u) - 8;
    assumed = std::max(assumed, 8u) - 8;
    if (closed == assumed) return correction;
    if (closed != closed_before || assumed != assumed_before || two_bytes >> 8 != (two_bytes & 0xFF))
      continue;
    // A sequence of equal bytes: both match once at each of them, so nothing changes. Zeros are frequent.
    while (i + 8 < stretch.size() && std::memcmp(&stretch[i], &stretch[i + 1], 8) == 0) i += 8;
  }
  correction.to_the_end = true;
  correction.closed = static_cast<std::uint8_t>(closed);
  return correction;
}

// Up to which offset a tag is closed at the beginning of a stretch.
std::uint8_t ClosedAt(const TagSeams& seams, std::size_t tag, std::size_t stretch) {
  std::uint8_t offset = 0;
  while (offset < 7 && (seams.closed[tag / 8][offset][stretch] >> tag % 8 & 1) != 0) ++offset;
  return offset;
}

// The first bytes of a piece as stretches of `length` bytes, one per lane; one more byte precedes them.
void CountStretches(const TagTable& table, std::span<const std::uint8_t> piece, std::size_t length,
                    std::size_t stretches, TagState* state) {
  const std::uint8_t* const bytes = piece.data();
  TagSeams seams;
  for (std::size_t offset = 0; offset < 7; ++offset) {
    unsigned closed = 0;
    for (std::size_t tag = 0; tag < kTags; ++tag) closed |= (state->closed[tag] > offset ? 1u : 0u) << tag;
    seams.closed[0][offset][0] = static_cast<std::uint8_t>(closed);
    seams.closed[1][offset][0] = static_cast<std::uint8_t>(closed >> 8);
  }
  ScanTags(table.nibbles(), bytes, length, piece.size() - stretches * length, &state->counts, &seams);

  std::uint8_t closed_matches[2][kMostTagLanes] = {};
  for (std::size_t half = 0; half < 2; ++half) {
    for (std::size_t offset = 0; offset < 7; ++offset) {
      for (std::size_t i = 0; i < stretches; ++i)
        closed_matches[half][i] |=
            seams.first[half][offset][i] & (seams.closed[half][offset][i] ^ seams.assumed[half][i]);
    }
  }
  unsigned carried = 0;  // tags for which the stretch before ended in another way than the kernel saw
  ClosedTags closed{};   // and how
  for (std::size_t i = 0; i < stretches; ++i) {
    unsigned wrong = carried | closed_matches[0][i] | static_cast<unsigned>(closed_matches[1][i]) << 8;
    unsigned still_wrong = 0;
    for (; wrong != 0; wrong &= wrong - 1) {
      const auto tag = static_cast<std::size_t>(std::countr_zero(wrong));
      const std::uint8_t at_begin = (carried >> tag & 1) != 0 ? closed[tag] : ClosedAt(seams, tag, i);
      const std::uint8_t* const begin = bytes + i * length;
      const Correction correction = Follow({begin, length}, begin[-1], table.ByteOf(tag), at_begin);
      state->counts[tag] += static_cast<std::uint64_t>(correction.count);
      if (!correction.to_the_end) continue;
      still_wrong |= 1u << tag;
      closed[tag] = correction.closed;
    }
    carried = still_wrong;
  }
  for (std::size_t tag = 0; tag < kTags; ++tag)
    state->closed[tag] = (carried >> tag & 1) != 0 ? closed[tag] : ClosedAt(seams, tag, stretches);
  state->last = bytes[stretches * length - 1];
}

}  // namespace

TagTable::TagTable(const TagSet& set) : bytes_(set.tags), nibbles_(set) {
  tag_of_.fill(-1);
  for (std::size_t i = 0; i < kTags; ++i) tag_of_[set.tags[i]] = static_cast<std::int8_t>(i);
  for (unsigned bits = 0; bits < four_offsets_.size(); ++bits) {
    for (unsigned offset = 1; offset <= 4; ++offset) {
      if (TagOf(bits >> (4 - offset) & 0xFF) >= 0)
        four_offsets_[bits] |= static_cast<std::uint8_t>(1u << (offset - 1));
    }
  }
}

void CountTags(const TagTable& table, std::span<const std::uint8_t> piece, TagState* state) {
  const std::size_t stretches = TagScanLanes();
  const std::size_t least = stretches * kShortestStretch + kTagScanSlack;
  if (stretches > 0 && piece.size() > least) {
    CountPlainly(table, piece.first(1), state);  // each stretch needs the byte before it
    piece = piece.subspan(1);
    while (piece.size() >= least) {
      const std::size_t length =
          std::min((piece.size() - kTagScanSlack) / stretches, kLongestStretch) & ~std::size_t{1};
      CountStretches(table, piece, length, stretches, state);
      piece = piece.subspan(stretches * length);
    }
  }
  CountPlainly(table, piece, state);
}

std::uint64_t SumDistance(const SumTable& a, const SumTable& b) {
  std::uint64_t distance = 0;
  for (std::size_t i = 0; i < kTags; ++i) distance += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return distance;
}

}  // namespace kindred::tally
