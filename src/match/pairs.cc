// From sharing sets to pairs; see pairs.h.
#include "match/pairs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/parallel.h"
#include "match/measure.h"

namespace kindred {

namespace {

constexpr std::uint64_t kFewestMarks = 3;
constexpr std::uint64_t kFewestChunks = 1;
// Additions spent per member of a sharing set, and the least allowance: a single set of 3,000 files.
constexpr std::uint64_t kWorkPerMember = 2;
constexpr std::uint64_t kLeastWork = 5'000'000;

std::uint64_t PairsOf(std::uint64_t degree) { return degree * (degree - 1) / 2; }

// The highest degree whose sets, with all of lower degree, stay within the work budget; 0: all do.
std::uint64_t DegreeCap(const SharingSets& sets, std::uint64_t asked) {
  std::map<std::uint64_t, std::uint64_t> sets_of_degree;
  std::uint64_t members = 0;
  for (const auto& set : sets.sets()) {
    ++sets_of_degree[set.members];
    members += set.members;
  }
  if (sets_of_degree.empty()) return 0;
  if (asked != 0) return sets_of_degree.rbegin()->first > asked ? asked : 0;
  const std::uint64_t budget = std::max(kLeastWork, members * kWorkPerMember);
  std::uint64_t work = 0;
  std::uint64_t cap = 2;
  for (const auto& [degree, number] : sets_of_degree) {
    work += number * PairsOf(degree);
    if (work > budget) return cap;
    cap = std::max(cap, degree);
  }
  return 0;
}

// The sets each content belongs to, and where in them it stands.
class Memberships {
 public:
  struct Seat {
    std::uint32_t set;
    std::uint32_t position;
  };

  // In the sets of which `wanted` is true.
  template <typename Wanted>
  Memberships(const SharingSets& sets, std::size_t contents, Wanted wanted) : first_(contents + 1, 0) {
    for (const auto& set : sets.sets()) {
      if (!wanted(set)) continue;
      for (std::uint32_t member : sets.Members(set)) ++first_[member + 1];
    }
    for (std::size_t i = 0; i < contents; ++i) first_[i + 1] += first_[i];
    seats_.resize(first_[contents]);
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t number = 0; number < sets.sets().size(); ++number) {
      if (!wanted(sets.sets()[number])) continue;
      const auto members = sets.Members(sets.sets()[number]);
      for (std::uint32_t position = 0; position < members.size(); ++position) {
        seats_[next[members[position]]++] = {number, position};
      }
    }
  }

  // By ascending set.
  std::span<const Seat> Of(std::size_t content) const {
    return {seats_.data() + first_[content], seats_.data() + first_[content + 1]};
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<Seat> seats_;
};

SharedWeight AtCoarserLevel(const PairSums& sums, std::span<const ContentMarks> marks) {
  const int level = std::max(marks[sums.a].level, marks[sums.b].level);
  return {.keys = sums.keys,
          .weight_a = sums.weight_a,
          .total_a = marks[sums.a].weight_at[level],
          .weight_b = sums.weight_b,
          .total_b = marks[sums.b].weight_at[level],
          .level = level};
}

// What one content shares with those after it. The table of all contents is kept from one to the next; only
// what was touched is cleared.
class Summer {
 public:
  Summer(const SharingSets& sets, const Memberships& rare, const Memberships& capped, std::size_t contents)
      : sets_(sets), rare_(rare), capped_(capped), sums_(contents) {}

  // Sums up what rare keys say of `a`; returns the later contents that they touch, in no order.
  std::span<const std::uint32_t> Sum(std::uint32_t a) {
    for (std::uint32_t b : touched_) sums_[b] = {};
    touched_.clear();
    for (const auto& seat : rare_.Of(a)) {
      const auto& set = sets_.sets()[seat.set];
      const auto members = sets_.Members(set);
      const auto weights = sets_.Weights(set);
      for (std::size_t i = seat.position + 1; i < members.size(); ++i) {
        PairSums& sum = sums_[members[i]];
        if (sum.keys == 0) touched_.push_back(members[i]);
        Add(set.keys, weights[seat.position], weights[i], &sum);
      }
    }
    return touched_;
  }

  // By rare keys alone.
  std::uint64_t RareKeys(std::uint32_t b) const { return sums_[b].keys; }

