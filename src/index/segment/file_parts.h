// Parts that several kinds of index files share: an encoded method, and a seal.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/coding.h"
#include "base/file.h"
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

// Files of derived data, which may be missing or unwritable without harm. Empty: no such file, or it cannot
// be read.
std::vector<std::uint8_t> ReadDerived(base::FileSystem& files, const std::string& directory,
                                      const std::string& name);
struct DerivedNames {
  const char* before = nullptr;  // while it is written
  const char* name = nullptr;
};
void ReplaceDerived(base::FileSystem& files, const std::string& directory, const DerivedNames& names,
                    std::span<const std::uint8_t> bytes);

}  // namespace kindred::index
