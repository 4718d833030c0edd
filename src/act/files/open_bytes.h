// Bytes of open files: compared, hashed, copied. Leases (lease.h) keep them from changing meanwhile.
#pragma once

#include <cstdint>
#include <functional>

#include "act/files/steps.h"
#include "base/hashing.h"

namespace kindred::act {

enum class Bytes { kEqual, kDiffer, kStopped, kUnreadable };

struct BytesSeen {
  Bytes answer = Bytes::kUnreadable;
  int error = 0;              // with kUnreadable
  base::Hash128 digest = {};  // XXH3-128 of what was read, as the index has it
};

// Compares `size` bytes of two files, and that both end there. `go_on` is called between pieces; false:
// kStopped. Cost: one pass over both.
BytesSeen CompareBytes(Steps& steps, int a, int b, std::uint64_t size, const std::function<bool()>& go_on);

// The digest of a file of this size; kDiffer if it has another one. With `copy_to`, an open and empty file,
// all bytes are written there, too.
BytesSeen ReadBytes(Steps& steps, int file, std::uint64_t size, int copy_to,
                    const std::function<bool()>& go_on);

}  // namespace kindred::act
