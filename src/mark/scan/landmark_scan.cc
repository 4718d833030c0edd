// Compiled once for each kind of vector unit; see landmark_scan.h. Tested against plain code on each of them.
#include "mark/scan/landmark_scan.h"

#include <bit>
#include <cstring>

static_assert(std::endian::native == std::endian::little, "a word's first byte holds its first bits");

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mark/scan/landmark_scan.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must be included before highway.h
#include <hwy/highway.h>

#include "mark/scan/stretches-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kindred::mark::HWY_NAMESPACE {

using Word = LandmarkScan::Word;
using Hit = LandmarkScan::Hit;

// The bits of *s where `run` ones start with a zero before them.
HWY_INLINE Word StartsIn(const Word* s, int run) {
  Word starts = s[0] & ~(s[0] << 1 | s[-1] >> 63);
  for (int n = 1; n < run && starts != 0; ++n) starts &= s[0] >> n | s[1] << (64 - n);
  return starts;
}

// s = b (1 + x^61 + x^64) (1 + x^122 + x^128) (1 + x^244 + x^256). Writes whole steps, beyond `count`, too.
// Then the bits where `run` ones in a row start with a zero before them: the words -1 to count - 2.
#if HWY_TARGET == HWY_SCALAR

void Multiply(const std::uint8_t* bytes, std::size_t count, Word* s) {
  constexpr std::ptrdiff_t kBefore = LandmarkScan::kLeadIn;
  constexpr std::size_t kSize = kBefore + LandmarkScan::kWords;
  Word b[kSize], f[kSize], g[kSize];
  const auto size = static_cast<std::ptrdiff_t>(count) + kBefore;
  std::memcpy(b, bytes - kBefore * sizeof(Word), static_cast<std::size_t>(size) * sizeof(Word));
  for (std::ptrdiff_t i = 1; i < size; ++i) f[i] = b[i] ^ (b[i] << 61 | b[i - 1] >> 3) ^ b[i - 1];
  for (std::ptrdiff_t i = 3; i < size; ++i) g[i] = f[i] ^ (f[i - 1] << 58 | f[i - 2] >> 6) ^ f[i - 2];
  for (std::ptrdiff_t i = kBefore; i < size; ++i)
    s[i - kBefore] = g[i] ^ (g[i - 3] << 52 | g[i - 4] >> 12) ^ g[i - 4];
}

std::size_t Starts(const Word* s, std::size_t count, int run, Hit* hits) {
  std::size_t found = 0;
  for (std::ptrdiff_t i = -1; i < static_cast<std::ptrdiff_t>(count) - 1; ++i) {
    const Word starts = StartsIn(s + i, run);
    if (starts != 0) hits[found++] = {static_cast<std::int32_t>(i), starts};
  }
  return found;
}

#else

// One step; f and g stay for two.
HWY_INLINE Vector Advance(Vector now_b, Vector& b, Vector& f, Vector& older_f, Vector& g, Vector& older_g) {
  const Vector now_f = hn::Xor(hn::Xor(now_b, BitsBefore<0, 61>(now_b, b, b)), Before<8>(now_b, b, b));
  const Vector now_g = hn::Xor(hn::Xor(now_f, BitsBefore<1, 58>(now_f, f, older_f)), f);
  const Vector now_s = hn::Xor(hn::Xor(now_g, BitsBefore<3, 52>(now_g, g, older_g)), older_g);
  b = now_b, older_f = f, f = now_f, older_g = g, g = now_g;
  return now_s;
}

void Multiply(const std::uint8_t* bytes, std::size_t count, Word* products) {
  const std::size_t steps = (count * sizeof(Word) + kStep * kStretches - 1) / (kStep * kStretches);
  const std::size_t apart = steps * kStep;
  constexpr std::size_t kLeadIn = LandmarkScan::kLeadIn * sizeof(Word);
  const std::uint8_t* at = bytes - kLeadIn;
  auto* to = reinterpret_cast<std::uint8_t*>(products);
  Vector b = hn::Zero(Bytes()), f = b, older_f = b, g = b, older_g = b;
  for (std::size_t step = 0; step < kLeadIn; step += kStep)
    Advance(LoadStretches(at + step, apart), b, f, older_f, g, older_g);
  at += kLeadIn;
  std::size_t step = 0;
  for (; step + 2 * kStep <= apart; step += 2 * kStep) {
    // The hardware prefetcher cannot predict that the bytes after all stretches come next.
    hwy::Prefetch(at + kStretches * (apart + step));
    StoreStretches(Advance(LoadStretches(at + step, apart), b, f, older_f, g, older_g), to + step, apart);
    StoreStretches(Advance(LoadStretches(at + step + kStep, apart), b, f, older_f, g, older_g),
                   to + step + kStep, apart);
  }
  if (step < apart)
    StoreStretches(Advance(LoadStretches(at + step, apart), b, f, older_f, g, older_g), to + step, apart);
}

using Words64 = hn::Vec<Words>;

