// How far some places agree with each other on one side, for all pairs in little more than linear time: the
// places are put in an order in which neighbours agree as far as possible, and only the agreement of
// neighbours is kept, as a suffix array does. Any two places agree as far as the least of those between them.
//
// The order is made as a quicksort of strings: all are compared with one of them; those that part from it at
// the same point are then ordered on their own, from that point on. So bytes are compared once for each
// place, not for each pair.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace kindred {

class Agreement {
 public:
  // Of the places 0 to count - 1. `reach(a, b, reached)` tells how far two of them agree; they do for the
  // first `reached` units. `reach.Soon(a, reached)` is called some time before.
  template <typename Reach>
  void Measure(std::uint32_t count, Reach reach) {
    order_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) order_[i] = {0, i};
    next_.assign(count, 0);
    parts_.assign(1, {0, count, 0});
    while (!parts_.empty()) {
      const Part part = parts_.back();
      parts_.pop_back();
      Divide(part, reach);
    }
  }

  // The place at `rank` of the order, and how far it agrees with the one at the next rank.
  std::uint32_t PlaceAt(std::size_t rank) const { return order_[rank].place; }
  std::uint64_t WithNext(std::size_t rank) const { return next_[rank]; }

  // After Measure: makes Least ready.
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
  // How far all the places at ranks `first` to `last` agree; first < last.
  std::uint64_t Least(std::size_t first, std::size_t last) const {
    const auto level = static_cast<std::size_t>(std::bit_width(last - first) - 1);
    return std::min(table_[level][first], table_[level][last - (std::size_t{1} << level)]);
  }

 private:
  struct Compared {
    std::uint64_t reached;  // with the one that was compared with all
    std::uint32_t place;
  };
  // Ranks of places that agree so far.
  struct Part {
    std::size_t begin;
    std::size_t end;
    std::uint64_t reached;
  };

  template <typename Reach>
  void Divide(const Part& part, Reach& reach) {
    if (part.end - part.begin < 2) return;
    // The middle one: the first may be the shortest of a row in which each goes on further.
    std::swap(order_[part.begin], order_[part.begin + (part.end - part.begin) / 2]);
    const std::uint32_t center = order_[part.begin].place;
    constexpr std::size_t kSoon = 6;
    for (std::size_t i = part.begin + 1; i < part.end; ++i) {
      if (i + kSoon < part.end) reach.Soon(order_[i + kSoon].place, part.reached);
      order_[i].reached = reach(center, order_[i].place, part.reached);
    }
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(part.begin + 1),
              order_.begin() + static_cast<std::ptrdiff_t>(part.end),
              [](const Compared& a, const Compared& b) { return a.reached > b.reached; });
    for (std::size_t begin = part.begin + 1; begin < part.end;) {
      const std::uint64_t reached = order_[begin].reached;
      std::size_t end = begin + 1;
      while (end < part.end && order_[end].reached == reached) ++end;
      next_[begin - 1] = reached;
      if (end - begin > 1) parts_.push_back({begin, end, reached});
      begin = end;
    }
  }

  std::vector<Compared> order_;
  std::vector<std::uint64_t> next_;  // by rank; of the last one 0
  std::vector<std::vector<std::uint64_t>> table_;
  std::vector<Part> parts_;
};

}  // namespace kindred
