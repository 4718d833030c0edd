// Runs by their places: which runs occur in each content, in order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "span/runs/runs.h"

namespace kindred::span {

// A run at one of its places.
struct PlacedRun {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::uint32_t number = 0;  // of the run
  std::uint32_t count = 0;   // of its places
};

class PlacedRuns {
 public:
  // Of those contents only for which `wanted` is true.
  PlacedRuns(const std::vector<Run>& runs, const std::vector<bool>& wanted, unsigned threads);

  // In order of offset.
  std::span<const PlacedRun> In(std::uint32_t content) const {
    return std::span(placed_).subspan(begins_[content], begins_[content + 1] - begins_[content]);
  }

 private:
  std::vector<std::size_t> begins_;  // by content, and the end
  std::vector<PlacedRun> placed_;
};

}  // namespace kindred::span
