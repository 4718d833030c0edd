// Families: contents that belong together by their pairs, each with its links.
//
// Around centres (the default). Connected components of a large tree are chains: of 62,678 manual pages that
// hang together by some pair, most have nothing in common. So a component is cut into stars (Aslam, Pelekhov
// and Rus 2004): the content that shares most with others is a centre, all that share enough with it are its
// family, and so on with the rest. Contents that share nine tenths both ways are versions of one another,
// and go together as one. So every member shares the minimum with the centre, or is a version of one that
// does. What contents share with others is the sum of the smaller of both shares, so that a large file that
// holds pieces of many is not their centre. A content whose neighbours all went elsewhere joins the one most
// similar to it. In the end the member that is linked to most others is called the centre, whichever content
// gathered them.
//
// Connected: Forman et al. 2005, section 2.3 step 5, by union-find.
//
// Example: the pairs (0,1), (1,2), (2,3), (3,4) and (5,7), all of 60 %. Connected: {0 1 2 3 4} and {5 7}.
// Around centres: 1 shares as much as 2 and 3 and comes first: {0 1 2}, then {3 4} and {5 7}; the link (2,3)
// is between families.
//
// Cost: linear, but for a sort of the contents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kindred/options.h"
#include "model/pair.h"

namespace kindred::match {

struct FamilyOfPlaces {
  std::span<const std::uint32_t> members;  // ascending
  std::span<const std::uint32_t> pairs;    // numbers of its links, ascending
  std::uint32_t centre = 0;                // the member that is linked to most others
};

// Largest first, then by first member.
class Families {
 public:
  Families() = default;
  Families(std::span<const Pair> pairs, std::size_t contents, FamilyShape shape);
  Families(Families&&) = default;  // a copy's families would point into the other
  Families& operator=(Families&&) = default;

  std::size_t size() const { return families_.size(); }
  auto begin() const { return families_.begin(); }
  auto end() const { return families_.end(); }
  const FamilyOfPlaces& operator[](std::size_t i) const { return families_[i]; }
  // Links whose two ends are in different families.
  std::uint64_t links_between() const { return links_between_; }

 private:
  std::vector<std::uint32_t> members_;  // of all families, one after the other
  std::vector<std::uint32_t> pairs_;
  std::vector<FamilyOfPlaces> families_;
  std::uint64_t links_between_ = 0;
};

}  // namespace kindred::match
