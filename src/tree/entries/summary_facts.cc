// See summary_facts.h.
#include "tree/entries/summary_facts.h"

#include "kindred/values.h"
#include "tree/entries/skips.h"
#include "tree/methods/measure_name.h"

namespace kindred::tree {

RunFacts RunFactsOf(const ScannedTree& tree, const std::vector<Skip>& more, double seconds) {
  std::vector<Skip> skips = tree.skips;
  skips.insert(skips.end(), more.begin(), more.end());
  return {.version = Version(),
          .skips = skips.size(),
          .skip_counts = CountSkips(skips),
          .filtered = tree.summary.filtered,
          .hidden = tree.summary.hidden,
          .seconds = seconds};
}

MatchFacts MatchFactsOf(const MatchOptions& options, const MethodInfo& method) {
  return {.method = method,
          .minimum = options.minimum,
          .run = options.run,
          .measure = MeasureName(options.measure),
          .filter = options.filter,
          .filter_command = options.filter_command};
}

}  // namespace kindred::tree
