// sif's groups; see groups.h.
#include "match/groups/groups.h"

#include <algorithm>

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

Groups::Groups(std::span<const Pair> pairs, std::size_t contents) {
  const Linked linked(pairs, contents);
  // The pairs of each content, one array for all. While filling, each start moves to the next one's; then it
  // is moved back.
  std::vector<std::uint64_t> first(linked.size() + 1, 0);
  for (const Pair& pair : pairs) ++first[linked.NumberOf(pair.a) + 1], ++first[linked.NumberOf(pair.b) + 1];
  for (std::size_t i = 0; i + 1 < first.size(); ++i) first[i + 1] += first[i];
  pairs_of_.resize(first.back());
  std::vector<std::uint64_t> set_of(linked.size());  // the content and all that are similar to it
  for (std::uint32_t i = 0; i < linked.size(); ++i) set_of[i] = Mixed(linked.PlaceOf(i));
  for (std::uint32_t number = 0; number < pairs.size(); ++number) {
    const std::uint32_t a = linked.NumberOf(pairs[number].a), b = linked.NumberOf(pairs[number].b);
    pairs_of_[first[a]++] = number;
    pairs_of_[first[b]++] = number;
    set_of[a] += Mixed(pairs[number].b);
    set_of[b] += Mixed(pairs[number].a);
  }
  std::shift_right(first.begin(), first.end(), 1);
  first[0] = 0;

  for (std::uint32_t i = 0; i < linked.size(); ++i) {
    const std::uint32_t reference = linked.PlaceOf(i);
    const std::span own(pairs_of_.data() + first[i], pairs_of_.data() + first[i + 1]);
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

}  // namespace kindred::match
