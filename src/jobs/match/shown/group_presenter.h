// Turns groups and families of places into values with names, one at a time.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "jobs/match/shown/content_names.h"
#include "kindred/options.h"
#include "kindred/values.h"
#include "match/groups/families.h"
#include "match/groups/groups.h"
#include "model/pair.h"

namespace kindred::jobs {

// What groups and families are made of.
struct GroupedLinks {
  std::span<const Pair> links;                             // pairs that reach the minimum
  std::span<const LargeFamilyMember> large_families = {};  // too large for all their pairs, by place
  bool of_reference = false;                               // groups are sif's directed ones
};

match::Groups GroupsOf(const GroupedLinks& grouped, std::size_t contents, double minimum);

class GroupPresenter {
 public:
  // `limit` 0: whole values.
  GroupPresenter(const ContentNames& names, const GroupedLinks& found, std::uint64_t limit)
      : names_(names), found_(found), limit_(limit == 0 ? ~std::size_t{0} : limit) {}

  Group Of(const match::GroupOfPlaces& group) const;
  Family Of(const match::FamilyOfPlaces& family) const;

 private:
  void ShowCentre(const match::FamilyOfPlaces& family, std::span<const std::uint32_t> members,
                  Family* shown) const;
  void ShowAge(const match::FamilyOfPlaces& family, Family* shown) const;
  std::vector<std::uint32_t> LinksToShow(const match::FamilyOfPlaces& family) const;
  std::vector<std::uint32_t> ShownMembers(const match::FamilyOfPlaces& family,
                                          std::span<const std::uint32_t> links) const;

  const ContentNames& names_;
  GroupedLinks found_;
  std::size_t limit_;
};

// Of the members' bytes, not their names or numbers: the same family keeps its id from run to run.
std::string IdOfFamily(const match::FamilyOfPlaces& family, const ContentNames& names);

}  // namespace kindred::jobs
