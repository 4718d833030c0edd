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
#include "match/groups/clusters.h"
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
  Findings(Findings&&) = default;  // groups and clusters refer to what it owns
  Findings& operator=(Findings&&) = default;

  MatchedPairs matched;
  // Groups and clusters are made of the pairs whose estimate reaches the minimum: these, unless all do.
  std::optional<std::vector<Pair>> reaching;
  bool of_reference = false;  // groups are sif's directed ones
  match::Groups groups;
  match::Clusters clusters;
  std::vector<bool> hidden_clusters;  // by number: those that are decided; empty: no cluster is
  DirectoryPairs directories;
  match::InterestingSets sets;
  std::vector<IdenticalPlaces> identical;
  FolderCopies folders;
  std::vector<ContainedPlace> contained;
  std::unordered_set<std::uint32_t> contained_pairs;  // numbers of their links

  std::span<const Pair> Links() const { return reaching ? *reaching : matched.pairs; }
  GroupedLinks Grouped() const { return {Links(), matched.families, of_reference}; }
  bool IsHidden(std::uint32_t cluster) const { return !hidden_clusters.empty() && hidden_clusters[cluster]; }
  // Whether a cluster is nothing but a file and what contains it.
  bool OnlyContained(const match::ClusterOfPlaces& cluster) const {
    return cluster.members.size() == 2 && contained_pairs.contains(cluster.pairs.front());
  }
};

}  // namespace kindred::jobs
