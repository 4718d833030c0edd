// XXH3 from libxxhash, with the widest vectors that this machine has. The library as such is compiled for the
// least of all x86-64 machines; its dispatcher asks the processor once. For long inputs; where a few bytes
// are hashed often, XXH_INLINE_ALL is faster, and the values are the same.
#pragma once

#include <xxhash.h>
#if defined(__x86_64__)
#include <xxh_x86dispatch.h>  // gives the functions of xxhash.h other names
#endif

#include <cstdint>
#include <span>

namespace kindred {

// The library (0.8.1) leaves the upper parts of the vector registers in use, and until they are given up each
// instruction of plain SSE2, which is what everything but the kernels is compiled to, waits for them: 100 ns
// behind every chunk. To be called behind a hash of more than 240 bytes.
inline void EndWideVectors() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx") != 0;
  if (wide) {
    asm volatile("vzeroupper" ::
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                       "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
  }
#endif
}

inline std::uint64_t LongHash(std::span<const std::uint8_t> bytes) {
  const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
  EndWideVectors();
  return hash;
}

}  // namespace kindred
