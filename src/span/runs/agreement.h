// How far some items (the places of a key) agree with each other on one side, for all pairs in little more
// than linear time: the items are put in an order in which neighbours agree as far as possible, and only the
// agreement of neighbours is kept, as a suffix array does. Any two items agree as far as the least of those
// between them.
//
// Example: from the key on, item 0 has "abcx", 1 has "abd", 2 has "abcy" and 3 has "q". In the order 3 1 0 2
// neighbours agree for 0, 2 and 3 units. So 1 and 2 agree for min(2, 3) = 2.
//
// The order is made as in a quicksort of strings: all items are compared with one of them, the pivot; those
// that differ from it first at the same point are sorted by the bytes there, and those with the same bytes
// are sorted again from behind them on. So bytes are compared once for each item, not for each pair.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace kindred::span {

class Agreement {
 public:
  // What an item has from some unit on. To agree for n bytes is to agree in the first n bytes of the word,
  // the highest ones.
  struct Ahead {
    enum class Kind : std::uint8_t { kUnknown, kEnd, kWord };
    static constexpr std::uint64_t kUnits = 8;
    Kind kind = Kind::kUnknown;
    std::uint64_t word = 0;  // the next kUnits
  };

  // Orders the items 0 to count - 1. `reach(a, b, reached)` returns how far two of them agree; it is known
  // that they do for the first `reached` units. `reach.Prefetch(a, reached)` is called some time before.
  // `reach.AheadOf(a, reached)` may be unknown; then the item is compared instead.
  template <typename Reach>
  void Measure(std::uint32_t count, Reach reach) {
    order_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) order_[i] = {.item = i};
    next_.assign(count, 0);
    parts_.assign(1, {0, count, 0});
    while (!parts_.empty()) {
      const Part part = parts_.back();
      parts_.pop_back();
      Divide(part, reach);
    }
  }

  // The item at `rank` of the order, and how far it agrees with the one at the next rank.
  std::uint32_t ItemAt(std::size_t rank) const { return order_[rank].item; }
  std::uint64_t WithNext(std::size_t rank) const { return next_[rank]; }

  // Call after Measure and before Least.
  void MakeTable() {
    const std::size_t count = next_.size();
    const auto levels = static_cast<std::size_t>(std::bit_width(count));
    table_.resize(std::max<std::size_t>(levels, 1));
    table_[0] = next_;
    for (std::size_t level = 1; level < levels; ++level) {
      const std::size_t half = std::size_t{1} << (level - 1);
      table_[level].resize(count);
      for (std::size_t i = 0; i + half < count; ++i)
        table_[level][i] = std::min(table_[level - 1][i], table_[level - 1][i + half]);
    }
  }
  // How far all the items at ranks `first` to `last` agree; first < last.
  std::uint64_t Least(std::size_t first, std::size_t last) const {
    const auto level = static_cast<std::size_t>(std::bit_width(last - first) - 1);
    return std::min(table_[level][first], table_[level][last - (std::size_t{1} << level)]);
  }

 private:
  struct Compared {
    std::uint64_t reached = 0;  // with the pivot
    std::uint32_t item = 0;
    Ahead::Kind ahead = Ahead::Kind::kUnknown;
    std::uint64_t word = 0;
  };
  // Ranks of items that agree for `reached` units.
  struct Part {
    std::size_t begin;
    std::size_t end;
    std::uint64_t reached;
  };

  template <typename Reach>
  void Divide(const Part& part, Reach& reach) {
    if (part.end - part.begin < 2) return;
    if (part.end - part.begin == 2) {
      next_[part.begin] = reach(order_[part.begin].item, order_[part.begin + 1].item, part.reached);
      return;
    }
    // The middle one as pivot: the first may be the shortest of a series in which each agrees further.
    std::swap(order_[part.begin], order_[part.begin + (part.end - part.begin) / 2]);
    const std::uint32_t center = order_[part.begin].item;
    constexpr std::size_t kPrefetchAhead = 6;
    for (std::size_t i = part.begin + 1; i < part.end; ++i) {
      if (i + kPrefetchAhead < part.end) reach.Prefetch(order_[i + kPrefetchAhead].item, part.reached);
      order_[i].reached = reach(center, order_[i].item, part.reached);
    }
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(part.begin + 1),
              order_.begin() + static_cast<std::ptrdiff_t>(part.end),
              [](const Compared& a, const Compared& b) { return a.reached > b.reached; });
    for (std::size_t begin = part.begin + 1; begin < part.end;) {
      const std::uint64_t reached = order_[begin].reached;
      std::size_t end = begin + 1;
      while (end < part.end && order_[end].reached == reached) ++end;
      next_[begin - 1] = reached;
      if (end - begin > 1) DivideByWord({begin, end, reached}, reach);
      begin = end;
    }
  }

  template <typename Reach>
  void DivideByWord(const Part& part, Reach& reach) {
    for (std::size_t i = part.begin; i < part.end; ++i) {
      const Ahead ahead = reach.AheadOf(order_[i].item, part.reached);
      order_[i].ahead = ahead.kind;
      order_[i].word = ahead.word;
      if (ahead.kind != Ahead::Kind::kUnknown) continue;
      parts_.push_back(part);
      return;
    }
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(part.begin),
              order_.begin() + static_cast<std::ptrdiff_t>(part.end),
              [](const Compared& a, const Compared& b) {
                return a.ahead != b.ahead ? a.ahead < b.ahead : a.word < b.word;
              });
    for (std::size_t begin = part.begin; begin < part.end;) {
      const Compared& first = order_[begin];
      std::size_t end = begin + 1;
      if (first.ahead == Ahead::Kind::kWord) {
        while (end < part.end && order_[end].word == first.word) ++end;
      }
      if (end - begin > 1) parts_.push_back({begin, end, part.reached + Ahead::kUnits});
      if (end < part.end) {
        const auto equal = static_cast<std::uint64_t>(std::countl_zero(first.word ^ order_[end].word)) / 8;
        next_[end - 1] = part.reached + (first.ahead == Ahead::Kind::kEnd ? 0 : equal);
      }
      begin = end;
    }
  }

  std::vector<Compared> order_;
  std::vector<std::uint64_t> next_;  // by rank; of the last one 0
  std::vector<std::vector<std::uint64_t>> table_;
  std::vector<Part> parts_;
};

}  // namespace kindred::span
