// Clusters by union-find; see clusters.h.
#include "match/clusters.h"

#include <algorithm>

#include "match/union_find.h"

namespace kindred {

std::vector<ClusterOfPlaces> FormClusters(std::span<const Pair> pairs, std::size_t contents) {
  UnionFind joined(contents);
  for (const Pair& pair : pairs) joined.Join(pair.a, pair.b);

  std::vector<std::uint32_t> number_of(contents, 0);  // of the cluster with this root, + 1
  std::vector<ClusterOfPlaces> clusters;
  std::vector<bool> linked(contents, false);
  for (const Pair& pair : pairs) linked[pair.a] = linked[pair.b] = true;
  for (std::uint32_t place = 0; place < contents; ++place) {
    if (!linked[place]) continue;
    std::uint32_t& number = number_of[joined.Find(place)];
    if (number == 0) {
      clusters.emplace_back();
      number = static_cast<std::uint32_t>(clusters.size());
    }
    clusters[number - 1].members.push_back(place);
  }
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    clusters[number_of[joined.Find(pairs[i].a)] - 1].pairs.push_back(i);
  }
  for (ClusterOfPlaces& cluster : clusters) {
    std::stable_sort(cluster.pairs.begin(), cluster.pairs.end(), [&](std::uint32_t x, std::uint32_t y) {
      return pairs[x].similarity > pairs[y].similarity;
    });
  }
  std::stable_sort(clusters.begin(), clusters.end(), [](const ClusterOfPlaces& x, const ClusterOfPlaces& y) {
    return x.members.size() > y.members.size();
  });
  return clusters;
}

}  // namespace kindred
