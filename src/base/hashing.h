// XXH3 of bytes that are long or come in pieces: checksums of index bytes, digests of contents. A checksum
// guards against accidents (bit rot, torn writes, truncation), not against someone who forges an index; 10
// GB/s, so that every block can be verified each time it is read.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "base/xxh3.h"

namespace kindred {

inline std::uint64_t Checksum(std::span<const std::uint8_t> bytes) { return LongHash(bytes); }

struct FreeXxh3State {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};
using Xxh3State = std::unique_ptr<XXH3_state_t, FreeXxh3State>;

inline Xxh3State NewXxh3State() {
  Xxh3State state(XXH3_createState());
  if (!state) throw std::bad_alloc();
  return state;
}

// The checksum of bytes that come in pieces; equal to Checksum() of them all in one.
class RunningChecksum {
 public:
  RunningChecksum() : state_(NewXxh3State()) { XXH3_64bits_reset(state_.get()); }
  void Add(std::span<const std::uint8_t> bytes) {
    if (!bytes.empty()) XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
    EndWideVectors();
  }
  std::uint64_t Value() const {
    const std::uint64_t value = XXH3_64bits_digest(state_.get());
    EndWideVectors();
    return value;
  }

 private:
  Xxh3State state_;
};

// The same of 128 bits, for one content after another.
class RunningDigest {
 public:
  RunningDigest() : state_(NewXxh3State()) { Begin(); }
  void Begin() { XXH3_128bits_reset(state_.get()); }
  void Add(std::span<const std::uint8_t> bytes) {
    XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
    EndWideVectors();
  }
  XXH128_hash_t Value() const {
    const XXH128_hash_t value = XXH3_128bits_digest(state_.get());
    EndWideVectors();
    return value;
  }

 private:
  Xxh3State state_;
};

}  // namespace kindred
