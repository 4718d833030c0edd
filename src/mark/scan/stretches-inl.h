// A vector that walks along several stretches of bytes at once, one in each of its blocks of 16 bytes: then
// "so many bytes before" is one instruction within the block, and a chain of delays needs no memory between
// its steps. A stretch that does not start where the content does must be led in: its steps before the
// first that counts are fed, too.
//
// For kernels only; included once for each target, after highway.h.
#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

// As Highway wants it: the body once for each target.
#if defined(KINDRED_MARK_STRETCHES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef KINDRED_MARK_STRETCHES_INL_H
#undef KINDRED_MARK_STRETCHES_INL_H
#else
#define KINDRED_MARK_STRETCHES_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace kindred::mark::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr std::size_t kStep = 16;  // bytes of each stretch in a vector
#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
inline constexpr std::size_t kStretches = 1;
#else
inline constexpr std::size_t kStretches = HWY_MIN(HWY_MAX_BYTES, 64) / kStep;
#endif

#if HWY_TARGET != HWY_SCALAR  // has no blocks: kernels have plain code for it
using Bytes = hn::FixedTag<std::uint8_t, kStretches * kStep>;
using Vector = hn::Vec<Bytes>;
using Words = hn::Repartition<std::uint64_t, Bytes>;

// 16 bytes of each stretch, the first from `at`; the stretches start `apart` bytes from each other.
HWY_INLINE Vector LoadStretches(const std::uint8_t* at, std::size_t apart) {
  const Bytes bytes;
  if constexpr (kStretches == 1) {
    return hn::LoadU(bytes, at);
  } else {
    const hn::Half<Bytes> half;
    if constexpr (kStretches == 2) {
      return hn::Combine(bytes, hn::LoadU(half, at + apart), hn::LoadU(half, at));
    } else {
      const hn::Half<decltype(half)> block;
      return hn::Combine(
          bytes, hn::Combine(half, hn::LoadU(block, at + 3 * apart), hn::LoadU(block, at + 2 * apart)),
          hn::Combine(half, hn::LoadU(block, at + apart), hn::LoadU(block, at)));
    }
  }
}

// Stores what LoadStretches() would load.
HWY_INLINE void StoreStretches(Vector vector, std::uint8_t* at, std::size_t apart) {
  if constexpr (kStretches == 1) {
    hn::StoreU(vector, Bytes(), at);
  } else {
    const hn::Half<Bytes> half;
    const auto lower = hn::LowerHalf(half, vector);
    const auto upper = hn::UpperHalf(half, vector);
    if constexpr (kStretches == 2) {
      hn::StoreU(lower, half, at);
      hn::StoreU(upper, half, at + apart);
    } else {
      const hn::Half<decltype(half)> block;
      hn::StoreU(hn::LowerHalf(block, lower), block, at);
      hn::StoreU(hn::UpperHalf(block, lower), block, at + apart);
      hn::StoreU(hn::LowerHalf(block, upper), block, at + 2 * apart);
      hn::StoreU(hn::UpperHalf(block, upper), block, at + 3 * apart);
    }
  }
}

// The stream `kBytes` (0 to 32) before; `last` and `older` are the vectors of the two steps before `now`.
template <int kBytes>
HWY_INLINE Vector Before(Vector now, Vector last, Vector older) {
  if constexpr (kBytes == 0) {
    return now;
  } else if constexpr (kBytes < 16) {
    return hn::CombineShiftRightBytes<16 - kBytes>(Bytes(), now, last);
  } else {
    return Before<kBytes - 16>(last, older, older);
  }
}

// The stream of bits `64 kWords + kBits` (kBits 1 to 63) before; bit 0 of a byte is its first.
template <int kWords, int kBits>
HWY_INLINE Vector BitsBefore(Vector now, Vector last, Vector older) {
  const Words words;
  const auto newer = hn::BitCast(words, Before<8 * kWords>(now, last, older));
  const auto before = hn::BitCast(words, Before<8 * kWords + 8>(now, last, older));
  return hn::BitCast(Bytes(), hn::Or(hn::ShiftLeft<kBits>(newer), hn::ShiftRight<64 - kBits>(before)));
}
#endif

}  // namespace kindred::mark::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
