// See families.h.
#include "match/groups/families.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "match/pairs/linked.h"
#include "match/union_find.h"

namespace kindred::match {

namespace {

constexpr std::uint32_t kUnassigned = ~std::uint32_t{0};
constexpr float kVersions = 0.9f;  // contents that share so much both ways are versions of one

// Items 0..n-1 by the family they belong to, in their order; `first` gets where each family begins.
template <typename FamilyOf>
std::vector<std::uint32_t> ByFamily(std::size_t items, std::size_t families, FamilyOf family_of,
                                    std::vector<std::uint64_t>* first) {
  first->assign(families + 1, 0);
  for (std::uint32_t i = 0; i < items; ++i) ++(*first)[family_of(i) + 1];
  for (std::size_t i = 0; i < families; ++i) (*first)[i + 1] += (*first)[i];
  std::vector<std::uint32_t> sorted(items);
  for (std::uint32_t i = 0; i < items; ++i) sorted[(*first)[family_of(i)]++] = i;
  std::shift_right(first->begin(), first->end(), 1);
  (*first)[0] = 0;
  return sorted;
}

std::span<std::uint32_t> Part(std::vector<std::uint32_t>& of, const std::vector<std::uint64_t>& first,
                              std::size_t family) {
  return {of.data() + first[family], of.data() + first[family + 1]};
}

// Linked contents are divided into parts; each part is known by one of its members.
class Division {
 public:
  Division(std::span<const Pair> pairs, const Linked& linked)
      : pairs_(pairs), linked_(linked), leader_of_(linked.size(), kUnassigned) {}

  void ByComponents() {
    UnionFind joined(leader_of_.size());
    for (const Pair& pair : pairs_) joined.Join(linked_.NumberOf(pair.a), linked_.NumberOf(pair.b));
    for (std::uint32_t i = 0; i < leader_of_.size(); ++i) leader_of_[i] = joined.Find(i);
  }

  void ByStars() {
    const PairsOfLinked pairs_of(pairs_, linked_);
    const std::vector<std::uint32_t> unit_of = Units();
    std::vector<std::uint32_t> leader(leader_of_.size(), kUnassigned);  // by unit
    std::vector<std::uint32_t> alone;
    const std::vector<std::uint32_t> order = ByWhatUnitsShare(unit_of);
    for (std::size_t first = 0, last; first < order.size(); first = last) {
      const std::uint32_t centre = unit_of[order[first]];
      last = first;
      while (last < order.size() && unit_of[order[last]] == centre) ++last;
      if (leader[centre] != kUnassigned) continue;
      leader[centre] = centre;
      bool has_others = last - first > 1;
      for (const std::uint32_t member : std::span(order).subspan(first, last - first)) {
        for (const std::uint32_t number : pairs_of.Of(member)) {
          std::uint32_t& other = leader[unit_of[Other(number, member)]];
          if (other != kUnassigned) continue;
          other = centre;
          has_others = true;
        }
      }
      if (!has_others) alone.push_back(order[first]);
    }
    for (std::uint32_t i = 0; i < leader_of_.size(); ++i) leader_of_[i] = leader[unit_of[i]];
    // Its neighbours are in families of others, and none of them is alone: two centres are never linked.
    for (const std::uint32_t content : alone) {
      const std::span<const std::uint32_t> own = pairs_of.Of(content);
      const std::uint32_t strongest = *std::ranges::max_element(
          own, [&](std::uint32_t x, std::uint32_t y) { return pairs_[x].similarity < pairs_[y].similarity; });
      leader_of_[content] = leader_of_[Other(strongest, content)];
    }
  }

  std::uint32_t LeaderOf(std::uint32_t number) const { return leader_of_[number]; }

 private:
  // By number: the first of those that are versions of one another.
  std::vector<std::uint32_t> Units() const {
    UnionFind alike(leader_of_.size());
    for (const Pair& pair : pairs_) {
      if (std::min(pair.of_a, pair.of_b) >= kVersions)
        alike.Join(linked_.NumberOf(pair.a), linked_.NumberOf(pair.b));
    }
    std::vector<std::uint32_t> unit_of(leader_of_.size());
    for (std::uint32_t i = 0; i < unit_of.size(); ++i) unit_of[i] = alike.Find(i);
    return unit_of;
  }

