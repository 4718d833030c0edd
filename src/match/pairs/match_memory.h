// How the memory of a match is divided, and the error when it is too little.
#pragma once

#include <cstdint>
#include <string>

#include "base/file.h"

namespace kindred::match {

// What a match may use.
struct MatchMemory {
  std::uint64_t memory =
      ~std::uint64_t{0};              // bytes, for everything but the answer; less than 1 MiB counts as that
  base::FileSystem* files = nullptr;  // through which the temporary file goes, if one is needed
  std::string directory = {};         // where it is made
};

inline constexpr std::uint64_t kLeastMatchMemory = std::uint64_t{1} << 20;

// Of `work` bytes, what the sets and tables of a bin may take when as many bins as threads are in work: each
// needs memory for its proposals, too.
inline std::uint64_t BinShare(std::uint64_t work, unsigned threads) { return work / threads / 4 * 3; }

// Error(kFailed): "memory ... N is the least".
[[noreturn]] void ThrowTooLittleMemory(std::uint64_t least);

}  // namespace kindred::match
