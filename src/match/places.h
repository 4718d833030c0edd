// From a content's id to its place in a scope.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "match/scope.h"

namespace kindred {

inline constexpr std::uint32_t kNotInScope = std::numeric_limits<std::uint32_t>::max();

class Places {
 public:
  explicit Places(const Scope& scope) {
    for (std::uint32_t place = 0; place < scope.size(); ++place) {
      if (scope[place].id >= places_.size()) places_.resize(scope[place].id + std::size_t{1}, kNotInScope);
      places_[scope[place].id] = place;
    }
  }
  std::uint32_t Of(ContentId id) const { return id < places_.size() ? places_[id] : kNotInScope; }

 private:
  std::vector<std::uint32_t> places_;
};

}  // namespace kindred
