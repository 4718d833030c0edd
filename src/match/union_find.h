// Union-find over places, from several threads at once: HP's way to components and to families (Forman et al.
// 2005, section 2.5 step 3 and section 2.3 step 5). Four bytes a place; chunks need no nodes.
//
// A root is only ever linked to a smaller one, so a component is known by its first member, whatever the
// order of the threads; and a place that has stopped being a root never becomes one again, so that shortening
// a path cannot go wrong.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace kindred::match {

class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size) {
    for (std::uint32_t place = 0; place < size; ++place) parent_[place].store(place, kRelaxed);
  }

  std::uint32_t Find(std::uint32_t place) {
    while (true) {
      const std::uint32_t above = parent_[place].load(kRelaxed);
      if (above == place) return place;
      const std::uint32_t next = parent_[above].load(kRelaxed);
      if (next == above) return above;
      parent_[place].store(next, kRelaxed);
      place = next;
    }
  }

  void Join(std::uint32_t x, std::uint32_t y) {
    while (true) {
      x = Find(x), y = Find(y);
      if (x == y) return;
      if (x < y) std::swap(x, y);
      std::uint32_t root = x;
      if (parent_[x].compare_exchange_strong(root, y, kRelaxed)) return;
    }
  }

 private:
  // Relaxed order is enough: nothing else is published through the numbers, and results are read after the
  // threads were joined.
  static constexpr std::memory_order kRelaxed = std::memory_order_relaxed;
  std::vector<std::atomic<std::uint32_t>> parent_;
};

}  // namespace kindred::match
