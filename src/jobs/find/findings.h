// What the stages of find leave for the report: by places and numbers of pairs, not by paths.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "jobs/find/contained_files.h"
#include "jobs/find/copied_folders.h"
#include "jobs/find/directory_pairs.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "jobs/match/shown/group_presenter.h"
#include "match/groups/families.h"
#include "match/groups/groups.h"
#include "match/groups/interesting_sets.h"

namespace kindred::jobs {

// Files with equal bytes.
struct IdenticalPlaces {
  std::uint32_t place = 0;
  std::uint64_t links = 0;
  std::uint64_t wasted = 0;
  std::uint64_t elsewhere = 0;  // files of pools
  bool covered = false;         // as IdenticalSet
};

struct Findings {
  Findings() = default;
  Findings(Findings&&) = default;  // groups and families refer to what it owns
  Findings& operator=(Findings&&) = default;

  MatchedPairs matched;
  // Groups and families are made of the pairs whose estimate reaches the minimum: these, unless all do.
  std::optional<std::vector<Pair>> reaching;
  bool of_reference = false;  // groups are sif's directed ones
  match::Groups groups;
  match::Families families;
  std::vector<bool> hidden_families;  // by number: those that are decided; empty: no family is
  DirectoryPairs directories;
  match::InterestingSets sets;
  std::vector<IdenticalPlaces> identical;
  FolderCopies folders;
  std::vector<ContainedPlace> contained;
  std::unordered_set<std::uint32_t> contained_pairs;  // numbers of their links

  std::span<const Pair> Links() const { return reaching ? *reaching : matched.pairs; }
  GroupedLinks Grouped() const { return {Links(), matched.large_families, of_reference}; }
  bool IsHidden(std::uint32_t family) const { return !hidden_families.empty() && hidden_families[family]; }
  // Whether a family is nothing but a file and what contains it.
  bool OnlyContained(const match::FamilyOfPlaces& family) const {
    return family.members.size() == 2 && contained_pairs.contains(family.pairs.front());
  }
};

}  // namespace kindred::jobs
