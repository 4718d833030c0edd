// See hashing.h. Plain libxxhash is compiled for the x86-64 baseline; its dispatcher picks the widest vectors
// at run time. The dispatcher's header renames the functions of xxhash.h, so only this file includes it.
#include "base/hashing.h"

#include <xxhash.h>
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>
#endif

#include <new>

namespace kindred::base {

namespace {

// The library (0.8.1) leaves the upper parts of the vector registers in use, and until they are given up each
// instruction of plain SSE2, which is what everything but the kernels is compiled to, waits for them: 100 ns
// behind every chunk.
void EndWideVectors() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx") != 0;
  if (wide) {
    asm volatile("vzeroupper" ::
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                       "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  }
#endif
}

Xxh3State NewState() {
  Xxh3State state(XXH3_createState());
  if (!state) throw std::bad_alloc();
  return state;
}

}  // namespace

void FreeXxh3State::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

std::uint64_t LongHash(std::span<const std::uint8_t> bytes) {
  const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
  EndWideVectors();
  return hash;
}

RunningChecksum::RunningChecksum() : state_(NewState()) { XXH3_64bits_reset(state_.get()); }

void RunningChecksum::Add(std::span<const std::uint8_t> bytes) {
  if (!bytes.empty()) XXH3_64bits_update(state_.get(), bytes.data(), bytes.size());
  EndWideVectors();
}

std::uint64_t RunningChecksum::Value() const {
  const std::uint64_t sum = XXH3_64bits_digest(state_.get());
  EndWideVectors();
  return sum;
}

RunningHash128::RunningHash128() : state_(NewState()) { Begin(); }

void RunningHash128::Begin() { XXH3_128bits_reset(state_.get()); }

void RunningHash128::Add(std::span<const std::uint8_t> bytes) {
  if (!bytes.empty()) XXH3_128bits_update(state_.get(), bytes.data(), bytes.size());
  EndWideVectors();
}

Hash128 RunningHash128::Value() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_.get());
  EndWideVectors();
  return {hash.high64, hash.low64};
}

}  // namespace kindred::base
