// How much of one content stands in another, exactly.
#pragma once

#include <cstdint>
#include <span>

#include "kindred/values.h"

namespace kindred::span {

// The bytes of `a` that lie in a run of at least `least` bytes (16 or more) which stands somewhere in `b`.
std::uint64_t SharedBytes(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                          std::uint64_t least = kRunLength);

}  // namespace kindred::span
