// Shared runs for the page: no more than it can show, and which of them have moved.
#pragma once

#include <cstddef>
#include <vector>

#include "kindred/values.h"

namespace kindred::server {

inline constexpr std::size_t kMostRuns = 20000;

struct ShownRun {
  SideBySide::Run run;
  bool moved = false;
};

// The longest kMostRuns of them, in their order; `cut` says whether there are more.
std::vector<ShownRun> RunsToShow(const std::vector<SideBySide::Run>& all, bool* cut);

}  // namespace kindred::server
