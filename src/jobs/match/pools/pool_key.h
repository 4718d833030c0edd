// The key file of pools: marks and digests are hashed so that only someone with the key can compare them, or
// test a pool for a known text. docs/using/compare.md lists what a pool still reveals.
#pragma once

#include <cstdint>
#include <string>

#include "base/keyed_hash.h"
#include "model/content.h"

namespace kindred::jobs {

class PoolKey {
 public:
  // Throws Error(kUsage) for a file that cannot be read or has fewer than 16 bytes.
  static PoolKey FromFile(const std::string& path);

  // Of the same level, so that nested selection works as before; uniform otherwise. `bits` as
  // StoredMethod::key_bits.
  std::uint64_t Mark(std::uint64_t key, int bits) const;
  Digest Of(const Digest& digest) const;
  // A check value of the key, for the pool: enough to recognise the right key, not to find it.
  Digest Check() const;

 private:
  explicit PoolKey(base::KeyedHash hash) : hash_(std::move(hash)) {}
  base::KeyedHash hash_;
};

}  // namespace kindred::jobs
