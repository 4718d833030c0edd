// From sharing sets to pairs; see pairs.h.
#include "match/pairs.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "match/measure.h"

namespace kindred {

namespace {

constexpr std::uint64_t kFewestMarks = 3;
constexpr std::uint64_t kFewestChunks = 1;
// Additions spent per member of a sharing set, and the least allowance: a single set of 10,000 files.
constexpr std::uint64_t kWorkPerMember = 8;
constexpr std::uint64_t kLeastWork = 50'000'000;

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

// The caller's rules on two contents that share something.
class Judge {
 public:
  Judge(const Scope& scope, std::span<const ContentMarks> marks, Weight weight, const MatchOptions& options)
      : scope_(scope), marks_(marks), options_(options), min_shared_(MinShared(options, weight)) {}

  // Whether the rarer keys alone are evidence enough.
  bool IsProposed(const SharedWeight& shared) const { return shared.keys >= min_shared_; }

  bool Keep(std::uint32_t a, std::uint32_t b, SharedWeight shared, Pair* pair) const {
    if (options_.same_suffix && scope_[a].suffix != scope_[b].suffix) return false;
    const auto [smaller, larger] = std::minmax(scope_[a].size, scope_[b].size);
    if (static_cast<double>(smaller) < options_.size_ratio * static_cast<double>(larger)) return false;
    shared.level = std::max(marks_[a].level, marks_[b].level);
    shared.total_a = marks_[a].weight_at[shared.level];
    shared.total_b = marks_[b].weight_at[shared.level];
    const Shares shares = MeasureShares(shared, options_.measure, options_.margin);
    if (shares.at_most < static_cast<float>(options_.minimum)) return false;
    const double bytes_a = shares.of_a * static_cast<double>(scope_[a].size);
    const double bytes_b = shares.of_b * static_cast<double>(scope_[b].size);
    *pair = {.a = a,
             .b = b,
             .of_a = shares.of_a,
             .of_b = shares.of_b,
             .similarity = shares.similarity,
             .shared_marks = static_cast<std::uint32_t>(shared.keys),
             .shared_bytes = static_cast<std::uint64_t>(std::llround(std::min(bytes_a, bytes_b)))};
    return true;
  }

 private:
  const Scope& scope_;
  std::span<const ContentMarks> marks_;
  const MatchOptions& options_;
  std::uint64_t min_shared_;
};

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
        SharedWeight& sum = sums_[members[i]];
        if (sum.keys == 0) touched_.push_back(members[i]);
        Add(set.keys, weights[seat.position], weights[i], &sum);
      }
    }
    return touched_;
  }

  // By rare keys alone.
  const SharedWeight& With(std::uint32_t b) const { return sums_[b]; }

  // And with the capped sets that both belong to.
  SharedWeight WithAll(std::uint32_t a, std::uint32_t b) const {
    SharedWeight sum = sums_[b];
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
  static void Add(std::uint64_t keys, std::uint64_t weight_a, std::uint64_t weight_b, SharedWeight* to) {
    to->keys += keys;
    to->weight_a += weight_a;
    to->weight_b += weight_b;
  }

  const SharingSets& sets_;
  const Memberships& rare_;
  const Memberships& capped_;
  std::vector<SharedWeight> sums_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace

std::uint64_t MinShared(const MatchOptions& options, Weight weight) {
  if (options.min_shared != 0) return options.min_shared;
  return weight == Weight::kBytes ? kFewestChunks : kFewestMarks;
}

PairsResult FindPairs(const SharingSets& sets, const Scope& scope, std::span<const ContentMarks> marks,
                      Weight weight, const MatchOptions& options, unsigned threads) {
  PairsResult result;
  result.degree_cap = DegreeCap(sets, options.max_degree);
  auto is_capped = [&](const SharingSets::Set& set) {
    return result.degree_cap != 0 && set.members > result.degree_cap;
  };
  for (const auto& set : sets.sets()) {
    if (is_capped(set)) result.capped_keys += set.keys;
  }
  const Memberships rare(sets, scope.size(), [&](const SharingSets::Set& set) { return !is_capped(set); });
  const Memberships capped(sets, scope.size(), is_capped);
  const Judge judge(scope, marks, weight, options);

  constexpr std::size_t kBlock = 256;
  const std::size_t blocks = (scope.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<Pair>> found(blocks);
  tbb::enumerable_thread_specific<Summer> summers([&] { return Summer(sets, rare, capped, scope.size()); });
  tbb::task_arena arena(std::min(static_cast<int>(threads), tbb::info::default_concurrency()));
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
      Summer& summer = summers.local();
      std::vector<Pair>& pairs = found[block];
      const auto end = static_cast<std::uint32_t>(std::min(scope.size(), (block + 1) * kBlock));
      for (auto a = static_cast<std::uint32_t>(block * kBlock); a < end; ++a) {
        const std::size_t first = pairs.size();
        for (std::uint32_t b : summer.Sum(a)) {
          Pair pair;
          if (judge.IsProposed(summer.With(b)) && judge.Keep(a, b, summer.WithAll(a, b), &pair))
            pairs.push_back(pair);
        }
        std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(first), pairs.end(),
                  [](const Pair& x, const Pair& y) { return x.b < y.b; });
      }
    });
  });
  for (const auto& block : found) result.pairs.insert(result.pairs.end(), block.begin(), block.end());
  return result;
}

}  // namespace kindred
