// sif's groups; see groups.h.
#include "match/groups/groups.h"

#include <algorithm>
#include <functional>

#include "match/mixed.h"
#include "match/pairs/linked.h"

namespace kindred::match {

Groups::Groups(std::span<const Pair> pairs, std::size_t contents, const GroupRules& rules) {
  const Linked linked(pairs, contents);
  const auto least = static_cast<float>(rules.of_reference);
  auto in_group_of_a = [&](const Pair& pair) { return pair.of_a >= least; };
  auto in_group_of_b = [&](const Pair& pair) { return pair.of_b >= least; };
  pairs_of_ = PairsOfLinked(pairs, linked, in_group_of_a, in_group_of_b);
  // The content and all that are similar to it: a set is identified by the sum of its members' hashes.
  std::vector<std::uint64_t> set_of(linked.size());
  for (std::uint32_t i = 0; i < linked.size(); ++i) set_of[i] = Mixed(linked.PlaceOf(i));
  for (const Pair& pair : pairs) {
    if (in_group_of_a(pair)) set_of[linked.NumberOf(pair.a)] += Mixed(pair.b);
    if (in_group_of_b(pair)) set_of[linked.NumberOf(pair.b)] += Mixed(pair.a);
  }
  const std::span large_families = rules.large_families;
  auto next_member = large_families.begin();
  for (std::uint32_t i = 0; i < linked.size(); ++i) {
    const std::uint32_t reference = linked.PlaceOf(i);
    const std::span own = pairs_of_.Of(i);
    while (next_member != large_families.end() && next_member->place < reference) ++next_member;
    const bool of_family = next_member != large_families.end() && next_member->place == reference;
    // Not all of its pairs are known; its centre's are.
    if (own.empty() || (of_family && next_member->centre != reference)) continue;
    // A content with the same set is a member of it, so only neighbours are compared. Those with a smaller
    // number come first.
    const bool shown = std::ranges::any_of(own, [&](std::uint32_t number) {
      const std::uint32_t place = pairs[number].a;
      return place != reference && set_of[linked.NumberOf(place)] == set_of[i];
    });
    if (!shown) groups_.push_back({reference, own});
  }
  std::ranges::stable_sort(groups_, [](const GroupOfPlaces& x, const GroupOfPlaces& y) {
    return x.pairs.size() > y.pairs.size();
  });
}

std::vector<std::uint32_t> MostOfReference(const GroupOfPlaces& group, std::span<const Pair> pairs,
                                           std::size_t most) {
  std::vector<std::uint32_t> numbers(group.pairs.begin(), group.pairs.end());
  std::ranges::stable_sort(numbers, std::greater<>(),
                           [&](std::uint32_t number) { return OfReference(pairs[number], group.reference); });
  numbers.resize(std::min(most, numbers.size()));
  return numbers;
}

}  // namespace kindred::match
