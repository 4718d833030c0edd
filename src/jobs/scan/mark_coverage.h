// Which contents have been marked by which methods.
#pragma once

#include <cstddef>
#include <vector>

#include "index/store/store.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

// By method and content id: whether its marks are in the index.
class MarkCoverage {
 public:
  MarkCoverage(const index::Snapshot& snapshot, const tree::Methods& methods);
  bool All(ContentId content) const;
  bool Has(std::size_t method, ContentId content) const;
  void Add(std::size_t method, ContentId content);

 private:
  std::vector<std::vector<bool>> covered_;
};

}  // namespace kindred::jobs
