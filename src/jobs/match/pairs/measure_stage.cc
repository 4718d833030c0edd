// See measure_stage.h.
#include "jobs/match/pairs/measure_stage.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "read/text/normaliser.h"
#include "run/run_limits.h"
#include "run/stop.h"
#include "span/shares/pair_shares.h"
#include "tree/bytes/content_source.h"
#include "tree/bytes/measure_pairs.h"

namespace kindred::jobs {

namespace {

constexpr float kGoodEnough = 0.05f;  // a standard error below which a pair is not measured again
constexpr float kSure = 2;            // standard errors between an estimate and the minimum

// Which pairs to measure, to settle the largest number. A content is read once, whatever the number of its
// pairs, so contents are chosen, by the most uncertain pairs for their bytes first, open ones counted more. A
// pair is measured if both of its contents are read.
class Choice {
 public:
  Choice(const tree::TreeScope& tree, std::span<const Pair> pairs, const MatchRun& run)
      : minimum_(static_cast<float>(run.match.minimum)),
        chosen_(pairs.size(), run.measuring == Measuring::kEvery) {
    if (run.measuring == Measuring::kEvery) return;
    const std::vector<bool> read = ToRead(tree.scope(), pairs);
    std::uint64_t left = kLeastPairs + kPairsPerContent * tree.scope().size();
    for (const bool open : {true, false}) {
      for (std::size_t i = 0; i < pairs.size() && left > 0; ++i) {
        if (chosen_[i] || !Uncertain(pairs[i]) || Open(pairs[i]) != open) continue;
        if (!read[pairs[i].a] || !read[pairs[i].b]) continue;
        chosen_[i] = true;
        --left;
      }
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (pairs[i].error >= kUnknown) chosen_[i] = true;
    }
  }

  bool Measures(std::size_t number) const { return chosen_[number]; }
  bool Uncertain(const Pair& pair) const { return LeavesUncertain(pair, minimum_); }

 private:
  // As much again as the scan, about: it reads some 2 GB/s, and this measures some 20 MB/s. The least is what
  // a person hardly waits for. A pair costs some microseconds, whatever its size; a family of thousands has
  // millions.
  static constexpr std::uint64_t kLeastBytes = std::uint64_t{16} << 20;
  static constexpr std::uint64_t kBytesOfTree = 64;
  static constexpr std::uint64_t kLeastPairs = 200'000;
  static constexpr std::uint64_t kPairsPerContent = 4;
  static constexpr float kOpenCounts = 4;  // as so many others

  // The contents, by place, that fit the budget.
  std::vector<bool> ToRead(const match::Scope& scope, std::span<const Pair> pairs) const {
    std::vector<float> uncertain(scope.size());
    for (const Pair& pair : pairs) {
      if (!Uncertain(pair)) continue;
      const float counts = Open(pair) ? kOpenCounts : 1;
      uncertain[pair.a] += counts;
      uncertain[pair.b] += counts;
    }
    std::uint64_t whole = 0;
    std::vector<std::uint32_t> order;
    for (std::uint32_t place = 0; place < scope.size(); ++place) {
      whole += scope[place].size;
      if (uncertain[place] > 0) order.push_back(place);
    }
    std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t place) {
      return uncertain[place] / static_cast<float>(scope[place].size + 1);
    });
    std::uint64_t bytes = std::max(kLeastBytes, whole / kBytesOfTree);
    std::vector<bool> read(scope.size());
    for (const std::uint32_t place : order) {
      if (scope[place].size > bytes) continue;
      bytes -= scope[place].size;
      read[place] = true;
    }
    return read;
  }

  bool Open(const Pair& pair) const { return LeavesOpen(pair, minimum_); }

  float minimum_;
  std::vector<bool> chosen_;
};

}  // namespace

bool LeavesOpen(const Pair& pair, float minimum) { return pair.similarity - kSure * pair.error < minimum; }

bool LeavesUncertain(const Pair& pair, float minimum) {
  return LeavesOpen(pair, minimum) || pair.error > kGoodEnough;
}

span::Source::Piece WithoutIgnored(span::Source::Piece piece, Ignore ignore) {
  auto changed = read::Normalise(piece.bytes, ignore);
  if (!changed) return piece;
  const auto rest = std::make_shared<const std::vector<std::uint8_t>>(std::move(*changed));
  return {*rest, 0, rest};
}

Digest RulesOfMeasuring(Ignore ignore, std::uint64_t run) {
  constexpr int kVersion = 1;  // of what counts as shared
  const std::string text = fmt::format("{} {} {} {}", kVersion, run, ignore.Text(), ignore.raw);
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.high64, hash.low64};
}

namespace {

// What is known of the pairs that are to be measured, by number of the pair.
class Known {
 public:
  Known(const tree::TreeScope& tree, std::span<const Pair> pairs, index::KeptShares* kept)
      : tree_(tree), pairs_(pairs), kept_(kept), share_of_(pairs.size()) {}

