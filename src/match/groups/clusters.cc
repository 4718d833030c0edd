// Clusters by union-find; see clusters.h.
#include "match/groups/clusters.h"

#include <algorithm>

#include "match/groups/union_find.h"
#include "match/pairs/linked.h"

namespace kindred::match {

namespace {

// Items 0..n-1 by the cluster they belong to, in their order; `first` gets where each cluster begins.
template <typename ClusterOf>
std::vector<std::uint32_t> ByCluster(std::size_t items, std::size_t clusters, ClusterOf cluster_of,
                                     std::vector<std::uint64_t>* first) {
  first->assign(clusters + 1, 0);
  for (std::uint32_t i = 0; i < items; ++i) ++(*first)[cluster_of(i) + 1];
  for (std::size_t i = 0; i < clusters; ++i) (*first)[i + 1] += (*first)[i];
  std::vector<std::uint32_t> sorted(items);
  for (std::uint32_t i = 0; i < items; ++i) sorted[(*first)[cluster_of(i)]++] = i;
  std::shift_right(first->begin(), first->end(), 1);
  (*first)[0] = 0;
  return sorted;
}

std::span<std::uint32_t> Part(std::vector<std::uint32_t>& of, const std::vector<std::uint64_t>& first,
                              std::size_t cluster) {
  return {of.data() + first[cluster], of.data() + first[cluster + 1]};
}

}  // namespace

Clusters::Clusters(std::span<const Pair> pairs, std::size_t contents) {
  const Linked linked(pairs, contents);
  std::vector<std::uint32_t> cluster_of(linked.size());
  std::uint32_t count = 0;
  {
    UnionFind joined(linked.size());
    for (const Pair& pair : pairs) joined.Join(linked.NumberOf(pair.a), linked.NumberOf(pair.b));
    for (std::uint32_t i = 0; i < linked.size(); ++i) {
      const std::uint32_t root = joined.Find(i);  // the first member
      cluster_of[i] = root == i ? count++ : cluster_of[root];
    }
  }
  std::vector<std::uint64_t> first_member, first_pair;
  members_ = ByCluster(
      linked.size(), count, [&](std::uint32_t i) { return cluster_of[i]; }, &first_member);
  for (std::uint32_t& member : members_) member = linked.PlaceOf(member);
  pairs_ = ByCluster(
      pairs.size(), count, [&](std::uint32_t i) { return cluster_of[linked.NumberOf(pairs[i].a)]; },
      &first_pair);
  for (std::uint32_t cluster = 0; cluster < count; ++cluster) {
    clusters_.push_back({Part(members_, first_member, cluster), Part(pairs_, first_pair, cluster)});
  }
  std::ranges::stable_sort(clusters_, [](const ClusterOfPlaces& x, const ClusterOfPlaces& y) {
    return x.members.size() > y.members.size();
  });
}

}  // namespace kindred::match
