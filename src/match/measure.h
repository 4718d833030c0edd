// From what two contents share to the shares that people read: of_a, of_b and one similarity.
//
// A share is the part of a content's bytes that lies in runs of 50 bytes (MatchOptions::run) or more which
// also occur in the other content. Marks measure something else: which part of the *windows* (32 bytes,
// method fingerprints) occurs there, and only of a sample of them. Two steps lead from one to the other.
//
// 1. Sampling. Of n marks, a share s has the standard error sqrt(s (1 - s) / n). A mark that occurs m times
//    in the content counts m times, and errs m times: the variance grows by m.
// 2. Windows to bytes. A run of L bytes has L - 31 windows, so edits that are scattered cost more windows
//    than bytes. If they come at random, one in 1/x bytes, then s = exp(-32 x), and the bytes in runs of 50
//    are f = (1 + 50 x) exp(-50 x). If they come in one place, bytes and windows agree. The estimate lies
//    between s and f, nearer to f for small shares and to s for large ones, and its error reflects how far
//    apart the two are.
//
// Example: s = 0.3 is 30 % if that much was kept as a block, 44 % if single bytes were changed throughout.
// The estimate is 38 %, with a standard error of 7 points from this alone.
//
// A bound that holds whatever the edits are: a run of L >= 50 bytes has at least 19/50 L windows of 32, so of
// a content that shares p of its bytes, 19/50 p of the windows are shared. What stays below that, raised by
// `margin` standard errors of the sample, cannot reach p; all others are worth measuring.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kindred/options.h"
#include "kindred/values.h"

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

// How shares are judged.
struct ShareRules {
  Measure measure = Measure::kContainment;
  double margin = 3;
  Count count = Count::kOnce;
  std::uint64_t run = kRunLength;  // least length of a run that counts
  std::uint64_t window = 0;  // bytes of a mark of the method; 0: its marks are pieces that do not overlap
  bool all_bytes = false;    // any window may be a mark, so the expected number follows from a content's size
};

struct Shares {
  float of_a = 0;
  float of_b = 0;
  float similarity = 0;
  float error = 0;     // standard error of the shares, the larger of the two
  float at_most = 0;   // the similarity, `margin` standard errors higher
  float could_be = 0;  // the bound: no pair of contents with these marks shares more
};

inline double Combine(double of_a, double of_b, const SharedWeight& shared, Measure measure) {
  switch (measure) {
    case Measure::kContainment:
    case Measure::kOfReference:  // a pair may be in the group of either
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

// One side of a pair.
struct SideShare {
  double share = 0;
  double error = 0;
  double could_be = 0;
};

// `part` of `total`, sampled at one in 2^level; a shared mark occurs `repeats` times on average.
inline SideShare EstimateSide(double part, double total, double repeats, int level, const ShareRules& rules) {
  if (total <= 0) return {};
  const double windows = part / total;
  if (windows >= 1 && rules.count == Count::kMultiset) return {windows, 0, windows};
  const double unsampled = 1 - 1.0 / static_cast<double>(std::uint64_t{1} << level);
  // A sample of three that are all shared does not prove 100 %: one more of each kind is assumed.
  const double likely = (std::min(part, total) + 1) / (total + 2);
  const double sampling = std::sqrt(likely * (1 - likely) / total * std::max(1.0, repeats) * unsampled);
  const double of_windows = std::min(1.0, windows);
  const double raised = std::min(1.0, of_windows + rules.margin * sampling);
  if (rules.window == 0 || of_windows == 0) return {of_windows, sampling, raised};
  const auto run = static_cast<double>(rules.run);
  const double per_run = run - static_cast<double>(std::min(rules.window, rules.run)) + 1;
  const double edits = -std::log(of_windows) / static_cast<double>(rules.window);
  const double scattered = std::max(of_windows, (1 + run * edits) * std::exp(-run * edits));
  // Little that is shared is mostly in short pieces, much of it in long ones; docs/inside/matching.md has
  // what was measured.
  const double usually = std::clamp(1.2 - 2 * of_windows, 0.0, 1.0);
  constexpr double kDoubt = 0.5;
  const double gap = scattered - of_windows;
  return {of_windows + usually * gap, std::hypot(sampling, kDoubt * gap),
          std::min(1.0, raised * run / per_run)};
}

// With Count::kMultiset a shared mark of A counts as often as it occurs in B, as in sif (Manber 1993, section
// 3: "it is interesting to note that this ratio can be greater than 1").
inline Shares MeasureShares(const SharedWeight& shared, const ShareRules& rules) {
  const bool multiset = rules.count == Count::kMultiset;
  const auto keys = static_cast<double>(std::max<std::uint64_t>(1, shared.keys));
  auto side = [&](std::uint64_t part, std::uint64_t total, std::uint64_t own) {
    return EstimateSide(static_cast<double>(part), static_cast<double>(total),
                        static_cast<double>(own) / keys, shared.level, rules);
  };
  const SideShare a = side(multiset ? shared.weight_b : shared.weight_a, shared.total_a, shared.weight_a);
  const SideShare b = side(multiset ? shared.weight_a : shared.weight_b, shared.total_b, shared.weight_b);
  auto raised = [&](double errors) {
    auto up = [&](const SideShare& one) {
      return std::max(one.share, std::min(1.0, one.share + errors * one.error));
    };
    return Combine(up(a), up(b), shared, rules.measure);
  };
  const double similarity = Combine(a.share, b.share, shared, rules.measure);
  // Both shares are shown, so the worse of the two errors counts.
  const double error = std::max(a.error, b.error);
  return {static_cast<float>(a.share),
          static_cast<float>(b.share),
          static_cast<float>(similarity),
          static_cast<float>(error),
          static_cast<float>(raised(rules.margin)),
          static_cast<float>(Combine(a.could_be, b.could_be, shared, rules.measure))};
}

}  // namespace kindred::match
