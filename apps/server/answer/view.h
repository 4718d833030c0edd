// The state that requests see at one moment: the result of the last run, the decisions on it, and a
// generation that grows whenever one of them changes. Immutable except for a cache of lists; shared by all
// requests.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answer/answer.h"
#include "answer/item_query.h"
#include "kindred/decisions.h"

namespace kindred::server {

struct DecidedState {
  std::uint32_t decided = 0;  // members
  bool wholly = false;
};

struct KindTotals {
  std::uint64_t items = 0;
  std::uint64_t bytes = 0;
};

class View {
 public:
  // Neither is nullptr. `decisions` are oldest first; those that are not in force are left out. Cost: a
  // lookup per member if there are decisions.
  View(std::uint64_t generation, std::shared_ptr<const Answer> answer, std::vector<Decision> decisions);

  std::uint64_t generation() const { return generation_; }
  const Answer& answer() const { return *answer_; }
  const std::shared_ptr<const Answer>& shared_answer() const { return answer_; }
  const std::vector<Decision>& decisions() const { return verdicts_.decisions(); }  // in force, oldest first
  // The newest batch that is in force; 0: no batch is.
  std::uint64_t newest_batch() const { return decisions().empty() ? 0 : decisions().back().batch; }

  DecidedState StateOf(const Item& item) const {
    return states_.empty() ? DecidedState()
                           : states_[static_cast<std::size_t>(&item - answer_->items.data())];
  }
  // The decision on each member; nullptr: none. One on a folder may be one on what is in it.
  Verdicts::Found DecisionsOn(const Item& item) const;
  // A link between members that a person called unrelated.
  bool Unrelated(const Item& item, const Family::Link& link) const;

  // The copied folders that cover an item, which is therefore not in the queue: its files go with them.
  // nullptr: the item is not covered, or its files are decided one by one.
  const Item* CoveredBy(const Item& item) const {
    const auto found = covered_by_.find(&item);
    return found == covered_by_.end() ? nullptr : found->second;
  }

  // Of items that are neither decided nor covered.
  const KindTotals& Totals(ItemKind kind) const { return totals_[static_cast<std::size_t>(kind)]; }
  // What one copy of each identical set that is not decided would free, covered or not.
  std::uint64_t free() const { return free_; }
  std::uint64_t hidden() const { return hidden_; }

  // Numbers of items, in order. The last few lists are cached for scrolling.
  std::shared_ptr<const std::vector<std::uint32_t>> Select(const ItemQuery& query) const;

 private:
  using List = std::shared_ptr<const std::vector<std::uint32_t>>;
  static constexpr std::size_t kKeptLists = 8;

  DecidedState Judge(const Item& item) const;
  const Item* CoverOf(const Item& item) const;

  const std::uint64_t generation_;
  const std::shared_ptr<const Answer> answer_;
  const Verdicts verdicts_;
  std::vector<DecidedState> states_;  // by item; empty: nothing is decided
  std::unordered_map<const Item*, const Item*> covered_by_;
  KindTotals totals_[kItemKinds] = {};
  std::uint64_t free_ = 0;
  std::uint64_t hidden_ = 0;

  mutable std::mutex mutex_;
  mutable std::vector<std::pair<std::string, List>> lists_;  // the newest last
};

}  // namespace kindred::server
