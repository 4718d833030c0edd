// See measure_stage.h.
#include "engine/find/measure_stage.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>

#include "engine/run_limits.h"
#include "engine/spans/content_source.h"
#include "engine/stop.h"
#include "engine/verify/measure_pairs.h"
#include "kindred/error.h"
#include "read/normaliser.h"
#include "span/pair_shares.h"

namespace kindred::engine {

namespace {

constexpr float kGoodEnough = 0.05f;  // a standard error that nobody minds
constexpr float kSure = 2;            // standard errors between an estimate and the minimum

// What is compared of a content.
span::Source::Piece WithoutIgnored(span::Source::Piece piece, Ignore ignore) {
  auto changed = read::Normalise(piece.bytes, ignore);
  if (!changed) return piece;
  const auto rest = std::make_shared<const std::vector<std::uint8_t>>(std::move(*changed));
  return {*rest, 0, rest};
}

// Which pairs to measure, so that those that matter most are settled. Greedy: uncertain pairs in order, each
// with its contents, while they fit the budget.
class Choice {
 public:
  Choice(const TreeScope& tree, std::span<const Pair> pairs, const FindOptions& options)
      : minimum_(static_cast<float>(options.match.minimum)), chosen_(pairs.size(), options.verify) {
    if (options.verify) return;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      if (Uncertain(pairs[i])) order.push_back(i);
    }
    std::ranges::stable_sort(order, [&](std::uint32_t x, std::uint32_t y) {
      const bool open_x = Open(pairs[x]), open_y = Open(pairs[y]);
      if (open_x != open_y) return open_x;
      return Likely(pairs[x]) > Likely(pairs[y]);
    });
    std::uint64_t whole = 0;
    for (const match::ScopeContent& content : tree.scope()) whole += content.size;
    std::uint64_t bytes = std::max(kLeastBytes, whole / kBytesOfTree);
    std::uint64_t left = kLeastPairs + kPairsPerContent * tree.scope().size();
    std::vector<bool> read(tree.scope().size());
    for (std::uint32_t number : order) {
      const Pair& pair = pairs[number];
      const bool must = pair.error >= kUnknown;
      std::uint64_t more = 0;
      for (std::uint32_t place : {pair.a, pair.b}) more += read[place] ? 0 : tree.scope()[place].size;
      if ((more > bytes || left == 0) && !must) continue;
      bytes -= std::min(more, bytes);
      left -= std::min<std::uint64_t>(1, left);
      read[pair.a] = read[pair.b] = true;
      chosen_[number] = true;
    }
  }

  bool Measures(std::size_t number) const { return chosen_[number]; }
  bool Uncertain(const Pair& pair) const { return Open(pair) || pair.error > kGoodEnough; }

 private:
  // As much again as the scan, about: it reads some 2 GB/s, and this measures some 20 MB/s. The least is what
  // a person hardly waits for. A pair costs some microseconds, whatever its size; a family of thousands has
  // millions.
  static constexpr std::uint64_t kLeastBytes = std::uint64_t{32} << 20;
  static constexpr std::uint64_t kBytesOfTree = 64;
  static constexpr std::uint64_t kLeastPairs = 200'000;
  static constexpr std::uint64_t kPairsPerContent = 4;

  bool Open(const Pair& pair) const { return pair.similarity - kSure * pair.error < minimum_; }
  static float Likely(const Pair& pair) { return pair.similarity + pair.error; }

  float minimum_;
  std::vector<bool> chosen_;
};

}  // namespace

void RefuseBoth(bool verify, bool estimate) {
  if (!verify || !estimate) return;
  throw Error(ErrorKind::kUsage, "contradicts `verify`", OptionName{"estimate"}, "leave one of them out");
}

Measurement MeasureFoundPairs(const TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                              const FindOptions& options, Observer& observer) {
  std::vector<std::uint64_t> sizes;
  for (const match::ScopeContent& content : tree.scope()) sizes.push_back(content.size);
  ContentSource source(
      std::move(sizes), [&](std::uint32_t place) { return FilesOf(tree, place); },
      options.scan.walk.follow_links, MemoryOf(options.scan.run) / 2, observer);

  const Choice choice(tree, pairs, options);
  std::vector<span::ContentPair> to_measure;
  std::vector<std::uint32_t> measured_as(pairs.size(), ~std::uint32_t{0});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!choice.Measures(i)) continue;
    measured_as[i] = static_cast<std::uint32_t>(to_measure.size());
    to_measure.push_back({pairs[i].a, pairs[i].b});
  }
  std::vector<std::atomic<std::uint64_t>> compared_bytes(
      tree.scope().size());  // without what the method ignores
  std::uint64_t read = 0;
  const std::vector<span::PairShare> shares =
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
                                observer.OnProgress({"measure", read += contents, 0, 0, 0});
                              }});
  StopIfAsked(observer, kIndexIsComplete);

  Measurement result;
  const auto minimum = static_cast<float>(options.match.minimum);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::uint32_t number = measured_as[i];
    const bool read_both = number != ~std::uint32_t{0} && shares[number].measured;
    if (number != ~std::uint32_t{0} && !read_both && options.verify) continue;  // it is among the skips
    Pair pair = pairs[i];
    if (read_both) {
      const MeasuredShares exact =
          SharesOf(shares[number].shared_a, compared_bytes[pair.a], shares[number].shared_b,
                   compared_bytes[pair.b], options.match.measure);
      ++result.measured;
      pair.of_a = exact.of_a;
      pair.of_b = exact.of_b;
      pair.similarity = exact.similarity;
      pair.shared_bytes = std::min(exact.shared_a, exact.shared_b);
      pair.error = 0;
      pair.measured = 1;
      result.dropped += pair.similarity < minimum;
    } else {
      result.unsettled += choice.Uncertain(pair);
    }
    if (pair.similarity >= minimum) result.pairs.push_back(pair);
  }
  result.skips = source.Skips();
  return result;
}

}  // namespace kindred::engine
