// How far two places agree, by comparing their bytes or bits: the second phase of Hardy's Transclusion
// Finder, which searches forward and backward from a landmark for the ends of the transclusion.
#pragma once

#include <array>
#include <cstdint>

#include "model/content.h"
#include "span/source.h"

namespace kindred::span {

// What places and lengths count. Bits of a byte are counted from the least significant one (Hardy's
// little-endian view) or from the most significant.
enum class Grain { kByte, kBitLsbFirst, kBitMsbFirst };

inline std::uint64_t UnitsPerByte(Grain grain) { return grain == Grain::kByte ? 1 : 8; }

struct Place {
  std::uint32_t content = 0;
  std::uint64_t offset = 0;  // in bytes or bits
  auto operator<=>(const Place&) const = default;
};

// Equal units before two places, and from them on.
struct Extent {
  std::uint64_t before = 0;
  std::uint64_t behind = 0;
  std::uint64_t Length() const { return before + behind; }
  bool operator==(const Extent&) const = default;
};

// How many of the first bytes of two arrays are equal, and of the last bytes before their ends; `most` at
// most.
std::size_t EqualFirst(const std::uint8_t* a, const std::uint8_t* b, std::size_t most);
std::size_t EqualLast(const std::uint8_t* end_a, const std::uint8_t* end_b, std::size_t most);

// Eight bytes, the first in the highest place; and the eight before `end`, the last in the highest place.
std::uint64_t FirstWord(const std::uint8_t* bytes);
std::uint64_t LastWord(const std::uint8_t* end);

// One per thread: it keeps the pieces that it used last.
class Extender {
 public:
  Extender(Source& source, Grain grain) : source_(source), grain_(grain) {}

  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  Extent Extend(const Place& a, const Place& b);
  // The same for one side. Where more than `most` units agree, the result may be any number of at least
  // `most`.
  std::uint64_t Before(const Place& a, const Place& b, std::uint64_t most = kAll);
  std::uint64_t Behind(const Place& a, const Place& b);
  // Points to the byte at a place if all bytes of its content are in memory in one piece as long as the
  // source lives; else null.
  const std::uint8_t* Resident(const Place& place);
  // Of `length` units, the same for equal units whatever their offset. All zeros if they cannot be read.
  Digest Hash(const Place& place, std::uint64_t length);

 private:
  // Reads one content.
  class Cursor {
   public:
    // The bytes from `offset` on to the end of their piece; empty at the end of the content.
    std::span<const std::uint8_t> From(Source& source, std::uint32_t content, std::uint64_t offset);
    // The bytes from the begin of their piece up to `offset`; empty at the start of the content.
    std::span<const std::uint8_t> UpTo(Source& source, std::uint32_t content, std::uint64_t offset);
    // 64 bits from `bit` on, the first in the lowest place; zeros beyond the end.
    std::uint64_t Bits(Source& source, std::uint32_t content, std::uint64_t bit, bool msb_first);

   private:
    bool Fetch(Source& source, std::uint32_t content, std::uint64_t offset);

    Source::Piece piece_;
    std::uint32_t content_ = ~std::uint32_t{0};
  };

  std::uint64_t UnitsIn(std::uint32_t content) const {
    return source_.SizeOf(content) * UnitsPerByte(grain_);
  }
  bool Readable(const Place& a, const Place& b);
  std::uint64_t BytesBehind(const Place& a, const Place& b);
  std::uint64_t BytesBefore(const Place& a, const Place& b, std::uint64_t most);
  std::uint64_t BitsBehind(const Place& a, const Place& b);
  std::uint64_t BitsBefore(const Place& a, const Place& b);
  Source& source_;
  Grain grain_;
  std::array<Cursor, 2> cursors_;
};

}  // namespace kindred::span
