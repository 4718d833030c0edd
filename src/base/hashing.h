// XXH3-64 as the checksum of index bytes. It guards against accidents (bit rot, torn writes, truncation), not
// against someone who forges an index; 10 GB/s, so that every block can be verified each time it is read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/xxh3.h"

namespace kindred {

inline std::uint64_t Checksum(std::span<const std::uint8_t> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

// The checksum of bytes that come in pieces; equal to Checksum() of them all in one.
class RunningChecksum {
 public:
  RunningChecksum() : state_(XXH3_createState()) { XXH3_64bits_reset(state_.get()); }
  void Add(std::span<const std::uint8_t> bytes) {
    if (!bytes.empty()) XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
  }
  std::uint64_t Value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_;
};

}  // namespace kindred
