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
constexpr std::uint64_t kWorkPerMember = 64;
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

  Memberships(const SharingSets& sets, std::size_t contents) : first_(contents + 1, 0) {
    for (const auto& set : sets.sets()) {
      for (std::uint32_t member : sets.Members(set)) ++first_[member + 1];
    }
    for (std::size_t i = 0; i < contents; ++i) first_[i + 1] += first_[i];
    seats_.resize(first_[contents]);
    std::vector<std::uint64_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t number = 0; number < sets.sets().size(); ++number) {
      const auto members = sets.Members(sets.sets()[number]);
      for (std::uint32_t position = 0; position < members.size(); ++position) {
        seats_[next[members[position]]++] = {number, position};
      }
    }
  }

  std::span<const Seat> Of(std::size_t content) const {
    return {seats_.data() + first_[content], seats_.data() + first_[content + 1]};
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<Seat> seats_;
};

// What one content shares with those after it. The table of all contents is kept from one to the next; only
// what was touched is cleared.
class Summer {
 public:
  explicit Summer(std::size_t contents) : shared_(contents) {}

  void Sum(const SharingSets& sets, const Memberships& memberships, std::uint32_t a, std::uint64_t cap) {
    for (std::uint32_t b : touched_) shared_[b] = {};
    touched_.clear();
    for (const auto& seat : memberships.Of(a)) {
      const auto& set = sets.sets()[seat.set];
      if (cap != 0 && set.members > cap) continue;
      const auto members = sets.Members(set);
      const auto weights = sets.Weights(set);
      for (std::size_t i = seat.position + 1; i < members.size(); ++i) {
        if (shared_[members[i]].keys == 0) touched_.push_back(members[i]);
        AddTo(members[i], set.keys, weights[seat.position], weights[i]);
      }
    }
    std::sort(touched_.begin(), touched_.end());
    if (cap == 0) return;
    for (const auto& seat : memberships.Of(a)) {
      const auto& set = sets.sets()[seat.set];
      if (set.members > cap) AddCapped(sets, set, seat.position);
    }
  }

  std::span<const std::uint32_t> touched() const { return touched_; }
  const SharedWeight& With(std::uint32_t b) const { return shared_[b]; }

 private:
  void AddTo(std::uint32_t b, std::uint64_t keys, std::uint64_t weight_a, std::uint64_t weight_b) {
    shared_[b].keys += keys;
    shared_[b].weight_a += weight_a;
    shared_[b].weight_b += weight_b;
  }

  // A capped set counts for pairs that are proposed already: look those up, not all members.
  void AddCapped(const SharingSets& sets, const SharingSets::Set& set, std::uint32_t position) {
    const auto members = sets.Members(set);
    const auto weights = sets.Weights(set);
    auto from = members.begin() + position;
    for (std::uint32_t b : touched_) {
      from = std::lower_bound(from, members.end(), b);
      if (from == members.end()) return;
      if (*from == b) AddTo(b, set.keys, weights[position], weights[from - members.begin()]);
    }
  }

  std::vector<SharedWeight> shared_;  // totals stay unused here
  std::vector<std::uint32_t> touched_;
};

// The caller's rules on two contents that share something.
class Judge {
 public:
  Judge(const Scope& scope, std::span<const ContentMarks> marks, Weight weight, const MatchOptions& options)
      : scope_(scope), marks_(marks), options_(options), min_shared_(MinShared(options, weight)) {}

  bool Keep(std::uint32_t a, std::uint32_t b, SharedWeight shared, Pair* pair) const {
    if (shared.keys < min_shared_) return false;
    if (options_.same_suffix && scope_[a].suffix != scope_[b].suffix) return false;
    const auto [smaller, larger] = std::minmax(scope_[a].size, scope_[b].size);
    if (static_cast<double>(smaller) < options_.size_ratio * static_cast<double>(larger)) return false;
    const int level = std::max(marks_[a].level, marks_[b].level);
    shared.total_a = marks_[a].weight_at[level];
    shared.total_b = marks_[b].weight_at[level];
    const Shares shares = MeasureShares(shared, options_.measure);
    if (shares.similarity < static_cast<float>(options_.minimum)) return false;
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

}  // namespace

std::uint64_t MinShared(const MatchOptions& options, Weight weight) {
  if (options.min_shared != 0) return options.min_shared;
  return weight == Weight::kBytes ? kFewestChunks : kFewestMarks;
}

PairsResult FindPairs(const SharingSets& sets, const Scope& scope, std::span<const ContentMarks> marks,
                      Weight weight, const MatchOptions& options, unsigned threads) {
  PairsResult result;
  result.degree_cap = DegreeCap(sets, options.max_degree);
  for (const auto& set : sets.sets()) {
    if (result.degree_cap != 0 && set.members > result.degree_cap) result.capped_keys += set.keys;
  }
  const Memberships memberships(sets, scope.size());
  const Judge judge(scope, marks, weight, options);

  constexpr std::size_t kBlock = 256;
  const std::size_t blocks = (scope.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<Pair>> found(blocks);
  tbb::enumerable_thread_specific<Summer> summers([&] { return Summer(scope.size()); });
  tbb::task_arena arena(std::min(static_cast<int>(threads), tbb::info::default_concurrency()));
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
      Summer& summer = summers.local();
      const std::size_t end = std::min(scope.size(), (block + 1) * kBlock);
      for (std::size_t a = block * kBlock; a < end; ++a) {
        summer.Sum(sets, memberships, static_cast<std::uint32_t>(a), result.degree_cap);
        for (std::uint32_t b : summer.touched()) {
          Pair pair;
          if (judge.Keep(static_cast<std::uint32_t>(a), b, summer.With(b), &pair))
            found[block].push_back(pair);
        }
      }
    });
  });
  for (const auto& block : found) result.pairs.insert(result.pairs.end(), block.begin(), block.end());
  return result;
}

}  // namespace kindred
