// Detects keys that were candidates less than a window before, so that a run of equal or periodic bytes gives
// its marks once. Manber shifts the text to the end of each fingerprint for that (1993, section 2); then a
// mark would depend on all marks before it. Here the answer depends on the two windows before the candidate
// only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kindred::mark {

class RecentKeys {
 public:
  explicit RecentKeys(std::uint64_t window) : window_(window) {}

  void Clear() {
    recent_.clear();
    begin_ = 0;
  }

  // Counts from the last candidate, kept or not. Offsets ascend.
  bool SeenWithinWindow(std::uint64_t key, std::uint64_t offset) {
    while (begin_ < recent_.size() && recent_[begin_].offset + window_ <= offset) ++begin_;
    if (begin_ == recent_.size()) {
      Clear();
    } else if (begin_ >= kManyGone) {
      recent_.erase(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(begin_));
      begin_ = 0;
    }
    const bool seen = std::any_of(recent_.begin() + static_cast<std::ptrdiff_t>(begin_), recent_.end(),
                                  [&](const Candidate& candidate) { return candidate.key == key; });
    recent_.push_back({key, offset});
    return seen;
  }

 private:
  static constexpr std::size_t kManyGone = 256;
  struct Candidate {
    std::uint64_t key;
    std::uint64_t offset;
  };

  std::uint64_t window_;
  std::vector<Candidate> recent_;
  std::size_t begin_ = 0;  // those before it are too far back
};

}  // namespace kindred::mark
