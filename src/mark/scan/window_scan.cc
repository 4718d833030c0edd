// Compiled once for each kind of vector unit; see window_scan.h. Tested against the formula, on each of them.
#include "mark/scan/window_scan.h"

#include <algorithm>
#include <bit>
#include <cstring>

#ifndef KINDRED_WINDOW_SCAN_ONCE  // this file is included once for each target
#define KINDRED_WINDOW_SCAN_ONCE
namespace kindred::mark {

static_assert(std::endian::native == std::endian::little, "a word's first byte holds its first bits");

// Where the kernel leaves what it finds.
struct WindowScanArrays {
  std::uint8_t* upper;      // halves of the values,
  std::uint8_t* lower;      //   in the order of the vectors
  std::uint64_t* selected;  // a bit for each of them
  WindowScan::Hit* hits;
};

// The delays for windows of at least kWindow bytes; kLeadIn steps of 16 bytes make a state right.
struct LongWindows {
  static constexpr int kBits = 11, kB = 3, kC = 5, kMoreBits = 21, kE = 11, kUpper = 23;
  static constexpr std::size_t kWindow = 49, kLeadIn = 3;
};
struct MiddleWindows {
  static constexpr int kBits = 11, kB = 1, kC = 2, kMoreBits = 13, kE = 4, kUpper = 5;
  static constexpr std::size_t kWindow = 17, kLeadIn = 1;
};
struct ShortWindows {
  static constexpr int kBits = 3, kB = 1, kC = 1, kMoreBits = 5, kE = 1, kUpper = 1;
  static constexpr std::size_t kWindow = WindowScan::kLeastWindow, kLeadIn = 1;
};

}  // namespace kindred::mark
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mark/scan/window_scan.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must be included before highway.h
#include <hwy/highway.h>

#include "mark/scan/stretches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kindred::mark::HWY_NAMESPACE {

// Evaluates `steps` of 16 places for each stretch, the first from `at` on, into the arrays.
#if HWY_TARGET == HWY_SCALAR
template <class Delays>
void Evaluate(const std::uint8_t* at, std::size_t steps, int level, const WindowScanArrays& arrays) {
  constexpr std::size_t kBefore = Delays::kLeadIn * kStep;
  constexpr std::size_t kPlaces = kBefore + WindowScan::kBlock;
  std::uint8_t a[kPlaces], b[kPlaces], c[kPlaces], d[kPlaces], e[kPlaces];
  const std::uint32_t limit = std::uint32_t{1} << (16 - level);
  const std::size_t end = kBefore + steps * kStep;
  at -= kBefore;
  auto before = [](const std::uint8_t* bytes, std::size_t i, std::size_t delay) -> unsigned {
    return i < delay ? 0 : bytes[i - delay];
  };
  auto bits_before = [&](const std::uint8_t* bytes, std::size_t i, std::size_t bits) {
    return before(bytes, i, bits / 8) << bits % 8 | before(bytes, i, bits / 8 + 1) >> (8 - bits % 8);
  };
  for (std::size_t i = 0; i < end; ++i) {
    a[i] = static_cast<std::uint8_t>(at[i] ^ bits_before(at, i, Delays::kBits));
    b[i] = static_cast<std::uint8_t>(a[i] + before(a, i, Delays::kB));
    c[i] = static_cast<std::uint8_t>(b[i] ^ before(b, i, Delays::kC));
    d[i] = static_cast<std::uint8_t>(c[i] ^ bits_before(c, i, Delays::kMoreBits));
    e[i] = static_cast<std::uint8_t>(d[i] + before(d, i, Delays::kE));
    if (i < kBefore) continue;
    const std::size_t place = i - kBefore;
    arrays.upper[place] = static_cast<std::uint8_t>(e[i] - before(e, i, Delays::kUpper));
    arrays.lower[place] = e[i];
    const std::uint64_t selected = ((unsigned{arrays.upper[place]} << 8 | e[i]) ^ 0x8080) < limit;
    if (place % 64 == 0) arrays.selected[place / 64] = 0;
    arrays.selected[place / 64] |= selected << place % 64;
  }
}
#else
// One step: t is new, the others become those of this step; e stays for two.
template <class Delays>
HWY_INLINE void Advance(Vector now_t, Vector& t, Vector& a, Vector& b, Vector& c, Vector& d, Vector& e,
                        Vector& older_e) {
  const Vector now_a = hn::Xor(now_t, BitsBefore<0, Delays::kBits>(now_t, t, t));
  const Vector now_b = hn::Add(now_a, Before<Delays::kB>(now_a, a, a));
  const Vector now_c = hn::Xor(now_b, Before<Delays::kC>(now_b, b, b));
  const Vector now_d = hn::Xor(now_c, BitsBefore<0, Delays::kMoreBits>(now_c, c, c));
  const Vector now_e = hn::Add(now_d, Before<Delays::kE>(now_d, d, d));
  t = now_t, a = now_a, b = now_b, c = now_c, d = now_d, older_e = e, e = now_e;
}

