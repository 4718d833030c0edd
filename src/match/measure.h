// From what two contents share to the shares that people read: of_a, of_b and one similarity.
//
// Shares are estimated from a sample of the windows, so a threshold on the estimate alone would lose half of
// the pairs that are truly just above it. A pair is therefore dropped only when its estimate lies below the
// minimum by more than `margin` standard errors of the sample (binomial, with the finite-population factor:
// at level 0 everything is in the sample and nothing is uncertain).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kindred/options.h"

namespace kindred::match {

// Both sides at the coarser of the two selection levels, so that the same pieces had the same chance on each.
struct SharedWeight {
  std::uint64_t keys = 0;      // distinct keys both have
  std::uint64_t weight_a = 0;  // what those keys weigh in A, repeats counted; of
  std::uint64_t total_a = 0;   // what all of A weighs
  std::uint64_t weight_b = 0;
  std::uint64_t total_b = 0;
  int level = 0;  // at which both were sampled
};

struct Shares {
  float of_a = 0;
  float of_b = 0;
  float similarity = 0;
  float at_most = 0;  // the similarity that the sample does not exclude
};

inline double Combine(double of_a, double of_b, const SharedWeight& shared, Measure measure) {
  switch (measure) {
    case Measure::kContainment:
      return std::max(of_a, of_b);
    case Measure::kBoth:
      return std::min(of_a, of_b);
    case Measure::kResemblance:
      break;
  }
  // Shared pieces weigh differently in A and B when one repeats them; the mean is used for both.
  const double all = static_cast<double>(shared.total_a + shared.total_b);
  const double both =
      (of_a * static_cast<double>(shared.total_a) + of_b * static_cast<double>(shared.total_b)) / 2;
  return all <= both ? 0 : std::min(1.0, both / (all - both));
}

inline double ShareOf(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// With Count::kMultiset a shared mark of A counts as often as it occurs in B, as in sif (Manber 1993, section
// 3: "it is interesting to note that this ratio can be greater than 1").
inline Shares MeasureShares(const SharedWeight& shared, Measure measure, double margin,
                            Count count = Count::kOnce) {
  const bool multiset = count == Count::kMultiset;
  auto part = [&](std::uint64_t of, std::uint64_t total) {
    return multiset ? ShareOf(of, total) : std::min(1.0, ShareOf(of, total));
  };
  const double sampled = 1.0 / static_cast<double>(std::uint64_t{1} << shared.level);
  auto raised = [&](double share, std::uint64_t total) {
    if (total == 0 || share >= 1) return share;
    const double error = std::sqrt(share * (1 - share) / static_cast<double>(total) * (1 - sampled));
    return std::min(1.0, share + margin * error);
  };
  const double of_a = part(multiset ? shared.weight_b : shared.weight_a, shared.total_a);
  const double of_b = part(multiset ? shared.weight_a : shared.weight_b, shared.total_b);
  const double most = Combine(raised(of_a, shared.total_a), raised(of_b, shared.total_b), shared, measure);
  return {static_cast<float>(of_a), static_cast<float>(of_b),
          static_cast<float>(Combine(of_a, of_b, shared, measure)), static_cast<float>(most)};
}

}  // namespace kindred::match
