// The contents that are in a pair, numbered in the order of their places: mostly far fewer than all.
#pragma once

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

}  // namespace kindred::match
