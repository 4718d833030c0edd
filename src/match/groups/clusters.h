// Clusters: contents connected by pairs, found by union-find (Forman et al. 2005, section 2.3 step 5), each
// with its links. Example: the pairs (0,1), (1,2) and (5,7) give {0 1 2} and {5 7}. A cluster may be a chain:
// 0 and 2 need not be similar, so look at its weakest link.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/pair.h"

namespace kindred::match {

struct ClusterOfPlaces {
  std::span<const std::uint32_t> members;  // ascending
  std::span<const std::uint32_t> pairs;    // numbers of its links, ascending
};

// Largest first, then by first member.
class Clusters {
 public:
  Clusters() = default;
  Clusters(std::span<const Pair> pairs, std::size_t contents);
  Clusters(Clusters&&) = default;  // a copy's clusters would point into the other
  Clusters& operator=(Clusters&&) = default;

  std::size_t size() const { return clusters_.size(); }
  auto begin() const { return clusters_.begin(); }
  auto end() const { return clusters_.end(); }
  const ClusterOfPlaces& operator[](std::size_t i) const { return clusters_[i]; }

 private:
  std::vector<std::uint32_t> members_;  // of all clusters, one after the other
  std::vector<std::uint32_t> pairs_;
  std::vector<ClusterOfPlaces> clusters_;
};

}  // namespace kindred::match
