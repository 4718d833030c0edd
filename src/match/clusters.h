// Clusters: contents connected by pairs, found by union-find (Forman et al. 2005, section 2.3 step 5), each
// with its links. A cluster may be a chain: its weakest link tells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/pair.h"

namespace kindred {

struct ClusterOfPlaces {
  std::vector<std::uint32_t> members;  // ascending
  std::vector<std::uint32_t> pairs;    // numbers of its links, most similar first
};

// Largest first, then by first member.
std::vector<ClusterOfPlaces> FormClusters(std::span<const Pair> pairs, std::size_t contents);

}  // namespace kindred