// With a fine level only the upper halves decide; with a coarse one they are all alike, and not stored.
template <class Delays, bool kFine>
void EvaluateAt(const std::uint8_t* at, std::size_t steps, int level, const WindowScanArrays& arrays) {
  const Bytes bytes;
  const hn::RebindToSigned<Bytes> signed_bytes;
  // A value below 2^(16 - level) has an upper or, if that is the least there is, a lower half of no more than
  // `most`, as signed numbers.
  const auto least = hn::Set(signed_bytes, std::int8_t{-128});
  const auto most = hn::Set(signed_bytes, static_cast<std::int8_t>(-129 + ((kFine ? 256 : 65536) >> level)));
  const std::size_t apart = steps * kStep;
  std::uint8_t* HWY_RESTRICT upper = arrays.upper;
  std::uint8_t* HWY_RESTRICT lower = arrays.lower;
  auto* HWY_RESTRICT selected = reinterpret_cast<std::uint8_t*>(arrays.selected);
  Vector t = hn::Zero(bytes), a = t, b = t, c = t, d = t, e = t, older_e = t;
  at -= Delays::kLeadIn * kStep;
  for (std::size_t step = 0; step < Delays::kLeadIn; ++step, at += kStep)
    Advance<Delays>(LoadStretches(at, apart), t, a, b, c, d, e, older_e);
  auto evaluate = [&](std::size_t step) HWY_ATTR {
    const Vector oldest_e = older_e;
    Advance<Delays>(LoadStretches(at + step * kStep, apart), t, a, b, c, d, e, older_e);
    const Vector difference = hn::Sub(e, Before<Delays::kUpper>(e, older_e, oldest_e));
    const std::size_t place = step * kStep * kStretches;
    hn::StoreU(e, bytes, lower + place);
    const auto signed_upper = hn::BitCast(signed_bytes, difference);
    if constexpr (kFine) {
      hn::StoreU(difference, bytes, upper + place);
      hn::StoreMaskBits(signed_bytes, hn::Not(hn::Gt(signed_upper, most)), selected + place / 8);
    } else {
      const auto large_lower = hn::Gt(hn::BitCast(signed_bytes, e), most);
      hn::StoreMaskBits(signed_bytes, hn::AndNot(large_lower, hn::Eq(signed_upper, least)),
                        selected + place / 8);
    }
  };
  std::size_t step = 0;
  for (; step + 2 <= steps; step += 2) {
    // The hardware prefetcher cannot predict that the bytes after all stretches come next.
    hwy::Prefetch(at + kStretches * (apart + step * kStep));
    evaluate(step);
    evaluate(step + 1);
  }
  if (step < steps) evaluate(step);
}

template <class Delays>
void Evaluate(const std::uint8_t* at, std::size_t steps, int level, const WindowScanArrays& arrays) {
  if (level <= 8) return EvaluateAt<Delays, true>(at, steps, level, arrays);
  EvaluateAt<Delays, false>(at, steps, level, arrays);
}
#endif

