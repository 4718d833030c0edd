// Counted and dealt out by content, then sorted content by content; see placed_runs.h.
#include "span/runs/placed_runs.h"

#include <algorithm>

#include "base/parallel.h"

namespace kindred::span {

PlacedRuns::PlacedRuns(const std::vector<Run>& runs, const std::vector<bool>& wanted, unsigned threads)
    : begins_(wanted.size() + 2) {
  // Two further on, so that dealing out moves each begin to where it belongs.
  for (const Run& run : runs) {
    for (const Place& place : run.places) {
      if (wanted[place.content]) ++begins_[place.content + std::size_t{2}];
    }
  }
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  placed_.resize(begins_.back());
  for (std::uint32_t number = 0; number < runs.size(); ++number) {
    const Run& run = runs[number];
    for (const Place& place : run.places) {
      if (!wanted[place.content]) continue;
      placed_[begins_[place.content + std::size_t{1}]++] = {place.offset, run.length, number,
                                                            static_cast<std::uint32_t>(run.places.size())};
    }
  }
  base::ParallelFor(std::max(1u, threads), wanted.size(), [&](std::size_t content, unsigned) {
    std::sort(placed_.begin() + static_cast<std::ptrdiff_t>(begins_[content]),
              placed_.begin() + static_cast<std::ptrdiff_t>(begins_[content + 1]),
              [](const PlacedRun& a, const PlacedRun& b) {
                return a.offset != b.offset ? a.offset < b.offset : a.number < b.number;
              });
  });
}

}  // namespace kindred::span
