// Compiled once for each kind of vector unit; see window_scan.h. Tested against WindowHash, on each of them.
#include "mark/window_scan.h"

#include <algorithm>
#include <bit>

#include "mark/window_hash.h"

#ifndef KINDRED_WINDOW_SCAN_ONCE  // this file is included once for each target
#define KINDRED_WINDOW_SCAN_ONCE
namespace kindred {
// Room at the ends of the arrays, whatever the target: its vectors are no wider than this.
inline constexpr std::size_t kMostLanes = 64;
}  // namespace kindred
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mark/window_scan.cc"
#include <hwy/foreach_target.h>  // must stand before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kindred::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::CappedTag<std::uint16_t, kMostLanes>;

std::uint16_t Power(std::size_t exponent) {
  std::uint16_t power = 1;
  for (; exponent > 0; --exponent) power = static_cast<std::uint16_t>(power * WindowHash::kMultiplier);
  return power;
}

void Widen(const std::uint8_t* bytes, std::size_t count, std::uint16_t* sums) {
  const Lanes lanes;
  const hn::Rebind<std::uint8_t, Lanes> narrow;
  std::size_t i = 0;
  for (; i + hn::Lanes(lanes) <= count; i += hn::Lanes(lanes))
    hn::StoreU(hn::PromoteTo(lanes, hn::LoadU(narrow, bytes + i)), lanes, sums + i);
  for (; i < count; ++i) sums[i] = bytes[i];
}

// to[i] = a[i] * factor + b[i]. Reads and writes up to a vector beyond `count`; there is room for that.
void MultiplyAdd(const std::uint16_t* a, std::uint16_t factor, const std::uint16_t* b, std::size_t count,
                 std::uint16_t* to) {
  const Lanes lanes;
  const auto factors = hn::Set(lanes, factor);
  for (std::size_t i = 0; i < count; i += hn::Lanes(lanes)) {
    hn::StoreU(hn::Add(hn::Mul(hn::LoadU(lanes, a + i), factors), hn::LoadU(lanes, b + i)), lanes, to + i);
  }
}

// The hash of every window. A window is made of the pieces that its binary digits name, the largest first.
void HashAll(const std::uint8_t* bytes, std::size_t count, std::size_t window, std::uint16_t* sums,
             std::uint16_t* values) {
  const std::size_t size = count + window - 1;
  Widen(bytes, size, sums);
  std::fill(values, values + count + hn::Lanes(Lanes()), WindowHash::kOffset);
  for (std::size_t piece = 1; piece <= window; piece *= 2) {
    if ((window & piece) != 0) {
      const std::size_t larger = window & ~(2 * piece - 1);  // bytes in front of this piece
      MultiplyAdd(sums + larger, Power(window & (piece - 1)), values, count, values);
    }
    // A sum of so many bytes starts at no later place than this.
    if (2 * piece <= window) MultiplyAdd(sums, Power(piece), sums + piece, size - 2 * piece + 1, sums);
  }
}

std::size_t Select(const std::uint16_t* values, std::size_t count, std::uint32_t limit,
                   WindowScan::Hit* hits) {
  const Lanes lanes;
  const std::size_t step = hn::Lanes(lanes);
  std::size_t found = 0;
  auto take = [&](std::size_t at) { hits[found++] = {static_cast<std::uint16_t>(at), values[at]}; };
  if (limit > 0xFFFF) {
    for (std::size_t at = 0; at < count; ++at) take(at);
    return found;
  }
  const auto limits = hn::Set(lanes, static_cast<std::uint16_t>(limit));
  std::size_t i = 0;
  for (; i + step <= count; i += step) {
    const auto small = hn::Lt(hn::LoadU(lanes, values + i), limits);
    if (hn::AllFalse(lanes, small)) continue;
    std::uint8_t bits[kMostLanes / 8 + 8] = {};  // StoreMaskBits may write 8 bytes
    hn::StoreMaskBits(lanes, small, bits);
    for (std::size_t byte = 0; byte * 8 < step; ++byte) {
      for (unsigned rest = bits[byte]; rest != 0; rest &= rest - 1)
        take(i + byte * 8 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
  for (; i < count; ++i) {
    if (values[i] < limit) take(i);
  }
  return found;
}

std::size_t Below(const std::uint8_t* bytes, std::size_t count, std::size_t window, std::uint32_t limit,
                  std::uint16_t* sums, std::uint16_t* values, WindowScan::Hit* hits) {
  HashAll(bytes, count, window, sums, values);
  return Select(values, count, limit, hits);
}

}  // namespace kindred::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kindred {

HWY_EXPORT(Below);

WindowScan::WindowScan(std::size_t window)
    : window_(window), sums_(kBlock + window + 2 * kMostLanes), values_(kBlock + kMostLanes), hits_(kBlock) {}

std::span<const WindowScan::Hit> WindowScan::Below(const std::uint8_t* bytes, std::size_t count,
                                                   std::uint32_t limit) {
  const std::size_t found =
      HWY_DYNAMIC_DISPATCH(Below)(bytes, count, window_, limit, sums_.data(), values_.data(), hits_.data());
  return std::span(hits_).first(found);
}

}  // namespace kindred
#endif
