// Compiled once for each kind of vector unit; see byte_counts.h. Tested against IsControl, on each of them.
#include "read/types/byte_counts.h"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "read/types/byte_counts.cc"
#include <hwy/foreach_target.h>  // must be included before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kindred::read::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void Count(const std::uint8_t* bytes, std::size_t size, ByteCounts* counts) {
  const hn::ScalableTag<std::uint8_t> lanes;
  const std::size_t step = hn::Lanes(lanes);
  auto all = [&](int byte) { return hn::Set(lanes, static_cast<std::uint8_t>(byte)); };
  std::size_t i = 0;
  for (; i + step <= size; i += step) {
    const auto block = hn::LoadU(lanes, bytes + i);
    // \b, \t, \n, \f and \r are those from \b on, without \v.
    const auto spaces = hn::AndNot(hn::Eq(block, all('\v')), hn::Lt(hn::Sub(block, all('\b')), all(6)));
    const auto in_texts = hn::Or(spaces, hn::Eq(block, all(0x1b)));
    const auto control = hn::Or(hn::AndNot(in_texts, hn::Lt(block, all(0x20))), hn::Eq(block, all(0x7f)));
    counts->control += hn::CountTrue(lanes, control);
    counts->nul += hn::CountTrue(lanes, hn::Eq(block, hn::Zero(lanes)));
  }
  for (; i < size; ++i) {
    counts->control += IsControl(bytes[i]) ? 1 : 0;
    counts->nul += bytes[i] == 0 ? 1 : 0;
  }
}

}  // namespace kindred::read::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kindred::read {

HWY_EXPORT(Count);

ByteCounts CountBytes(std::span<const std::uint8_t> bytes) {
  ByteCounts counts;
  HWY_DYNAMIC_DISPATCH(Count)(bytes.data(), bytes.size(), &counts);
  return counts;
}

}  // namespace kindred::read
#endif
