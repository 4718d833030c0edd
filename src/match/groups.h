// Groups: sif's output (Manber 1993, section 4). Each content is taken as reference R with all contents
// similar to it; a set of files is shown only once, with the reference that comes first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/pair.h"

namespace kindred {

struct GroupOfPlaces {
  std::uint32_t reference = 0;
  std::vector<std::uint32_t> pairs;  // numbers of the pairs that join the others to it, most similar first
};

// Largest first, then by reference.
std::vector<GroupOfPlaces> FormGroups(std::span<const Pair> pairs, std::size_t contents);

}  // namespace kindred
