// See verify.h.
#include "engine/find/verify.h"

#include <cmath>
#include <mutex>

#include "base/parallel.h"
#include "engine/run_limits.h"
#include "engine/spans/content_source.h"
#include "engine/stop.h"
#include "match/measure.h"
#include "read/normaliser.h"
#include "span/coverage.h"

namespace kindred::engine {

float RoundedShare(double share) {
  const auto rounded = static_cast<float>(share);
  return rounded >= 1 && share < 1 ? std::nextafter(1.0f, 0.0f) : rounded;
}

MeasuredShares MeasureExactly(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b,
                              Measure measure, Ignore ignore) {
  if (ignore.Any()) return MeasureExactly(read::Normalise(a, ignore), read::Normalise(b, ignore), measure);
  MeasuredShares shares;
  shares.shared_a = span::SharedBytes(a, b);
  shares.shared_b = span::SharedBytes(b, a);
  const double of_a = match::ShareOf(shares.shared_a, a.size());
  const double of_b = match::ShareOf(shares.shared_b, b.size());
  shares.of_a = RoundedShare(of_a);
  shares.of_b = RoundedShare(of_b);
  shares.similarity =
      RoundedShare(match::Combine(of_a, of_b, {.total_a = a.size(), .total_b = b.size()}, measure));
  return shares;
}

Verification VerifyPairs(const TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                         const FindOptions& options, Observer& observer) {
  std::vector<std::uint64_t> sizes;
  for (const match::ScopeContent& content : tree.scope()) sizes.push_back(content.size);
  ContentSource source(
      std::move(sizes), [&](std::uint32_t place) { return FilesOf(tree, place); },
      options.scan.walk.follow_links, MemoryOf(options.scan.run) / 2, observer);

  enum class Verdict : std::uint8_t { kUnread, kBelow, kReached };
  std::vector<Verdict> verdicts(pairs.size(), Verdict::kUnread);
  std::vector<Pair> measured(pairs.begin(), pairs.end());
  std::mutex mutex;
  std::uint64_t done = 0;
  base::ParallelFor(ThreadsOf(options.scan.run), pairs.size(), [&](std::size_t i, unsigned) {
    if (observer.StopRequested()) return;
    Pair& pair = measured[i];
    const span::Source::Piece a = source.Whole(pair.a);
    const span::Source::Piece b = a.bytes.empty() ? span::Source::Piece() : source.Whole(pair.b);
    if (!b.bytes.empty()) {
      const MeasuredShares shares = MeasureExactly(a.bytes, b.bytes, options.match.measure, ignore);
      pair.of_a = shares.of_a;
      pair.of_b = shares.of_b;
      pair.similarity = shares.similarity;
      pair.shared_bytes = std::min(shares.shared_a, shares.shared_b);
      const bool reached = pair.similarity >= static_cast<float>(options.match.minimum);
      verdicts[i] = reached ? Verdict::kReached : Verdict::kBelow;
    }
    const std::lock_guard lock(mutex);
    if (++done % 256 == 0) observer.OnProgress({"verify", done, pairs.size(), 0, 0});
  });
  StopIfAsked(observer, kIndexIsComplete);

  Verification result;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    if (verdicts[i] == Verdict::kReached) result.pairs.push_back(measured[i]);
    if (verdicts[i] == Verdict::kBelow) ++result.dropped;
  }
  result.skips = source.Skips();
  return result;
}

}  // namespace kindred::engine
