// Which run starts at a position with a length: a flat hash table, since spans ask it millions of times.
#pragma once

#include <cstdint>
#include <vector>

namespace kindred {

class PlaceTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The run's number, or kNone.
  std::uint32_t Find(std::uint64_t position, std::uint64_t length) const {
    if (slots_.empty()) return kNone;
    return slots_[SlotOf(position, length)].run;
  }

  // False if there is one already.
  bool Insert(std::uint64_t position, std::uint64_t length, std::uint32_t run) {
    if (2 * (used_ + 1) > slots_.size()) Grow();
    Slot& slot = slots_[SlotOf(position, length)];
    if (slot.run != kNone) return false;
    slot = {position, length, run};
    ++used_;
    return true;
  }

 private:
  struct Slot {
    std::uint64_t position = 0;
    std::uint64_t length = 0;
    std::uint32_t run = kNone;
  };

  // Where the key is, or where it belongs.
  std::size_t SlotOf(std::uint64_t position, std::uint64_t length) const {
    const std::uint64_t hash = (position * 0x9E3779B97F4A7C15 ^ length) * 0xD6E8FEB86659FD93;
    std::size_t slot = static_cast<std::size_t>(hash >> 20) & (slots_.size() - 1);
    while (slots_[slot].run != kNone && (slots_[slot].position != position || slots_[slot].length != length))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  void Grow() {
    std::vector<Slot> old(slots_.empty() ? 1024 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.run != kNone) slots_[SlotOf(slot.position, slot.length)] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two, at most half of them used
  std::size_t used_ = 0;
};

}  // namespace kindred
