// Parts that several kinds of index files share: an encoded method, and a seal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/segment/segment.h"

namespace kindred::index {

inline constexpr int kLeastKeyBits = kMaxLevel + 1;  // fewer would make KeyLevel() of a stored key wrong

void PutMethod(std::vector<std::uint8_t>* out, const StoredMethod& method);
// False if it is invalid.
bool TakeMethod(base::ByteReader* in, StoredMethod* method);

// The seal of a small file: a checksum of all bytes before it.
inline constexpr std::size_t kSealBytes = 8;
inline void Seal(std::vector<std::uint8_t>* bytes) { base::PutFixed64(bytes, base::Checksum(*bytes)); }
// The bytes before the seal; nothing if the file is too short for a seal.
inline std::span<const std::uint8_t> SealedPart(std::span<const std::uint8_t> bytes) {
  return bytes.first(bytes.size() < kSealBytes ? 0 : bytes.size() - kSealBytes);
}
inline bool SealIsGood(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kSealBytes) return false;
  const auto sealed = SealedPart(bytes);
  return base::Checksum(sealed) == base::LoadFixed64(bytes.data() + sealed.size());
}

}  // namespace kindred::index
