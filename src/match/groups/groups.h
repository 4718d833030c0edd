// Groups: sif's output (Manber 1993, section 4). Each content is taken as reference R with all contents
// similar to it; a set of files is shown only once, with the reference that comes first.
//
// Example: pairs (0,1), (0,2), (1,2) and (2,3). The sets by reference are 0: {0 1 2}, 1: {0 1 2}, 2: {0 1 2
// 3}, 3: {2 3}. That of 1 is the same as that of 0 and is left out; three groups remain, that of 2 first.
//
// With `of_reference`, sif's directed sense: R's group lists the files that hold at least this share of R. Of
// a page and a book that has it, only the page's group lists the other.
//
// Cost: linear, but for the sort of the groups. Memory: 8 bytes a pair, 4 a content, some 40 a content that
// has a pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "match/pairs/linked.h"
#include "model/pair.h"

namespace kindred::match {

// The share of the reference that the other file of the pair has.
inline float OfReference(const Pair& pair, std::uint32_t reference) {
  return pair.a == reference ? pair.of_a : pair.of_b;
}

struct GroupOfPlaces {
  std::uint32_t reference = 0;
  std::span<const std::uint32_t> pairs;  // numbers of those that join the others to it, ascending
};

struct GroupRules {
  double of_reference = 0;  // least share of the reference; 0: all pairs count for both of their contents
  // Those that are too large for all their pairs: of them only the centre is a reference. By place.
  std::span<const LargeFamilyMember> large_families = {};
};

// Largest first, then by reference.
class Groups {
 public:
  Groups() = default;
  Groups(std::span<const Pair> pairs, std::size_t contents, const GroupRules& rules = {});
  Groups(Groups&&) = default;  // a copy's groups would point into the other
  Groups& operator=(Groups&&) = default;

  std::size_t size() const { return groups_.size(); }
  auto begin() const { return groups_.begin(); }
  auto end() const { return groups_.end(); }
  const GroupOfPlaces& operator[](std::size_t i) const { return groups_[i]; }

 private:
  PairsOfLinked pairs_of_;
  std::vector<GroupOfPlaces> groups_;
};

// The numbers of a group's pairs, those with the largest share of the reference first, `most` at most.
std::vector<std::uint32_t> MostOfReference(const GroupOfPlaces& group, std::span<const Pair> pairs,
                                           std::size_t most);

}  // namespace kindred::match
