// From a content's id to its place in a scope.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "match/scope.h"

namespace kindred::match {

inline constexpr std::uint32_t kNotInScope = std::numeric_limits<std::uint32_t>::max();

class Places {
 public:
  explicit Places(const Scope& scope) {
    for (std::uint32_t place = 0; place < scope.size(); ++place) {
      if (scope[place].id >= places_.size()) places_.resize(scope[place].id + std::size_t{1}, kNotInScope);
      places_[scope[place].id] = place;
    }
    in_scope_.resize(places_.size());
    for (const ScopeContent& content : scope) in_scope_[content.id] = true;
  }
  std::uint32_t Of(ContentId id) const { return id < places_.size() ? places_[id] : kNotInScope; }
  // Whether it has a place. Of millions of contents the places do not fit in a cache, but a bit each does.
  bool Has(ContentId id) const { return id < in_scope_.size() && in_scope_[id]; }

 private:
  std::vector<std::uint32_t> places_;
  std::vector<bool> in_scope_;
};

}  // namespace kindred::match
