// How much of one content occurs in another, exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kindred/values.h"
#include "span/shares/trivial_windows.h"

namespace kindred::span {

// The stretches of `a` that consist of runs of at least `least` bytes (16 or more) which occur somewhere in
// `b`: ascending, none touches the next. Incomplete if `stop` returned true.
std::vector<Stretch> SharedStretches(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                                     std::uint64_t least = kRunLength,
                                     const std::function<bool()>& stop = nullptr);

// All their bytes.
std::uint64_t SharedBytes(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                          std::uint64_t least = kRunLength, const std::function<bool()>& stop = nullptr);

// What counts of them for a share: not runs of trivial bytes alone (trivial_windows.h).
std::uint64_t CountedBytes(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                           std::uint64_t least = kRunLength, const std::function<bool()>& stop = nullptr);

}  // namespace kindred::span
