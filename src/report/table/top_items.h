// How much a page shows of a report of any size: as much as a browser opens at once. Lists of find come in
// the order that a reader wants them (--sort), so their first items are shown; of lists that come in another
// order those that are worth most are picked out: by the bytes they are about, then by files.
//
// Items come one by one and are kept only if they are among the best so far: memory does not grow with the
// tree. Cost: O(n log items). Tested in html_report_test.cc.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "kindred/report.h"
#include "kindred/values.h"

namespace kindred::report {

struct PageSize {
  std::uint64_t items = 0;  // of a list; 0: everything
  std::uint64_t files = 0;  // of an item, and links of a family
  std::uint64_t rows = 0;   // of a table without items
};
PageSize PageSizeOf(const ReportOptions& options);

// A family with at most so many files, those of its strongest links, and the links between them. Totals
// count all of them.
Family Shortened(const Family& family, std::uint64_t files);

struct Worth {
  std::uint64_t bytes = 0;
  std::uint64_t files = 0;
  auto operator<=>(const Worth&) const = default;
};
Worth WorthOf(const InterestingSet&);
Worth WorthOf(const DirectoryPair&);
Worth WorthOf(const FilePair&);
// Files that are equal come last: of two trees that are nearly the same a reader wants the difference.
Worth WorthOf(const FileRelation&);

template <typename T>
class TopItems {
 public:
  explicit TopItems(std::uint64_t most) : most_(most) {}

  void Add(const T& value) {
    const Worth worth = WorthOf(value);
    ++seen_;
    if (kept_.size() == most_ && !(kept_.front().worth < worth)) return;
    if (kept_.size() == most_) {
      std::ranges::pop_heap(kept_, Before);
      kept_.pop_back();
    }
    kept_.push_back({worth, seen_, value});
    std::ranges::push_heap(kept_, Before);
  }
  std::uint64_t seen() const { return seen_; }

  // The best first; equal ones as they came.
  template <typename Take>
  void Drain(const Take& take) {
    std::ranges::sort(kept_, Before);
    for (const Item& item : kept_) take(item.value);
    kept_.clear();
  }

 private:
  struct Item {
    Worth worth;
    std::uint64_t number;
    T value;
  };
  static bool Before(const Item& x, const Item& y) {
    return x.worth != y.worth ? x.worth > y.worth : x.number < y.number;
  }

  std::uint64_t most_;
  std::uint64_t seen_ = 0;
  std::vector<Item> kept_;  // a heap, the least on top
};

}  // namespace kindred::report
