// From what two contents share to the shares that people read: of_a, of_b and one similarity.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kindred/options.h"

namespace kindred {

// Both sides at the coarser of the two selection levels, so that the same pieces had the same chance on each.
struct SharedWeight {
  std::uint64_t keys = 0;      // distinct keys both have
  std::uint64_t weight_a = 0;  // what those keys weigh in A, repeats counted; of
  std::uint64_t total_a = 0;   // what all of A weighs
  std::uint64_t weight_b = 0;
  std::uint64_t total_b = 0;
};

struct Shares {
  float of_a = 0;
  float of_b = 0;
  float similarity = 0;
};

inline Shares MeasureShares(const SharedWeight& shared, Measure measure) {
  auto part = [](std::uint64_t of, std::uint64_t total) {
    return total == 0 ? 0.0 : std::min(1.0, static_cast<double>(of) / static_cast<double>(total));
  };
  const double of_a = part(shared.weight_a, shared.total_a);
  const double of_b = part(shared.weight_b, shared.total_b);
  double similarity = std::max(of_a, of_b);
  if (measure == Measure::kBoth) similarity = std::min(of_a, of_b);
  if (measure == Measure::kResemblance) {
    // Shared pieces weigh differently in A and B when one repeats them; their mean stands for both.
    const double both = static_cast<double>(shared.weight_a + shared.weight_b) / 2;
    const double all = static_cast<double>(shared.total_a + shared.total_b) - both;
    similarity = all <= 0 ? 0 : std::min(1.0, both / all);
  }
  return {static_cast<float>(of_a), static_cast<float>(of_b), static_cast<float>(similarity)};
}

}  // namespace kindred
