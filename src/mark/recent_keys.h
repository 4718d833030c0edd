// Whether a key was a candidate less than a window before: a run of equal or periodic bytes gives its marks
// once. Manber shifts the text to the end of each fingerprint for that (1993, section 2); then a mark would
// depend on all marks before it. Here the answer depends on the two windows before the candidate only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "model/mark.h"

namespace kindred {

class RecentKeys {
 public:
  explicit RecentKeys(std::size_t window) : window_(window) {}

  void Clear() { recent_.clear(); }

  // Counts from the last candidate, kept or not. Offsets ascend.
  bool SeenWithinWindow(std::uint64_t key, std::uint64_t offset) {
    while (!recent_.empty() && recent_.front().offset + window_ <= offset) recent_.pop_front();
    const bool seen =
        std::any_of(recent_.rbegin(), recent_.rend(), [&](const Mark& mark) { return mark.key == key; });
    recent_.push_back({key, offset, 0});
    return seen;
  }

 private:
  std::size_t window_;
  std::deque<Mark> recent_;
};

}  // namespace kindred
