// See skips.h.
#include "tree/entries/skips.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <tuple>

#include "tree/entries/shown_paths.h"
#include "tree/entries/tree_parts.h"

namespace kindred::tree {

void SortSkips(std::vector<Skip>* skips) {
  std::ranges::sort(*skips, [](const Skip& a, const Skip& b) {
    return std::tie(a.path, a.stage) < std::tie(b.path, b.stage);
  });
}

bool SameSkips(const std::vector<Skip>& a, const std::vector<Skip>& b) {
  return std::ranges::equal(a, b, [](const Skip& x, const Skip& y) {
    return x.path == y.path && x.stage == y.stage && x.reason == y.reason;
  });
}

std::vector<SkipCount> CountSkips(const std::vector<Skip>& skips) {
  std::map<std::string, SkipCount> by_reason;
  for (const Skip& skip : skips) {
    // What is missing inside of files has different reasons for each format; the skips themselves have them.
    const std::string reason = skip.stage == kInsideStage ? "some parts could not be read" : skip.reason;
    SkipCount& count = by_reason.try_emplace(reason, SkipCount{reason, 0, false}).first->second;
    ++count.files;
    count.error |= skip.error;
  }
  std::vector<SkipCount> counts;
  for (auto& [reason, count] : by_reason) counts.push_back(std::move(count));
  std::ranges::stable_sort(counts, std::greater<>(), &SkipCount::files);
  return counts;
}

void PushSkips(const std::vector<walk::Root>& roots, const std::vector<Skip>& skips, ResultSink& sink) {
  const ShownPaths shown(roots);
  for (Skip skip : skips) {
    skip.path = shown.Of(skip.path);
    sink.On(skip);
  }
}

}  // namespace kindred::tree
