// A set of contents, one bit each: numbers are dense and never large.
#pragma once

#include <algorithm>
#include <vector>

#include "model/content.h"

namespace kindred::index {

class ContentSet {
 public:
  // False if it was there already.
  bool Add(ContentId content) {
    if (content >= bits_.size())
      bits_.resize(std::max<std::size_t>(content + std::size_t{1}, bits_.size() * 2));
    if (bits_[content]) return false;
    bits_[content] = true;
    return true;
  }
  bool Has(ContentId content) const { return content < bits_.size() && bits_[content]; }

 private:
  std::vector<bool> bits_;
};

}  // namespace kindred::index
