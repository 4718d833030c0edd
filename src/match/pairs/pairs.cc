// From sharing sets to pairs; see pairs.h.
#include "match/pairs/pairs.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "match/measure.h"
#include "match/pairs/binned_pairs.h"
#include "match/pairs/pair_sums.h"
#include "match/pairs/shared_weight.h"

namespace kindred::match {

namespace {

constexpr std::uint64_t kFewestMarks = 3;
constexpr std::uint64_t kFewestChunks = 1;
constexpr std::uint64_t kProposalsAtATime = 4'000'000;
constexpr std::size_t kManyPairs = 1'000'000;

bool Before(const PairSums& x, const PairSums& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }

// Both by (a, b); what both have is the same.
std::vector<PairSums> WantedOf(std::span<const PairSums> crowds, const PairRule& rule) {
  std::vector<PairSums> wanted;
  for (const PairSums& sums : crowds) {
    if (sums.keys >= rule.min_shared && rule.MayWant(sums)) wanted.push_back(sums);
  }
  return wanted;
}

void AddCrowds(std::span<const PairSums> wanted, std::vector<PairSums>* pairs) {
  if (wanted.empty()) return;
  std::vector<PairSums> both;
  both.reserve(pairs->size() + wanted.size());
  std::ranges::set_union(*pairs, wanted, std::back_inserter(both), Before);
  *pairs = std::move(both);
}

// Marks that a content of so many bytes has at least, but for stretches without any: blanks, rules, zeros,
// repeats. Three standard errors below what is expected. Such stretches belong to its size, too.
std::uint64_t FewestMarks(std::uint64_t bytes, const ShareRules& rules, int level) {
  if (rules.window == 0 || !rules.all_bytes || bytes < rules.window) return 0;
  const double expected =
      static_cast<double>(bytes - rules.window + 1) / static_cast<double>(std::uint64_t{1} << level);
  return static_cast<std::uint64_t>(std::max(0.0, expected - 3 * std::sqrt(expected)));
}

// At least: a character of UTF-16 is compared as one to three bytes.
std::uint64_t ComparedBytes(const ScopeContent& content) {
  return content.Payload() / static_cast<std::uint64_t>(UnitBytes(content.type.media));
}

struct Judge {
  const Scope& scope;
  const ScopeWeights& weights;
  const MatchOptions& options;
  ShareRules rules;
  Judgement judgement;

