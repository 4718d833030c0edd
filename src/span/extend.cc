// Comparing in words of 64 bits; see extend.h.
#include "span/extend.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/coding.h"

namespace kindred::span {

namespace {

using Bytes = std::span<const std::uint8_t>;

// Little-endian, so that the first byte is the lowest.
std::uint64_t Load(const std::uint8_t* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

Digest ToDigest(XXH128_hash_t hash) { return {hash.high64, hash.low64}; }

}  // namespace

std::size_t EqualFirst(const std::uint8_t* a, const std::uint8_t* b, std::size_t most) {
  std::size_t i = 0;
  for (; i + 8 <= most; i += 8) {
    const std::uint64_t differ = Load(a + i) ^ Load(b + i);
    if (differ != 0) return i + static_cast<std::size_t>(std::countr_zero(differ)) / 8;
  }
  while (i < most && a[i] == b[i]) ++i;
  return i;
}

std::size_t EqualLast(const std::uint8_t* end_a, const std::uint8_t* end_b, std::size_t most) {
  std::size_t i = 0;
  for (; i + 8 <= most; i += 8) {
    const std::uint64_t differ = Load(end_a - i - 8) ^ Load(end_b - i - 8);
    if (differ != 0) return i + static_cast<std::size_t>(std::countl_zero(differ)) / 8;
  }
  while (i < most && *(end_a - i - 1) == *(end_b - i - 1)) ++i;
  return i;
}

std::uint64_t FirstWord(const std::uint8_t* bytes) { return __builtin_bswap64(Load(bytes)); }

std::uint64_t LastWord(const std::uint8_t* end) { return Load(end - 8); }

bool Extender::Cursor::Fetch(Source& source, std::uint32_t content, std::uint64_t offset) {
  if (content != content_ || offset < piece_.begin || offset - piece_.begin >= piece_.bytes.size()) {
    piece_ = source.PieceAt(content, offset);
    content_ = content;
  }
  return !piece_.bytes.empty();
}

Bytes Extender::Cursor::From(Source& source, std::uint32_t content, std::uint64_t offset) {
  if (offset >= source.SizeOf(content) || !Fetch(source, content, offset)) return {};
  return piece_.bytes.subspan(offset - piece_.begin);
}

Bytes Extender::Cursor::UpTo(Source& source, std::uint32_t content, std::uint64_t offset) {
  if (offset == 0 || !Fetch(source, content, offset - 1)) return {};
  return piece_.bytes.first(offset - piece_.begin);
}

std::uint64_t Extender::Cursor::Bits(Source& source, std::uint32_t content, std::uint64_t bit,
                                     bool msb_first) {
  const int shift = static_cast<int>(bit % 8);
  Bytes bytes = From(source, content, bit / 8);
  std::array<std::uint8_t, 9> few{};
  if (bytes.size() < few.size()) {  // the end of a piece: gather across it
    for (std::size_t i = 0; i < few.size(); ++i) {
      const Bytes next = From(source, content, bit / 8 + i);
      if (next.empty()) break;
      few[i] = next[0];
    }
    bytes = few;
  }
  std::uint64_t low = Load(bytes.data());
  std::uint64_t high = bytes[8];
  if (msb_first) {
    low = base::ReverseBitsOfBytes(low);
    high = base::ReverseBitsOfBytes(high);
  }
  return shift == 0 ? low : low >> shift | high << (64 - shift);
}

Extent Extender::Extend(const Place& a, const Place& b) { return {Before(a, b), Behind(a, b)}; }

std::uint64_t Extender::Before(const Place& a, const Place& b, std::uint64_t most) {
  return grain_ == Grain::kByte ? BytesBefore(a, b, most) : BitsBefore(a, b);
}

std::uint64_t Extender::Behind(const Place& a, const Place& b) {
  return grain_ == Grain::kByte ? BytesBehind(a, b) : BitsBehind(a, b);
}

std::uint64_t Extender::BytesBehind(const Place& a, const Place& b) {
  for (std::uint64_t equal = 0;;) {
    const Bytes of_a = cursors_[0].From(source_, a.content, a.offset + equal);
    const Bytes of_b = cursors_[1].From(source_, b.content, b.offset + equal);
    const std::size_t most = std::min(of_a.size(), of_b.size());
    const std::size_t more = EqualFirst(of_a.data(), of_b.data(), most);
    equal += more;
    if (more == 0 || more < most) return equal;
  }
}

std::uint64_t Extender::BytesBefore(const Place& a, const Place& b, std::uint64_t most) {
  for (std::uint64_t equal = 0;;) {
    const Bytes of_a = cursors_[0].UpTo(source_, a.content, a.offset - equal);
    const Bytes of_b = cursors_[1].UpTo(source_, b.content, b.offset - equal);
    const std::size_t here =
        static_cast<std::size_t>(std::min<std::uint64_t>({of_a.size(), of_b.size(), most - equal}));
    const std::size_t more = EqualLast(of_a.data() + of_a.size(), of_b.data() + of_b.size(), here);
    equal += more;
    if (more == 0 || more < here) return equal;
  }
}

const std::uint8_t* Extender::Resident(const Place& place) {
  if (grain_ != Grain::kByte) return nullptr;
  const Source::Piece piece = source_.PieceAt(place.content, place.offset);
  if (piece.hold || piece.bytes.size() != source_.SizeOf(place.content)) return nullptr;
  return piece.bytes.data() + place.offset;
}

// Bits beyond what can be read are zeros, which must not be taken for equal.
bool Extender::Readable(const Place& a, const Place& b) {
  return !source_.PieceAt(a.content, 0).bytes.empty() && !source_.PieceAt(b.content, 0).bytes.empty();
}

std::uint64_t Extender::BitsBehind(const Place& a, const Place& b) {
  const bool msb_first = grain_ == Grain::kBitMsbFirst;
  if (!Readable(a, b)) return 0;
  const std::uint64_t most = std::min(UnitsIn(a.content) - a.offset, UnitsIn(b.content) - b.offset);
  std::uint64_t equal = 0;
  while (equal < most) {
    const std::uint64_t differ = cursors_[0].Bits(source_, a.content, a.offset + equal, msb_first) ^
                                 cursors_[1].Bits(source_, b.content, b.offset + equal, msb_first);
    if (differ != 0) return std::min(most, equal + static_cast<std::uint64_t>(std::countr_zero(differ)));
    equal += 64;
  }
  return most;
}

std::uint64_t Extender::BitsBefore(const Place& a, const Place& b) {
  const bool msb_first = grain_ == Grain::kBitMsbFirst;
  if (!Readable(a, b)) return 0;
  const std::uint64_t most = std::min(a.offset, b.offset);
  std::uint64_t equal = 0;
  while (equal < most) {
    const std::uint64_t step = std::min<std::uint64_t>(64, most - equal);
    const std::uint64_t differ = cursors_[0].Bits(source_, a.content, a.offset - equal - step, msb_first) ^
                                 cursors_[1].Bits(source_, b.content, b.offset - equal - step, msb_first);
    // If fewer than 64 bits are left, the upper bits lie beyond them and are dropped.
    const std::uint64_t wanted = differ << (64 - step);
    if (wanted != 0) return equal + static_cast<std::uint64_t>(std::countl_zero(wanted));
    equal += step;
  }
  return most;
}

Digest Extender::Hash(const Place& place, std::uint64_t length) {
  Cursor& cursor = cursors_[0];
  const Bytes bytes = cursor.From(source_, place.content, place.offset / UnitsPerByte(grain_));
  if (bytes.empty()) return {};
  if (grain_ == Grain::kByte && bytes.size() >= length) {
    return ToDigest(XXH3_128bits(bytes.data(), static_cast<std::size_t>(length)));
  }
  XXH3_state_t state;
  XXH3_INITSTATE(&state);
  XXH3_128bits_reset(&state);
  if (grain_ == Grain::kByte) {
    for (std::uint64_t done = 0; done < length;) {
      Bytes more = cursor.From(source_, place.content, place.offset + done);
      if (more.empty()) return {};
      more = more.first(static_cast<std::size_t>(std::min<std::uint64_t>(more.size(), length - done)));
      XXH3_128bits_update(&state, more.data(), more.size());
      done += more.size();
    }
  } else {
    for (std::uint64_t done = 0; done < length; done += 64) {
      std::uint64_t word =
          cursor.Bits(source_, place.content, place.offset + done, grain_ == Grain::kBitMsbFirst);
      if (length - done < 64) word &= (std::uint64_t{1} << (length - done)) - 1;
      XXH3_128bits_update(&state, &word, sizeof word);
    }
  }
  return ToDigest(XXH3_128bits_digest(&state));
}

}  // namespace kindred::span