  // And with the capped sets that both belong to.
  PairSums With(std::uint32_t a, std::uint32_t b) const {
    PairSums sum = sums_[b];
    sum.a = a, sum.b = b;
    const auto of_a = capped_.Of(a), of_b = capped_.Of(b);
    for (auto x = of_a.begin(), y = of_b.begin(); x != of_a.end() && y != of_b.end();) {
      if (x->set == y->set) {
        const auto& set = sets_.sets()[x->set];
        const auto weights = sets_.Weights(set);
        Add(set.keys, weights[x->position], weights[y->position], &sum);
        ++x, ++y;
      } else {
        ++(x->set < y->set ? x : y);
      }
    }
    return sum;
  }

 private:
  static void Add(std::uint64_t keys, std::uint64_t weight_a, std::uint64_t weight_b, PairSums* to) {
    to->keys += keys;
    to->weight_a += weight_a;
    to->weight_b += weight_b;
  }

  const SharingSets& sets_;
  const Memberships& rare_;
  const Memberships& capped_;
  std::vector<PairSums> sums_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace

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

ProposedPairs ProposePairs(const SharingSets& sets, const Scope& scope, std::span<const ContentMarks> marks,
                           Weight weight, const MatchOptions& options, unsigned threads) {
  ProposedPairs result;
  result.degree_cap = DegreeCap(sets, MaxDegree(options, scope.size()));
  auto is_capped = [&](const SharingSets::Set& set) {
    return result.degree_cap != 0 && set.members > result.degree_cap;
  };
  for (const auto& set : sets.sets()) {
    if (is_capped(set)) result.capped_keys += set.keys;
  }
  const Memberships rare(sets, scope.size(), [&](const SharingSets::Set& set) { return !is_capped(set); });
  const Memberships capped(sets, scope.size(), is_capped);
  const std::uint64_t min_shared = MinShared(options, weight);
  auto may_be_wanted = [&](const PairSums& sums) {
    const Shares shares =
        MeasureShares(AtCoarserLevel(sums, marks), Measure::kContainment, options.margin, options.count);
    return shares.at_most >= static_cast<float>(options.minimum);
  };

  constexpr std::size_t kBlock = 256;
  const std::size_t blocks = (scope.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<PairSums>> found(blocks);
  std::vector<std::optional<Summer>> summers(threads);  // each is as large as the scope: made when needed
  ParallelFor(threads, blocks, [&](std::size_t block, unsigned thread) {
    if (!summers[thread]) summers[thread].emplace(sets, rare, capped, scope.size());
    Summer& summer = *summers[thread];
    std::vector<PairSums>& pairs = found[block];
    const auto end = static_cast<std::uint32_t>(std::min(scope.size(), (block + 1) * kBlock));
    for (auto a = static_cast<std::uint32_t>(block * kBlock); a < end; ++a) {
      const std::size_t first = pairs.size();
      for (std::uint32_t b : summer.Sum(a)) {
        if (summer.RareKeys(b) < min_shared) continue;
        const PairSums sums = summer.With(a, b);
        if (may_be_wanted(sums)) pairs.push_back(sums);
      }
      std::ranges::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(), {}, &PairSums::b);
    }
  });
  for (const auto& block : found) result.pairs.insert(result.pairs.end(), block.begin(), block.end());
  return result;
}

std::vector<Pair> JudgePairs(std::span<const PairSums> proposed, const Scope& scope,
                             std::span<const ContentMarks> marks, const MatchOptions& options) {
  std::vector<Pair> pairs;
  for (const PairSums& sums : proposed) {
    const ScopeContent& a = scope[sums.a];
    const ScopeContent& b = scope[sums.b];
    if (options.same_suffix && a.suffix != b.suffix) continue;
    const auto size_a = static_cast<double>(a.Payload());
    const auto size_b = static_cast<double>(b.Payload());
    const auto [smaller, larger] = std::minmax(size_a, size_b);
    if (smaller < options.size_ratio * larger) continue;
    const Shares shares =
        MeasureShares(AtCoarserLevel(sums, marks), options.measure, options.margin, options.count);
    if (shares.at_most < static_cast<float>(options.minimum)) continue;
    const double bytes = std::min({shares.of_a * size_a, shares.of_b * size_b, size_a, size_b});
    pairs.push_back({.a = sums.a,
                     .b = sums.b,
                     .of_a = shares.of_a,
                     .of_b = shares.of_b,
                     .similarity = shares.similarity,
                     .shared_marks = static_cast<std::uint32_t>(sums.keys),
                     .shared_bytes = static_cast<std::uint64_t>(std::llround(bytes))});
  }
  return pairs;
}

}  // namespace kindred
