// The parts of the number coding that need not be inlined.
#include "base/coding.h"

namespace kindred::base {

void PutVarint(std::vector<std::uint8_t>* out, std::uint64_t value) {
  std::uint8_t bytes[kMaxVarintBytes];
  out->insert(out->end(), bytes, WriteVarint(bytes, value));
}

void PutFixed32(std::vector<std::uint8_t>* out, std::uint32_t value) {
  std::uint8_t bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out->insert(out->end(), bytes, bytes + sizeof value);
}

void PutFixed64(std::vector<std::uint8_t>* out, std::uint64_t value) {
  std::uint8_t bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out->insert(out->end(), bytes, bytes + sizeof value);
}

void PutBytes(std::vector<std::uint8_t>* out, std::span<const std::uint8_t> bytes) {
  out->insert(out->end(), bytes.begin(), bytes.end());
}

void PutText(std::vector<std::uint8_t>* out, std::string_view text) {
  PutVarint(out, text.size());
  out->insert(out->end(), text.begin(), text.end());
}

const std::uint8_t* ReadVarintCarefully(const std::uint8_t* at, const std::uint8_t* end,
                                        std::uint64_t* value) {
  std::uint64_t result = 0;
  for (int shift = 0; shift < 64 && at != end; shift += 7) {
    std::uint64_t byte = *at++;
    std::uint64_t bits = byte & 0x7f;
    if (shift == 63 && bits > 1) return nullptr;
    result |= bits << shift;
    if (byte < 0x80) {
      *value = result;
      return at;
    }
  }
  return nullptr;
}

void ByteReader::Fail() {
  ok_ = false;
  at_ = end_;
}

std::uint8_t ByteReader::Byte() {
  std::span<const std::uint8_t> bytes = Bytes(1);
  return bytes.empty() ? std::uint8_t{0} : bytes[0];
}

std::uint32_t ByteReader::Fixed32() {
  std::span<const std::uint8_t> bytes = Bytes(4);
  return bytes.empty() ? 0 : LoadFixed32(bytes.data());
}

std::uint64_t ByteReader::Fixed64() {
  std::span<const std::uint8_t> bytes = Bytes(8);
  return bytes.empty() ? 0 : LoadFixed64(bytes.data());
}

std::span<const std::uint8_t> ByteReader::Bytes(std::uint64_t count) {
  if (count > left()) {
    Fail();
    return {};
  }
  std::span<const std::uint8_t> bytes(at_, static_cast<std::size_t>(count));
  at_ += count;
  return bytes;
}

std::string ByteReader::Text() { return AsString(Bytes(Varint())); }

}  // namespace kindred::base