  std::optional<Pair> operator()(const PairSums& sums) const;
};

std::optional<Pair> Judge::operator()(const PairSums& sums) const {
  const ScopeContent& a = scope[sums.a];
  const ScopeContent& b = scope[sums.b];
  if (options.same_suffix && a.suffix != b.suffix) return std::nullopt;
  std::optional<Pair> pair = JudgePair(AtCoarserLevel(sums, weights), {a.Payload(), ComparedBytes(a)},
                                       {b.Payload(), ComparedBytes(b)}, options, rules, judgement);
  if (pair) pair->a = sums.a, pair->b = sums.b;
  return pair;
}

}  // namespace

std::optional<Pair> JudgePair(SharedWeight shared, const PairSide& a, const PairSide& b,
                              const MatchOptions& options, const ShareRules& rules, Judgement judgement) {
  const auto size_a = static_cast<double>(a.payload);
  const auto size_b = static_cast<double>(b.payload);
  const auto [smaller, larger] = std::minmax(size_a, size_b);
  if (smaller < options.size_ratio * larger) return std::nullopt;
  shared.total_a = std::max(shared.total_a, FewestMarks(a.compared, rules, shared.level));
  shared.total_b = std::max(shared.total_b, FewestMarks(b.compared, rules, shared.level));
  const Shares shares = MeasureShares(shared, rules);
  const float most =
      judgement == Judgement::kByReading ? std::max(shares.could_be, shares.at_most) : shares.at_most;
  if (most < static_cast<float>(options.minimum)) return std::nullopt;
  const double bytes = std::min({shares.of_a * size_a, shares.of_b * size_b, size_a, size_b});
  return Pair{.of_a = shares.of_a,
              .of_b = shares.of_b,
              .similarity = shares.similarity,
              .error = shares.error,
              .shared_marks = static_cast<std::uint32_t>(shared.keys) & 0x3fffffff,
              .shared_bytes = static_cast<std::uint64_t>(std::llround(bytes))};
}

ShareRules ShareRulesOf(const MatchOptions& options, const MethodInfo& method) {
  ShareRules rules{
      .measure = options.measure, .margin = options.margin, .count = options.count, .run = options.run};
  // Methods whose marks are windows have a parameter for their length. If they also have one for overlaps,
  // every window of the content had its chance.
  bool all_windows = false;
  for (const auto& [name, value] : method.parameters) {
    if (name == "window") std::from_chars(value.data(), value.data() + value.size(), rules.window);
    all_windows = all_windows || name == "overlap";
    if (name == "ignore") return rules;
  }
  rules.all_bytes = all_windows;
  return rules;
}

std::uint64_t MinShared(const MatchOptions& options, Weight weight) {
  if (options.min_shared != 0) return options.min_shared;
  return weight == Weight::kBytes ? kFewestChunks : kFewestMarks;
}

std::uint64_t MaxDegree(const MatchOptions& options, std::size_t contents) {
  if (options.max_degree_share == 0) return options.max_degree;
  // Two files that share a key are a pair, however small the tree.
  const auto share =
      static_cast<std::uint64_t>(std::max(2.0, options.max_degree_share * static_cast<double>(contents)));
  return options.max_degree == 0 ? share : std::min(share, options.max_degree);
}

std::uint64_t LeastProposed(const MatchOptions& options, Weight weight, Judgement judgement) {
  if (judgement == Judgement::kByEstimate) return MinShared(options, weight);
  return std::max<std::uint64_t>(1, options.min_shared);
}

ProposedPairs ProposePairs(const Collated& collated, const ScopeWeights& weights,
                           const index::StoredMethod& method, const MatchOptions& options,
                           Judgement judgement, unsigned threads, const index::Poll& poll) {
  const PairRule rule{weights, LeastProposed(options, method.weight, judgement), options.minimum,
                      ShareRulesOf(options, method.info), poll};
  ProposedPairs result{
      {}, collated.degree_cap, collated.capped_keys, collated.crowds.large_families, collated.crowds.partly};
  if (collated.bins) {
    result.pairs =
        SumPairsOfBins(*collated.bins, collated.degree_cap, rule, WantedOf(collated.crowds.pairs, rule),
                       collated.work, collated.beside, threads);
    return result;
  }
  const SharingSets& sets = collated.in_memory;
  auto capped = [&](const SetVisitor& visit) {
    for (const SharingSets::Set& set : sets.sets()) {
      if (set.members > collated.degree_cap) visit(sets.Members(set), sets.Weights(set), set.keys);
    }
  };
  result.pairs = SumPairs({.sets = sets,
                           .cap = collated.degree_cap,
                           .contents = weights.size(),
                           .first = 0,
                           .last = static_cast<std::uint32_t>(weights.size()),
                           .capped = capped,
                           .batch = kProposalsAtATime},
                          rule, threads);
  AddCrowds(WantedOf(collated.crowds.pairs, rule), &result.pairs);
  return result;
}

std::vector<std::uint32_t> MostSimilar(std::span<const std::uint32_t> numbers, std::span<const Pair> pairs,
                                       std::size_t most) {
  std::vector<std::uint32_t> sorted(std::min(most, numbers.size()));
  std::ranges::partial_sort_copy(numbers, sorted, [&](std::uint32_t x, std::uint32_t y) {
    return pairs[x].similarity != pairs[y].similarity ? pairs[x].similarity > pairs[y].similarity : x < y;
  });
  return sorted;
}

std::vector<Pair> JudgePairs(std::span<const PairSums> proposed, const Scope& scope,
                             const ScopeWeights& weights, const index::StoredMethod& method,
                             const MatchOptions& options, Judgement judgement, unsigned threads) {
  const Judge judge{scope, weights, options, ShareRulesOf(options, method.info), judgement};
  if (proposed.size() >= kManyPairs) base::ReleaseFreedMemory();  // what made them is gone by now
  // Each part is written in place at its front; then the parts are moved together.
  const std::size_t parts = proposed.size() < 10'000 ? 1 : threads;
  auto first = [&](std::size_t part) { return proposed.size() * part / parts; };
  std::vector<Pair> pairs(proposed.size());
  std::vector<std::size_t> found(parts, 0);
  base::ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
    Pair* to = pairs.data() + first(part);
    for (std::size_t i = first(part); i < first(part + 1); ++i) {
      if (const auto pair = judge(proposed[i])) *to++ = *pair;
    }
    found[part] = static_cast<std::size_t>(to - (pairs.data() + first(part)));
  });
  std::size_t all = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    if (all != first(part)) std::copy_n(pairs.data() + first(part), found[part], pairs.data() + all);
    all += found[part];
  }
  pairs.resize(all);
  return pairs;
}

}  // namespace kindred::match