  // Those units first that share most with others, the members of a unit together.
  std::vector<std::uint32_t> ByWhatUnitsShare(std::span<const std::uint32_t> unit_of) const {
    std::vector<double> weight(unit_of.size());  // by unit
    for (const Pair& pair : pairs_) {
      const std::uint32_t a = unit_of[linked_.NumberOf(pair.a)], b = unit_of[linked_.NumberOf(pair.b)];
      if (a == b) continue;
      weight[a] += std::min(pair.of_a, pair.of_b);
      weight[b] += std::min(pair.of_a, pair.of_b);
    }
    std::vector<std::uint32_t> order(unit_of.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {},
                             [&](std::uint32_t i) { return std::pair(-weight[unit_of[i]], unit_of[i]); });
    return order;
  }

  std::uint32_t Other(std::uint32_t pair, std::uint32_t content) const {
    const std::uint32_t a = linked_.NumberOf(pairs_[pair].a);
    return a == content ? linked_.NumberOf(pairs_[pair].b) : a;
  }

  std::span<const Pair> pairs_;
  const Linked& linked_;
  std::vector<std::uint32_t> leader_of_;  // by number
};

// What binds a content to the others of its family: how many it is linked to, and what it shares with them.
struct Ties {
  std::uint64_t links = 0;
  double shares = 0;
  auto operator<=>(const Ties&) const = default;
};

std::vector<Ties> TiesWithin(std::span<const Pair> pairs, const Linked& linked,
                             std::span<const std::uint32_t> family_of) {
  std::vector<Ties> ties(linked.size());
  for (const Pair& pair : pairs) {
    const std::uint32_t a = linked.NumberOf(pair.a), b = linked.NumberOf(pair.b);
    if (family_of[a] != family_of[b]) continue;
    for (const std::uint32_t content : {a, b}) {
      ++ties[content].links;
      ties[content].shares += std::min(pair.of_a, pair.of_b);
    }
  }
  return ties;
}

}  // namespace

Families::Families(std::span<const Pair> pairs, std::size_t contents, FamilyShape shape) {
  const Linked linked(pairs, contents);
  Division division(pairs, linked);
  if (shape == FamilyShape::kConnected) {
    division.ByComponents();
  } else {
    division.ByStars();
  }
  // Numbered by first member.
  std::vector<std::uint32_t> number_of(linked.size(), kUnassigned);  // by leader
  std::vector<std::uint32_t> family_of(linked.size()), centre_of;
  for (std::uint32_t i = 0; i < linked.size(); ++i) {
    std::uint32_t& number = number_of[division.LeaderOf(i)];
    if (number == kUnassigned) {
      number = static_cast<std::uint32_t>(centre_of.size());
      centre_of.push_back(i);
    }
    family_of[i] = number;
  }
  const std::vector<Ties> ties = TiesWithin(pairs, linked, family_of);
  for (std::uint32_t i = 0; i < linked.size(); ++i) {
    std::uint32_t& centre = centre_of[family_of[i]];
    if (ties[i] > ties[centre]) centre = i;
  }
  const auto count = static_cast<std::uint32_t>(centre_of.size());
  std::vector<std::uint64_t> first_member, first_pair;
  members_ = ByFamily(
      linked.size(), count, [&](std::uint32_t i) { return family_of[i]; }, &first_member);
  for (std::uint32_t& member : members_) member = linked.PlaceOf(member);
  // Those between families come last, and belong to none.
  pairs_ = ByFamily(
      pairs.size(), count + std::size_t{1},
      [&](std::uint32_t i) {
        const std::uint32_t a = family_of[linked.NumberOf(pairs[i].a)];
        return a == family_of[linked.NumberOf(pairs[i].b)] ? a : count;
      },
      &first_pair);
  links_between_ = pairs.size() - first_pair[count];
  for (std::uint32_t family = 0; family < count; ++family) {
    families_.push_back({Part(members_, first_member, family), Part(pairs_, first_pair, family),
                         linked.PlaceOf(centre_of[family])});
  }
  std::ranges::stable_sort(families_, [](const FamilyOfPlaces& x, const FamilyOfPlaces& y) {
    return x.members.size() > y.members.size();
  });
}

}  // namespace kindred::match
