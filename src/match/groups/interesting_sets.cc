// See interesting_sets.h.
#include "match/groups/interesting_sets.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace kindred::match {

namespace {

using Numbers = std::vector<std::uint32_t>;

// The transactions of contents that are joined through shared keys.
struct SetComponent {
  Numbers transactions;  // numbers of sharing sets
  std::uint64_t members = 0;
};

std::vector<SetComponent> SetComponents(const SharingSets& sharing, std::size_t contents,
                                        std::uint64_t max_degree) {
  Numbers parent(contents);
  std::iota(parent.begin(), parent.end(), 0u);
  auto find = [&](std::uint32_t x) {
    while (parent[x] != x) x = parent[x] = parent[parent[x]];
    return x;
  };
  auto counts = [&](const SharingSets::Set& set) { return max_degree == 0 || set.members <= max_degree; };
  for (const auto& set : sharing.sets()) {
    if (!counts(set)) continue;
    for (std::uint32_t member : sharing.Members(set)) {
      const std::uint32_t x = find(sharing.Members(set)[0]), y = find(member);
      parent[std::max(x, y)] = std::min(x, y);
    }
  }
  std::vector<SetComponent> all(contents);
  for (std::uint32_t number = 0; number < sharing.sets().size(); ++number) {
    const auto& set = sharing.sets()[number];
    if (!counts(set)) continue;
    SetComponent& component = all[find(sharing.Members(set)[0])];
    component.transactions.push_back(number);
    component.members += set.members;
  }
  std::erase_if(all, [](const SetComponent& component) { return component.transactions.empty(); });
  std::ranges::stable_sort(all, {}, &SetComponent::members);
  return all;
}

class Search {
 public:
  Search(const SharingSets& sharing, std::size_t contents, std::uint64_t minimum, std::uint64_t work,
         const std::function<bool()>& stop)
      : sharing_(sharing),
        minimum_(minimum),
        work_(work),
        stop_(stop),
        count_(contents, 0),
        done_with_(contents, false),
        stamp_(contents, 0) {}

  void Run(const SetComponent& component) {
    found_here_.clear();
    Extend({}, component.transactions, {});
    for (std::uint32_t place : excluded_) done_with_[place] = false;
    excluded_.clear();
  }

  bool Ended() const { return ended_; }
  std::uint64_t steps() const { return steps_; }
  std::vector<SetOfPlaces> Take() { return std::move(found_); }

 private:
  struct Candidate {
    std::uint64_t shared;
    std::uint32_t place;
  };

  bool Spend(std::uint64_t steps) {
    steps_ += steps;
    if (steps_ > work_) ended_ = true;
    if (steps_ >= next_question_) {
      next_question_ = steps_ + kStepsBetweenQuestions;
      if (stop_ && stop_()) ended_ = true;
    }
    return !ended_;
  }

  // Finds all maximal sets that include `set`, within `transactions`, all of which include it, and without
  // the excluded contents. `known` are the sets found so far, of this component, that hold `set`.
  void Extend(Numbers set, const Numbers& transactions, Numbers known) {
    std::uint64_t all = 0;
    Numbers touched;
    for (std::uint32_t number : transactions) {
      const auto& transaction = sharing_.sets()[number];
      all += transaction.keys;
      if (!Spend(transaction.members)) return Forget(touched);
      for (std::uint32_t member : sharing_.Members(transaction)) {
        if (count_[member] == 0) touched.push_back(member);
        count_[member] += transaction.keys;
      }
    }
    // Close the set: what occurs in every transaction belongs to it.
    bool found_before =
        false;              // an excluded content belongs to it: everything below was found from that content
    bool can_grow = false;  // an excluded content could be added: this set is not maximal
    std::vector<Candidate> candidates;
    Numbers closed;
    for (std::uint32_t member : touched) {
      const std::uint64_t shared = count_[member];
      if (shared < minimum_) continue;
      if (done_with_[member]) {
        can_grow = true;
        found_before |= shared == all;
      } else if (shared == all) {
        closed.push_back(member);
      } else {
        candidates.push_back({shared, member});
      }
    }
    Forget(touched);
    if (found_before || all < minimum_) return;
    set = std::move(closed);  // holds the old set
    if (candidates.empty()) {
      if (!can_grow && set.size() > 1) Found(std::move(set), all);
      return;
    }
    if (LiesInOneOf(known, set, candidates)) return;
    if (const std::uint64_t shared = SharedByAll(transactions, candidates); shared >= minimum_) {
      // An excluded content may still belong to it; then it was found from that content.
      for (const Candidate& candidate : candidates) set.push_back(candidate.place);
      if (set.size() > 1 && (!can_grow || IsMaximal(set, transactions))) Found(std::move(set), shared);
      return;
    }
    Branch(set, transactions, std::move(candidates), known);
  }

