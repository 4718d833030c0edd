// The contents that are in a pair, numbered in the order of their places: mostly far fewer than all. And the
// pairs of each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/pair.h"

namespace kindred::match {

class Linked {
 public:
  Linked(std::span<const Pair> pairs, std::size_t contents) : number_of_(contents, 0) {
    for (const Pair& pair : pairs) number_of_[pair.a] = number_of_[pair.b] = 1;
    for (std::uint32_t place = 0; place < contents; ++place) {
      if (number_of_[place] == 0) continue;
      number_of_[place] = size();
      places_.push_back(place);
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(places_.size()); }
  std::uint32_t NumberOf(std::uint32_t place) const { return number_of_[place]; }  // of one that is linked
  std::uint32_t PlaceOf(std::uint32_t number) const { return places_[number]; }

 private:
  std::vector<std::uint32_t> number_of_;
  std::vector<std::uint32_t> places_;
};

// By number of a linked content: the numbers of its pairs, ascending.
class PairsOfLinked {
 public:
  PairsOfLinked() = default;
  PairsOfLinked(std::span<const Pair> pairs, const Linked& linked)
      : PairsOfLinked(
            pairs, linked, [](const Pair&) { return true; }, [](const Pair&) { return true; }) {}
  // Only those that count for their A, or for their B.
  template <typename CountsForA, typename CountsForB>
  PairsOfLinked(std::span<const Pair> pairs, const Linked& linked, CountsForA for_a, CountsForB for_b)
      : first_(linked.size() + 1, 0) {
    for (const Pair& pair : pairs) {
      first_[linked.NumberOf(pair.a) + 1] += for_a(pair);
      first_[linked.NumberOf(pair.b) + 1] += for_b(pair);
    }
    for (std::size_t i = 0; i + 1 < first_.size(); ++i) first_[i + 1] += first_[i];
    pairs_.resize(first_.back());
    // While filling, each start moves to the next one's; then it is moved back.
    for (std::uint32_t number = 0; number < pairs.size(); ++number) {
      if (for_a(pairs[number])) pairs_[first_[linked.NumberOf(pairs[number].a)]++] = number;
      if (for_b(pairs[number])) pairs_[first_[linked.NumberOf(pairs[number].b)]++] = number;
    }
    std::shift_right(first_.begin(), first_.end(), 1);
    first_[0] = 0;
  }

  std::span<const std::uint32_t> Of(std::uint32_t number) const {
    return {pairs_.data() + first_[number], pairs_.data() + first_[number + 1]};
  }

 private:
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> pairs_;
};

}  // namespace kindred::match
