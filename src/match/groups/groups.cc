// sif's groups; see groups.h.
#include "match/groups/groups.h"

#include <algorithm>
#include <functional>

#include "match/pairs/linked.h"

namespace kindred::match {

namespace {

// A set is identified by the sum of its members' hashes, in any order.
std::uint64_t Mixed(std::uint32_t place) {
  std::uint64_t x = (place + std::uint64_t{1}) * 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

Groups::Groups(std::span<const Pair> pairs, std::size_t contents, double of_reference) {
  const Linked linked(pairs, contents);
  const auto least = static_cast<float>(of_reference);
  auto in_group_of_a = [&](const Pair& pair) { return pair.of_a >= least; };
  auto in_group_of_b = [&](const Pair& pair) { return pair.of_b >= least; };
  // The pairs of each content, one array for all. While filling, each start moves to the next one's; then it
  // is moved back.
  std::vector<std::uint64_t> first(linked.size() + 1, 0);
  for (const Pair& pair : pairs) {
    first[linked.NumberOf(pair.a) + 1] += in_group_of_a(pair);
    first[linked.NumberOf(pair.b) + 1] += in_group_of_b(pair);
  }
  for (std::size_t i = 0; i + 1 < first.size(); ++i) first[i + 1] += first[i];
  pairs_of_.resize(first.back());
  std::vector<std::uint64_t> set_of(linked.size());  // the content and all that are similar to it
  for (std::uint32_t i = 0; i < linked.size(); ++i) set_of[i] = Mixed(linked.PlaceOf(i));
  for (std::uint32_t number = 0; number < pairs.size(); ++number) {
    const std::uint32_t a = linked.NumberOf(pairs[number].a), b = linked.NumberOf(pairs[number].b);
    if (in_group_of_a(pairs[number])) {
      pairs_of_[first[a]++] = number;
      set_of[a] += Mixed(pairs[number].b);
    }
    if (in_group_of_b(pairs[number])) {
      pairs_of_[first[b]++] = number;
      set_of[b] += Mixed(pairs[number].a);
    }
  }
  std::shift_right(first.begin(), first.end(), 1);
  first[0] = 0;

  for (std::uint32_t i = 0; i < linked.size(); ++i) {
    const std::uint32_t reference = linked.PlaceOf(i);
    const std::span own(pairs_of_.data() + first[i], pairs_of_.data() + first[i + 1]);
    if (own.empty()) continue;
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