  // Each candidate in turn, the rarest first: later ones then have fewer to go with.
  void Branch(const Numbers& set, const Numbers& transactions, std::vector<Candidate> candidates,
              const Numbers& known) {
    std::ranges::sort(candidates, [](const Candidate& x, const Candidate& y) {
      return std::tuple(x.shared, x.place) < std::tuple(y.shared, y.place);
    });
    const std::size_t before = excluded_.size();
    const std::size_t found_before = found_here_.size();
    for (const Candidate& candidate : candidates) {
      Numbers narrower;
      for (std::uint32_t number : transactions) {
        const auto members = sharing_.Members(sharing_.sets()[number]);
        if (std::ranges::binary_search(members, candidate.place)) narrower.push_back(number);
      }
      if (!Spend(transactions.size() + found_here_.size() - found_before)) return;
      Numbers holding;
      auto keep = [&](std::uint32_t number) {
        const Numbers& members = found_[found_here_[number]].members;
        if (std::ranges::binary_search(members, candidate.place)) holding.push_back(number);
      };
      for (std::uint32_t number : known) keep(number);
      for (std::size_t number = found_before; number < found_here_.size(); ++number) {
        if (HoldsAll(found_[found_here_[number]].members, set)) keep(static_cast<std::uint32_t>(number));
      }
      Numbers larger = set;
      larger.push_back(candidate.place);
      Extend(std::move(larger), narrower, std::move(holding));
      if (ended_) return;
      done_with_[candidate.place] = true;
      excluded_.push_back(candidate.place);
    }
    // They are excluded below this set only.
    while (excluded_.size() > before) {
      done_with_[excluded_.back()] = false;
      excluded_.pop_back();
    }
  }

  static bool HoldsAll(const Numbers& sorted, const Numbers& some) {
    return std::ranges::all_of(
        some, [&](std::uint32_t place) { return std::ranges::binary_search(sorted, place); });
  }

  // Whether the set with all its candidates is part of a set that was found: then nothing below is new.
  bool LiesInOneOf(const Numbers& known, const Numbers& set, const std::vector<Candidate>& candidates) {
    const std::size_t size = set.size() + candidates.size();
    for (std::uint32_t number : known) {
      const Numbers& members = found_[found_here_[number]].members;
      if (members.size() < size) continue;
      Spend(candidates.size());
      if (HoldsAll(members, set) && std::ranges::all_of(candidates, [&](const Candidate& candidate) {
            return std::ranges::binary_search(members, candidate.place);
          }))
        return true;
    }
    return false;
  }

  // Keys of the transactions that hold every candidate.
  std::uint64_t SharedByAll(const Numbers& transactions, const std::vector<Candidate>& candidates) {
    ++round_;
    for (const Candidate& candidate : candidates) stamp_[candidate.place] = round_;
    std::uint64_t shared = 0;
    for (std::uint32_t number : transactions) {
      const auto& transaction = sharing_.sets()[number];
      if (transaction.members < candidates.size()) continue;
      Spend(transaction.members);
      const auto members = sharing_.Members(transaction);
      const auto held =
          std::ranges::count_if(members, [&](std::uint32_t place) { return stamp_[place] == round_; });
      if (static_cast<std::size_t>(held) == candidates.size()) shared += transaction.keys;
    }
    return shared;
  }

  // Whether no other content occurs in enough of the transactions that hold all of `set`.
  bool IsMaximal(Numbers set, const Numbers& transactions) {
    std::ranges::sort(set);
    Numbers touched;
    for (std::uint32_t number : transactions) {
      const auto& transaction = sharing_.sets()[number];
      const auto members = sharing_.Members(transaction);
      Spend(transaction.members);
      if (!std::ranges::includes(members, set)) continue;
      for (std::uint32_t member : members) {
        if (count_[member] == 0) touched.push_back(member);
        count_[member] += transaction.keys;
      }
    }
    const auto reaching =
        std::ranges::count_if(touched, [&](std::uint32_t place) { return count_[place] >= minimum_; });
    Forget(touched);
    return static_cast<std::size_t>(reaching) == set.size();
  }

  void Found(Numbers set, std::uint64_t shared) {
    std::ranges::sort(set);
    found_here_.push_back(found_.size());
    found_.push_back({std::move(set), shared});
  }

  void Forget(const Numbers& touched) {
    for (std::uint32_t place : touched) count_[place] = 0;
  }

  static constexpr std::uint64_t kStepsBetweenQuestions = 10'000'000;

  const SharingSets& sharing_;
  const std::uint64_t minimum_;
  const std::uint64_t work_;
  const std::function<bool()>& stop_;
  std::uint64_t steps_ = 0;
  std::uint64_t next_question_ = kStepsBetweenQuestions;
  bool ended_ = false;
  std::vector<std::uint64_t> count_;  // by place; 0 between uses
  std::vector<bool> done_with_;
  Numbers excluded_;  // in order
  std::vector<std::uint64_t> stamp_;
  std::uint64_t round_ = 0;
  std::vector<SetOfPlaces> found_;
  std::vector<std::size_t> found_here_;  // of this component
};

}  // namespace

InterestingSets FindInterestingSets(const SharingSets& sharing, std::size_t contents, std::uint64_t minimum,
                                    std::uint64_t max_degree, std::uint64_t work,
                                    const std::function<bool()>& stop) {
  Search search(sharing, contents, std::max<std::uint64_t>(1, minimum), work, stop);
  for (const SetComponent& component : SetComponents(sharing, contents, max_degree)) {
    search.Run(component);
    if (search.Ended()) break;
  }
  InterestingSets result{search.Take(), !search.Ended(), search.steps()};
  std::ranges::sort(result.sets, [](const SetOfPlaces& x, const SetOfPlaces& y) {
    if (x.members.size() != y.members.size()) return x.members.size() > y.members.size();
    if (x.shared != y.shared) return x.shared > y.shared;
    return x.members < y.members;
  });
  return result;
}

}  // namespace kindred::match
