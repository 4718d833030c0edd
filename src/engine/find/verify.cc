// See verify.h.
#include "engine/find/verify.h"

#include <algorithm>
#include <memory>

#include "engine/run_limits.h"
#include "engine/spans/content_source.h"
#include "engine/stop.h"
#include "engine/verify/measure_pairs.h"
#include "read/normaliser.h"
#include "span/pair_shares.h"

namespace kindred::engine {

namespace {

// What is compared of a content.
span::Source::Piece WithoutIgnored(span::Source::Piece piece, Ignore ignore) {
  if (!ignore.Any() || piece.bytes.empty()) return piece;
  const auto rest = std::make_shared<const std::vector<std::uint8_t>>(read::Normalise(piece.bytes, ignore));
  return {*rest, 0, rest};
}

}  // namespace

Verification VerifyPairs(const TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                         const FindOptions& options, Observer& observer) {
  std::vector<std::uint64_t> sizes;
  for (const match::ScopeContent& content : tree.scope()) sizes.push_back(content.size);
  ContentSource source(
      std::move(sizes), [&](std::uint32_t place) { return FilesOf(tree, place); },
      options.scan.walk.follow_links, MemoryOf(options.scan.run) / 2, observer);

  std::vector<span::ContentPair> to_measure;
  to_measure.reserve(pairs.size());
  for (const Pair& pair : pairs) to_measure.push_back({pair.a, pair.b});
  std::vector<std::uint64_t> compared_bytes(tree.scope().size());  // without what the method ignores
  std::uint64_t read = 0;
  const std::vector<span::PairShare> measured =
      span::MeasurePairs({.pairs = to_measure,
                          .contents = static_cast<std::uint32_t>(tree.scope().size()),
                          .size = [&](std::uint32_t place) { return tree.scope()[place].size; },
                          .whole =
                              [&](std::uint32_t place) {
                                span::Source::Piece piece = WithoutIgnored(source.Whole(place), ignore);
                                compared_bytes[place] = piece.bytes.size();
                                return piece;
                              },
                          .memory = MemoryOf(options.scan.run) / 2,
                          .threads = ThreadsOf(options.scan.run),
                          .stop = [&] { return observer.StopRequested(); },
                          .progress =
                              [&](std::uint64_t contents) {
                                observer.OnProgress({"verify", read += contents, 0, 0, 0});
                              }});
  StopIfAsked(observer, kIndexIsComplete);

  Verification result;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!measured[i].measured) continue;  // it is among the skips
    const MeasuredShares shares =
        SharesOf(measured[i].shared_a, compared_bytes[pairs[i].a], measured[i].shared_b,
                 compared_bytes[pairs[i].b], options.match.measure);
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
