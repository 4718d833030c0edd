// How much of one content occurs in another, exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "kindred/values.h"

namespace kindred::span {

// The bytes of `a` that lie in a run of at least `least` bytes (16 or more) which occurs somewhere in `b`.
// When `stop` asks to stop, any number.
std::uint64_t SharedBytes(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                          std::uint64_t least = kRunLength, const std::function<bool()>& stop = nullptr);

}  // namespace kindred::span
