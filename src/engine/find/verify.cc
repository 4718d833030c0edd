// See verify.h.
#include "engine/find/verify.h"

#include <algorithm>

#include "engine/run_limits.h"
#include "engine/stop.h"
#include "engine/verify/scanned_contents.h"

namespace kindred::engine {

Verification VerifyPairs(const TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                         const FindOptions& options, Observer& observer) {
  std::vector<std::uint64_t> sizes;
  for (const match::ScopeContent& content : tree.scope()) sizes.push_back(content.size);
  ContentSource source(
      std::move(sizes), [&](std::uint32_t place) { return FilesOf(tree, place); },
      options.scan.walk.follow_links, MemoryOf(options.scan.run) / 2, observer);

  std::vector<ContentPair> to_measure;
  for (const Pair& pair : pairs) to_measure.push_back({pair.a, pair.b});
  ScannedContents contents(source);
  const std::vector<PairMeasurement> measured = MeasurePairs(to_measure, contents,
                                                             {.measure = options.match.measure,
                                                              .ignore = ignore,
                                                              .threads = ThreadsOf(options.scan.run),
                                                              .total = pairs.size(),
                                                              .when_stopped = kIndexIsComplete},
                                                             observer);

  Verification result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!measured[i].read) continue;  // it is among the skips
    const MeasuredShares& shares = measured[i].shares;
    if (shares.similarity < static_cast<float>(options.match.minimum)) {
      ++result.dropped;
      continue;
    }
    Pair& pair = result.pairs.emplace_back(pairs[i]);
    pair.of_a = shares.of_a;
    pair.of_b = shares.of_b;
    pair.similarity = shares.similarity;
    pair.shared_bytes = std::min(shares.shared_a, shares.shared_b);
  }
  result.skips = source.Skips();
  return result;
}

}  // namespace kindred::engine
