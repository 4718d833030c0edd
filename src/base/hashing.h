// XXH3 of bytes that are long or come in pieces: checksums of index bytes, digests of contents. With the
// widest vectors that this machine has; where a few bytes are hashed often, XXH_INLINE_ALL is faster, and the
// values are the same. A checksum guards against accidents (bit rot, torn writes, truncation), not against
// someone who forges an index; 10 GB/s, so that every block can be verified each time it is read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

struct XXH3_state_s;  // of xxhash.h

namespace kindred::base {

std::uint64_t LongHash(std::span<const std::uint8_t> bytes);
inline std::uint64_t Checksum(std::span<const std::uint8_t> bytes) { return LongHash(bytes); }

struct FreeXxh3State {
  void operator()(XXH3_state_s* state) const;
};
using Xxh3State = std::unique_ptr<XXH3_state_s, FreeXxh3State>;

// The checksum of bytes that come in pieces; equal to Checksum() of them all in one.
class RunningChecksum {
 public:
  RunningChecksum();
  void Add(std::span<const std::uint8_t> bytes);
  std::uint64_t Value() const;

 private:
  Xxh3State state_;
};

struct Hash128 {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const Hash128&) const = default;
};

// The same of 128 bits, for one content after another.
class RunningHash128 {
 public:
  RunningHash128();
  void Begin();
  void Add(std::span<const std::uint8_t> bytes);
  Hash128 Value() const;

 private:
  Xxh3State state_;
};

}  // namespace kindred::base
