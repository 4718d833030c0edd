// See shown_runs.h.
#include "routes/shown_runs.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace kindred::server {

namespace {

// The longest chain of runs that are in order on both sides stays; the others have moved. By bytes, not by
// number: a heading that comes back later must not make a chapter a moved one. n log n by a table of the best
// chain that ends at or before an offset of B.
void NoteMoved(std::vector<ShownRun>* runs) {
  struct Best {
    std::uint64_t weight = 0;
    std::ptrdiff_t last = -1;
  };
  std::vector<std::uint64_t> places;
  for (const ShownRun& shown : *runs) places.push_back(shown.run.b);
  std::ranges::sort(places);
  std::vector<Best> tree(places.size() + 1);
  std::vector<std::ptrdiff_t> before(runs->size(), -1);
  Best best;
  for (std::size_t i = 0; i < runs->size(); ++i) {
    const SideBySide::Run& run = (*runs)[i].run;
    const auto rank = static_cast<std::size_t>(std::ranges::lower_bound(places, run.b) - places.begin()) + 1;
    Best found;
    for (std::size_t at = rank; at > 0; at -= at & (~at + 1)) {
      if (tree[at].weight > found.weight) found = tree[at];
    }
    before[i] = found.last;
    const Best mine{found.weight + run.length, static_cast<std::ptrdiff_t>(i)};
    for (std::size_t at = rank; at < tree.size(); at += at & (~at + 1)) {
      if (mine.weight > tree[at].weight) tree[at] = mine;
    }
    if (mine.weight > best.weight) best = mine;
  }
  for (ShownRun& shown : *runs) shown.moved = true;
  for (std::ptrdiff_t at = best.last; at >= 0; at = before[static_cast<std::size_t>(at)])
    (*runs)[static_cast<std::size_t>(at)].moved = false;
}

}  // namespace

std::vector<ShownRun> RunsToShow(const std::vector<SideBySide::Run>& all, bool* cut) {
  std::vector<SideBySide::Run> runs = all;
  *cut = runs.size() > kMostRuns;
  if (*cut) {
    std::ranges::nth_element(runs, runs.begin() + kMostRuns, std::greater<>(), &SideBySide::Run::length);
    runs.resize(kMostRuns);
    std::ranges::sort(runs, {}, &SideBySide::Run::a);
  }
  std::vector<ShownRun> shown;
  for (const SideBySide::Run& run : runs) shown.push_back({run});
  NoteMoved(&shown);
  return shown;
}

}  // namespace kindred::server