// Takes the hits out of the arrays, in order; `begin` is added to their places, those from `count` on fall.
std::size_t Collect(const WindowScanArrays& arrays, std::size_t steps, std::size_t begin, std::size_t count,
                    bool fine, WindowScan::Hit* hits) {
  // Each stretch has its part of the hits; then the parts are moved together.
  const std::size_t apart = steps * kStep;
  std::size_t found[kStretches] = {};
  const std::size_t places = apart * kStretches;
  if (places % 64 != 0) {
    auto* selected = reinterpret_cast<std::uint8_t*>(arrays.selected);
    std::fill(selected + places / 8, selected + (places + 63) / 64 * 8, std::uint8_t{0});
  }
  // Words without a hit are left out first, without a branch: the next hit cannot be predicted.
  std::uint16_t words[WindowScan::kBlock / 64 + 1];
  std::size_t with_hits = 0;
  for (std::size_t word = 0; word * 64 < places; ++word) {
    words[with_hits] = static_cast<std::uint16_t>(word);
    with_hits += arrays.selected[word] != 0;
  }
  for (std::size_t i = 0; i < with_hits; ++i) {
    std::uint64_t bits = arrays.selected[words[i]];
    do {
      const std::size_t place = words[i] * std::size_t{64} + static_cast<std::size_t>(std::countr_zero(bits));
      const std::size_t stretch = place / kStep % kStretches;
      const std::size_t at = stretch * apart + place / (kStep * kStretches) * kStep + place % kStep;
      const unsigned upper = fine ? arrays.upper[place] : 0x80;
      const unsigned value = (upper << 8 | arrays.lower[place]) ^ 0x8080;
      hits[stretch * apart + found[stretch]] = {static_cast<std::uint16_t>(begin + at),
                                                static_cast<std::uint16_t>(value)};
      found[stretch] += at < count;
      bits &= bits - 1;
    } while (bits != 0);
  }
  std::size_t all = found[0];
  for (std::size_t stretch = 1; stretch < kStretches; ++stretch) {
    std::copy_n(hits + stretch * apart, found[stretch], hits + all);
    all += found[stretch];
  }
  return all;
}

template <class Delays>
std::size_t SelectBy(const std::uint8_t* bytes, std::size_t count, std::size_t window, int level,
                     const WindowScanArrays& arrays) {
  constexpr std::size_t kBefore = Delays::kLeadIn * kStep;
  constexpr std::size_t kTogether = kStep * kStretches;
  const std::uint8_t* const ends = bytes + window - 1;  // of the windows
  std::size_t found = 0, done = 0;
  // What is read lies within the windows, but for short ones.
  if (window > kBefore && count >= kTogether) {
    const std::size_t steps = count / kTogether;
    done = steps * kTogether;
    Evaluate<Delays>(ends, steps, level, arrays);
    found = Collect(arrays, steps, 0, done, level <= 8, arrays.hits);
  }
  // The rest in a copy with room around it.
  std::uint8_t copy[kBefore + kTogether];
  while (done < count) {
    const std::size_t rest = std::min(kTogether, count - done);
    const std::size_t before = std::min(kBefore, window - 1 + done);
    std::memset(copy, 0, sizeof copy);
    std::memcpy(copy + kBefore - before, ends + done - before, before + rest);
    Evaluate<Delays>(copy + kBefore, 1, level, arrays);
    found += Collect(arrays, 1, done, rest, level <= 8, arrays.hits + found);
    done += rest;
  }
  return found;
}

std::size_t Select(const std::uint8_t* bytes, std::size_t count, std::size_t window, int level,
                   const WindowScanArrays& arrays) {
  if (window >= LongWindows::kWindow) return SelectBy<LongWindows>(bytes, count, window, level, arrays);
  if (window >= MiddleWindows::kWindow) return SelectBy<MiddleWindows>(bytes, count, window, level, arrays);
  return SelectBy<ShortWindows>(bytes, count, window, level, arrays);
}

}  // namespace kindred::mark::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kindred::mark {

HWY_EXPORT(Select);

namespace {
constexpr std::size_t kMostTogether = 64;  // places of a step, whatever the target
}  // namespace

WindowScan::WindowScan(std::size_t window)
    : window_(window),
      upper_(kBlock + kMostTogether),
      lower_(kBlock + kMostTogether),
      selected_((kBlock + kMostTogether) / 64),
      hits_(kBlock + kMostTogether) {}

std::span<const WindowScan::Hit> WindowScan::Select(const std::uint8_t* bytes, std::size_t count, int level) {
  const std::size_t found = HWY_DYNAMIC_DISPATCH(Select)(
      bytes, count, window_, level, {upper_.data(), lower_.data(), selected_.data(), hits_.data()});
  return std::span(hits_).first(found);
}

}  // namespace kindred::mark
#endif
