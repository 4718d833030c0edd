// What the stages of find leave for the report: by places and numbers of pairs, not by paths.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/find/contained_files.h"
#include "engine/find/copied_folders.h"
#include "engine/find/directory_pairs.h"
#include "engine/find/matched_pairs.h"
#include "match/groups/clusters.h"
#include "match/groups/groups.h"
#include "match/groups/interesting_sets.h"

namespace kindred::engine {

// Files with equal bytes.
struct IdenticalPlaces {
  std::uint32_t place = 0;
  std::uint64_t links = 0;
  std::uint64_t wasted = 0;
  std::uint64_t elsewhere = 0;  // files of pools
  bool covered = false;         // as IdenticalSet
};

struct Findings : MatchedPairs {
  // Pairs whose estimate reaches the threshold: groups and clusters are made of these. `reaching` holds them
  // unless all do.
  std::span<const Pair> links;
  std::vector<Pair> reaching;
  match::Groups groups;
  bool of_reference = false;  // they are sif's directed ones
  match::Clusters clusters;
  std::vector<bool> hidden_clusters;  // by number: those that are decided; empty: none is
  DirectoryPairs directories;
  match::InterestingSets sets;
  std::vector<IdenticalPlaces> identical;
  FolderCopies folders;
  std::vector<ContainedPlace> contained;

  bool IsHidden(std::uint32_t cluster) const { return !hidden_clusters.empty() && hidden_clusters[cluster]; }
  // Whether a cluster is nothing but a file and what contains it.
  bool OnlyContained(const match::ClusterOfPlaces& cluster) const {
    return cluster.members.size() == 2 && contained_pairs.contains(cluster.pairs.front());
  }
  std::unordered_set<std::uint32_t> contained_pairs;  // numbers
};

}  // namespace kindred::engine
