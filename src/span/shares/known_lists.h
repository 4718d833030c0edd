// A cache for window_lists.cc: from classes of tiles to the list of contexts that was found for them.
#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace kindred::span {

// Lists by the classes that have the same window, of one group: a small open table that is emptied often.
class KnownLists {
 public:
  void Clear() {
    for (const Entry& entry : entries_) slots_[entry.slot] = 0;
    entries_.clear();
    numbers_.clear();
  }

  // Null if it is new. Add() is for the classes that were last looked for.
  std::uint32_t* Find(std::span<const std::uint32_t> classes) {
    if (2 * entries_.size() >= slots_.size()) Grow();
    hash_ = XXH3_64bits(classes.data(), classes.size_bytes());
    for (slot_ = hash_ & (slots_.size() - 1); slots_[slot_] != 0; slot_ = (slot_ + 1) & (slots_.size() - 1)) {
      Entry& entry = entries_[slots_[slot_] - 1];
      if (entry.hash == hash_ &&
          std::ranges::equal(std::span(numbers_).subspan(entry.first, entry.count), classes))
        return &entry.list;
    }
    return nullptr;
  }
  std::uint32_t* Add(std::span<const std::uint32_t> classes, std::uint32_t list) {
    entries_.push_back({hash_, slot_, numbers_.size(), classes.size(), list});
    numbers_.insert(numbers_.end(), classes.begin(), classes.end());
    slots_[slot_] = static_cast<std::uint32_t>(entries_.size());
    return &entries_.back().list;
  }

 private:
  struct Entry {
    std::uint64_t hash;
    std::size_t slot;
    std::size_t first;  // in numbers_
    std::size_t count;
    std::uint32_t list;
  };

  void Grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
      std::size_t slot = entries_[i].hash & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
      entries_[i].slot = slot;
    }
  }

  std::vector<std::uint32_t> slots_;  // number of the entry + 1; 0: free
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> numbers_;
  std::uint64_t hash_ = 0;
  std::size_t slot_ = 0;
};

}  // namespace kindred::span
