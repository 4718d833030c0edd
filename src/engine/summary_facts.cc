// See summary_facts.h.
#include "engine/summary_facts.h"

#include "engine/measure_name.h"
#include "engine/skips.h"
#include "kindred/kindred.h"

namespace kindred::engine {

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

}  // namespace kindred::engine