  // Whether it was kept.
  bool Recall(std::uint32_t number) {
    if (kept_ == nullptr) return false;
    const std::uint64_t pair = index::HashOfPair(DigestA(number), DigestB(number));
    used_.push_back(pair);
    const index::KeptShare* known = kept_->Find(pair);
    if (known == nullptr) return false;
    share_of_[number] = *known;
    index::OrderByDigest(DigestA(number), DigestB(number), &*share_of_[number]);
    return true;
  }

  void Add(std::uint32_t number, index::KeptShare share) {
    share_of_[number] = share;
    if (kept_ == nullptr) return;
    index::OrderByDigest(DigestA(number), DigestB(number), &share);
    share.pair = index::HashOfPair(DigestA(number), DigestB(number));
    fresh_.push_back(share);
  }

  const std::optional<index::KeptShare>& Of(std::size_t number) const { return share_of_[number]; }

  void Save() {
    if (kept_ != nullptr && !fresh_.empty()) kept_->Save(std::move(fresh_), std::move(used_));
  }

 private:
  const Digest& DigestA(std::size_t number) const { return tree_.DigestOf(pairs_[number].a); }
  const Digest& DigestB(std::size_t number) const { return tree_.DigestOf(pairs_[number].b); }

  const tree::TreeScope& tree_;
  std::span<const Pair> pairs_;
  index::KeptShares* kept_;
  std::vector<std::optional<index::KeptShare>> share_of_;
  std::vector<index::KeptShare> fresh_;
  std::vector<std::uint64_t> used_;
};

// Reads the contents of the chosen pairs that are not known yet.
void MeasureChosen(const tree::TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                   const MatchRun& run, const Choice& choice, tree::ContentSource& source, Known* known,
                   Observer& observer) {
  std::vector<span::ContentPair> to_measure;
  std::vector<std::uint32_t> numbers;  // of the pairs to measure
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    if (!choice.Measures(i) || known->Recall(i)) continue;
    numbers.push_back(i);
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
                          .least = run.match.run,
                          .memory = run::MemoryOf(run.run) / 2,
                          .threads = run::ThreadsOf(run.run),
                          .stop = [&] { return observer.StopRequested(); },
                          .progress =
                              [&](std::uint64_t contents) {
                                observer.OnProgress({"measure", read += contents, 0, 0, 0});
                              }});
  run::StopIfAsked(observer, run::kIndexIsComplete);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!shares[i].measured) continue;
    known->Add(numbers[i], {.shared_a = shares[i].shared_a,
                            .shared_b = shares[i].shared_b,
                            .size_a = compared_bytes[to_measure[i].a],
                            .size_b = compared_bytes[to_measure[i].b]});
  }
}

// The pair with its exact shares.
Pair Settled(Pair pair, const index::KeptShare& share, Measure measure) {
  const tree::MeasuredShares exact =
      tree::SharesOf(share.shared_a, share.size_a, share.shared_b, share.size_b, measure);
  pair.of_a = exact.of_a;
  pair.of_b = exact.of_b;
  pair.similarity = exact.similarity;
  pair.shared_bytes = std::min(exact.shared_a, exact.shared_b);
  pair.error = 0;
  pair.measured = 1;
  return pair;
}

}  // namespace

Measurement MeasureFoundPairs(const tree::TreeScope& tree, std::span<const Pair> pairs, Ignore ignore,
                              const MatchRun& run, const std::string& spill_directory,
                              index::KeptShares* kept, Observer& observer) {
  std::vector<std::uint64_t> sizes;
  for (const match::ScopeContent& content : tree.scope()) sizes.push_back(content.size);
  tree::ContentSource source(
      std::move(sizes), [&](std::uint32_t place) { return tree::FilesOf(tree, place); }, run.follow_links,
      run::MemoryOf(run.run) / 2, observer);

  std::optional<inside::PartSpool> parts;
  if (tree.HasParts()) {
    parts.emplace(tree.look(), spill_directory, run.follow_links, [&] { return observer.StopRequested(); });
    source.ReadPartsFrom(&*parts);
  }

  const Choice choice(tree, pairs, run);
  Known known(tree, pairs, kept);
  MeasureChosen(tree, pairs, ignore, run, choice, source, &known, observer);

  Measurement result;
  const auto minimum = static_cast<float>(run.match.minimum);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::optional<index::KeptShare>& share = known.Of(i);
    if (!share && choice.Measures(i) && run.measuring == Measuring::kEvery)
      continue;  // it is among the skips
    Pair pair = pairs[i];
    if (share) {
      pair = Settled(pair, *share, run.match.measure);
      ++result.measured;
      result.dropped += pair.similarity < minimum;
    } else {
      result.unsettled += choice.Uncertain(pair);
    }
    // What parts share counts for their files, however little it is (fold.h).
    const bool of_parts = tree.HasParts() && !tree.PartsOf(pair.a).empty() && !tree.PartsOf(pair.b).empty();
    if (pair.similarity >= minimum || of_parts) result.pairs.push_back(pair);
  }
  known.Save();
  result.skips = source.Skips();
  return result;
}

}  // namespace kindred::jobs
