// sif's groups; see groups.h.
#include "match/groups.h"

#include <xxhash.h>

#include <algorithm>
#include <unordered_set>

namespace kindred {

std::vector<GroupOfPlaces> FormGroups(std::span<const Pair> pairs, std::size_t contents) {
  // The pairs of each content, one array for all.
  std::vector<std::size_t> first(contents + 1, 0);
  for (const Pair& pair : pairs) ++first[pair.a + 1], ++first[pair.b + 1];
  for (std::size_t i = 0; i < contents; ++i) first[i + 1] += first[i];
  std::vector<std::uint32_t> pairs_of(first[contents]);
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t number = 0; number < pairs.size(); ++number) {
    pairs_of[next[pairs[number].a]++] = number;
    pairs_of[next[pairs[number].b]++] = number;
  }
  // Sets are remembered by a 128-bit hash of their sorted members: equal hashes are equal sets for all
  // purposes.
  struct Hash {
    std::size_t operator()(const XXH128_hash_t& hash) const { return hash.low64; }
  };
  struct Equal {
    bool operator()(const XXH128_hash_t& a, const XXH128_hash_t& b) const { return XXH128_isEqual(a, b); }
  };
  std::unordered_set<XXH128_hash_t, Hash, Equal> shown;
  std::vector<GroupOfPlaces> groups;
  std::vector<std::uint32_t> members;
  for (std::uint32_t reference = 0; reference < contents; ++reference) {
    const std::span own(pairs_of.begin() + static_cast<std::ptrdiff_t>(first[reference]),
                        pairs_of.begin() + static_cast<std::ptrdiff_t>(first[reference + 1]));
    if (own.empty()) continue;
    auto other = [&](std::uint32_t number) {
      return pairs[number].a == reference ? pairs[number].b : pairs[number].a;
    };
    members.assign(1, reference);
    for (std::uint32_t number : own) members.push_back(other(number));
    std::sort(members.begin(), members.end());
    if (!shown.insert(XXH3_128bits(members.data(), members.size() * sizeof members[0])).second) continue;
    std::sort(own.begin(), own.end(), [&](std::uint32_t x, std::uint32_t y) {
      if (pairs[x].similarity != pairs[y].similarity) return pairs[x].similarity > pairs[y].similarity;
      return other(x) < other(y);
    });
    groups.push_back({reference, {own.begin(), own.end()}});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const GroupOfPlaces& x, const GroupOfPlaces& y) {
    return x.pairs.size() > y.pairs.size();
  });
  return groups;
}

}  // namespace kindred
