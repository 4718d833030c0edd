// Numbers as bytes: varints (7 bits a byte, low bits first, the last byte below 128), little-endian fixed
// widths, zigzag for signed differences. Decoding never reads past the end it is given and never trusts a
// length: a number that is cut off, or too large for 64 bits, is refused.
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kindred::base {

static_assert(std::endian::native == std::endian::little,
              "fixed-width numbers are loaded in native byte order");

inline constexpr int kMaxVarintBytes = 10;

// Writes at `to`, which must have space for kMaxVarintBytes bytes; returns the end.
inline std::uint8_t* WriteVarint(std::uint8_t* to, std::uint64_t value) {
  while (value >= 0x80) {
    *to++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  *to++ = static_cast<std::uint8_t>(value);
  return to;
}

void PutVarint(std::vector<std::uint8_t>* out, std::uint64_t value);
void PutFixed32(std::vector<std::uint8_t>* out, std::uint32_t value);
void PutFixed64(std::vector<std::uint8_t>* out, std::uint64_t value);
void PutBytes(std::vector<std::uint8_t>* out, std::span<const std::uint8_t> bytes);
// Prefixed by its length.
void PutText(std::vector<std::uint8_t>* out, std::string_view text);

inline std::uint64_t LoadFixed64(const std::uint8_t* at) {
  std::uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

inline std::uint32_t LoadFixed32(const std::uint8_t* at) {
  std::uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// Small for differences of either sign. The arithmetic wraps, so any two numbers have a difference.
inline std::uint64_t ZigZag(std::uint64_t difference) {
  return (difference << 1) ^ (std::uint64_t{0} - (difference >> 63));
}
inline std::uint64_t UnZigZag(std::uint64_t coded) { return (coded >> 1) ^ (std::uint64_t{0} - (coded & 1)); }

// Byte by byte; works for any length and near the end of the input.
const std::uint8_t* ReadVarintCarefully(const std::uint8_t* at, const std::uint8_t* end,
                                        std::uint64_t* value);

// Returns the end of the number, or nullptr if it does not end before `end`. Where eight bytes are left, all
// are loaded at once and the groups of seven bits pushed together: no branch depends on the number's length,
// which is what makes a stream of varints slow.
inline const std::uint8_t* ReadVarint(const std::uint8_t* at, const std::uint8_t* end, std::uint64_t* value) {
  if (end - at >= 8) [[likely]] {
    std::uint64_t word = LoadFixed64(at);
    std::uint64_t stops = ~word & 0x8080808080808080;
    if (stops != 0) [[likely]] {
      word &= stops ^ (stops - 1);  // drops what follows the first byte below 128
      word = ((word & 0x7f007f007f007f00) >> 1) | (word & 0x007f007f007f007f);
      word = ((word & 0x3fff00003fff0000) >> 2) | (word & 0x00003fff00003fff);
      word = ((word & 0x0fffffff00000000) >> 4) | (word & 0x000000000fffffff);
      *value = word;
      return at + (std::countr_zero(stops) >> 3) + 1;
    }
  }
  return ReadVarintCarefully(at, end, value);
}

// The end of the varint at `at`, or nullptr if there is no valid one.
inline const std::uint8_t* SkipVarint(const std::uint8_t* at, const std::uint8_t* end) {
  if (end - at >= 8) [[likely]] {
    const std::uint64_t stops = ~LoadFixed64(at) & 0x8080808080808080;
    if (stops != 0) [[likely]]
      return at + (std::countr_zero(stops) >> 3) + 1;
  }
  std::uint64_t value;
  return ReadVarintCarefully(at, end, &value);
}

// Reads values one after another. After the first that is missing, ok() is false and every value is zero or
// empty, so that a caller may check once at the end of a record.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return at_ == end_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  std::uint64_t Varint() {
    std::uint64_t value = 0;
    const std::uint8_t* next = ReadVarint(at_, end_, &value);
    if (next != nullptr) [[likely]] {
      at_ = next;
      return value;
    }
    Fail();
    return 0;
  }
  // At most `limit`, or it counts as not there.
  std::uint64_t VarintUpTo(std::uint64_t limit) {
    const std::uint64_t value = Varint();
    if (value <= limit) [[likely]]
      return value;
    Fail();
    return 0;
  }
  std::uint8_t Byte();
  std::uint32_t Fixed32();
  std::uint64_t Fixed64();
  std::span<const std::uint8_t> Bytes(std::uint64_t count);
  std::string Text();

 private:
  void Fail();

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  bool ok_ = true;
};

// The bits within each byte the other way round.
inline std::uint64_t ReverseBitsOfBytes(std::uint64_t word) {
  word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
  word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
  return (word >> 4 & 0x0F0F0F0F0F0F0F0F) | (word & 0x0F0F0F0F0F0F0F0F) << 4;
}

// The whole of `text` as a number.
template <typename Number>
bool ParseNumber(std::string_view text, Number* number, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number, base);
  return error == std::errc() && end == text.data() + text.size();
}

inline std::span<const std::uint8_t> AsBytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string AsString(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace kindred::base
