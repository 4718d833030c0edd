// See trivial_windows.h.
#include "span/shares/trivial_windows.h"

#include <algorithm>
#include <array>

namespace kindred::span {

namespace {

constexpr std::array<std::size_t, 3> kPeriods = {1, 4, 8};
constexpr std::uint64_t kParts = 4;  // of a window's bytes, less than one of these parts differ

}  // namespace

TrivialWindows::TrivialWindows(std::span<const std::uint8_t> content, std::uint64_t window)
    : length_(window), size_(content.size()) {
  if (content.size() < window) return;
  const auto length = static_cast<std::size_t>(window);
  const auto few = static_cast<std::size_t>(window / kParts);
  // Within a window: so equal windows are judged alike, whatever is around them.
  std::array<std::size_t, kPeriods.size()> changes{};
  auto differs = [&](std::size_t at, std::size_t period) -> std::size_t {
    return content[at] != content[at - period];
  };
  for (std::size_t i = 0; i < kPeriods.size(); ++i) {
    for (std::size_t at = kPeriods[i]; at < length; ++at) changes[i] += differs(at, kPeriods[i]);
  }
  for (std::size_t begin = 0;; ++begin) {
    if (std::ranges::min(changes) < few) Take(begin);
    const std::size_t end = begin + length;
    if (end == content.size()) return;
    for (std::size_t i = 0; i < kPeriods.size(); ++i)
      changes[i] += differs(end, kPeriods[i]) - differs(begin + kPeriods[i], kPeriods[i]);
  }
}

void TrivialWindows::Take(std::uint64_t begin) {
  if (!windows_.empty() && windows_.back().last + 1 == begin) {
    windows_.back().last = begin;
  } else {
    windows_.push_back({begin, begin});
  }
}

std::uint64_t TrivialWindows::CountedOf(Stretch shared) const {
  // The first and the last window of the stretch, moved over those that are trivial.
  std::uint64_t first = shared.begin, last = shared.end - length_;
  auto row = std::ranges::upper_bound(windows_, first, {}, &Row::first);
  if (row != windows_.begin() && std::prev(row)->last >= first) first = std::prev(row)->last + 1;
  if (first > last) return 0;
  row = std::ranges::upper_bound(windows_, last, {}, &Row::first);
  if (row != windows_.begin() && std::prev(row)->last >= last) last = std::prev(row)->first - 1;
  const std::uint64_t begin = shared.begin == 0 ? 0 : first;
  const std::uint64_t end = shared.end == size_ ? size_ : last + length_;
  return end - begin;
}

}  // namespace kindred::span