// The bits of each lane from which 2^(kSteps - 1) + `more` ones follow within the lane.
template <int kSteps>
HWY_INLINE Words64 OnesFrom(Words64 ones, int more) {
  ones = hn::And(ones, hn::ShiftRight<1>(ones));
  if constexpr (kSteps > 2) ones = hn::And(ones, hn::ShiftRight<2>(ones));
  if constexpr (kSteps > 3) ones = hn::And(ones, hn::ShiftRight<4>(ones));
  if constexpr (kSteps > 4) ones = hn::And(ones, hn::ShiftRight<8>(ones));
  return hn::And(ones, hn::ShiftRightSame(ones, more));
}

template <int kSteps>
std::size_t StartsBy(const Word* s, std::size_t size, int run, Hit* hits) {
  const Words words;
  constexpr std::ptrdiff_t kLanes = kStep * kStretches / sizeof(Word);
  const int more = run - (1 << (kSteps - 1));
  const auto count = static_cast<std::ptrdiff_t>(size);
  std::size_t found = 0;
  hits[found] = {-1, StartsIn(s - 1, run)};  // so that all others are aligned
  found += hits[found].starts != 0;
  auto ones_from = [&](std::ptrdiff_t i, std::size_t bytes) HWY_ATTR {
    const auto* at = reinterpret_cast<const std::uint8_t*>(s + i) + bytes;
    return OnesFrom<kSteps>(hn::BitCast(words, hn::LoadU(Bytes(), at)), more);
  };
  // Collects the words with hits without a branch, which could not be predicted.
  std::int32_t groups[LandmarkScan::kWords / (2 * kLanes) + 1];
  std::size_t with_ones = 0;
  for (std::ptrdiff_t i = 0; i < count - 1; i += 2 * kLanes) {
    // From the first and from the second half of each word.
    const auto any = hn::Or(hn::Or(ones_from(i, 0), ones_from(i, 4)),
                            hn::Or(ones_from(i + kLanes, 0), ones_from(i + kLanes, 4)));
    groups[with_ones] = static_cast<std::int32_t>(i);
    with_ones += !hn::AllTrue(words, hn::Eq(any, hn::Zero(words)));
  }
  for (std::size_t group = 0; group < with_ones; ++group) {
    const std::ptrdiff_t i = groups[group];
    Word first[2 * kLanes], second[2 * kLanes];
    hn::StoreU(ones_from(i, 0), words, first);
    hn::StoreU(ones_from(i + kLanes, 0), words, first + kLanes);
    hn::StoreU(ones_from(i, 4), words, second);
    hn::StoreU(ones_from(i + kLanes, 4), words, second + kLanes);
    for (std::ptrdiff_t lane = 0; lane < 2 * kLanes && i + lane < count - 1; ++lane) {
      const Word* const word = s + i + lane;
      const Word ones = (first[lane] & 0xFFFFFFFF) | second[lane] << 32;
      const Word starts = ones & ~(word[0] << 1 | word[-1] >> 63);
      hits[found] = {static_cast<std::int32_t>(i + lane), starts};
      found += starts != 0;
    }
  }
  return found;
}

std::size_t Starts(const Word* s, std::size_t count, int run, Hit* hits) {
  if (run <= 4) return StartsBy<2>(s, count, run, hits);
  if (run <= 8) return StartsBy<3>(s, count, run, hits);
  if (run <= 16) return StartsBy<4>(s, count, run, hits);
  return StartsBy<5>(s, count, run, hits);
}
#endif

std::size_t Scan(const std::uint8_t* bytes, Word* s, std::size_t count, int run, Hit* hits) {
  Multiply(bytes, count, s);
  return Starts(s, count, run, hits);
}

}  // namespace kindred::mark::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kindred::mark {

HWY_EXPORT(Scan);

std::span<const LandmarkScan::Hit> LandmarkScan::Next(std::size_t count) {
  const auto hits = Take(reinterpret_cast<const std::uint8_t*>(b_.Words()), count);
  b_.MoveOn(count);
  return hits;
}

std::span<const LandmarkScan::Hit> LandmarkScan::NextInPlace(const std::uint8_t* bytes, std::size_t count) {
  const auto hits = Take(bytes, count);
  constexpr std::size_t kBytes = kLeadIn * sizeof(Word);
  std::memcpy(b_.Words() - kLeadIn, bytes + count * sizeof(Word) - kBytes, kBytes);
  return hits;
}

std::span<const LandmarkScan::Hit> LandmarkScan::Take(const std::uint8_t* bytes, std::size_t count) {
  s_.MoveOn(last_count_);
  last_count_ = count;
  return std::span(hits_).first(HWY_DYNAMIC_DISPATCH(Scan)(bytes, s_.Words(), count, run_, hits_.data()));
}

LandmarkScan::Word LandmarkScan::Bits(std::ptrdiff_t bit) const {
  const Word* const words = s_.Words() + (bit >> 6);
  const int shift = static_cast<int>(bit & 63);
  return shift == 0 ? words[0] : words[0] >> shift | words[1] << (64 - shift);
}

}  // namespace kindred::mark
#endif
