// See crowds.h.
#include "match/crowds.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace kindred {

namespace {

// A file drowns if its crowded keys weigh so much of it.
constexpr std::uint64_t kDrownedParts = 4;
constexpr std::uint64_t kOfParts = 5;

// Ascending.
std::vector<std::uint32_t> FindDrowned(const PassSets& sets, std::uint64_t cap, const ScopeWeights& weights) {
  std::vector<std::uint32_t> crowded(weights.size());  // what such keys weigh, at most all that fits
  sets([&](std::span<const std::uint32_t> members, std::span<const std::uint64_t> of_members, std::uint64_t) {
    if (members.size() <= cap) return;
    for (std::size_t i = 0; i < members.size(); ++i) {
      std::uint32_t& sum = crowded[members[i]];
      sum += static_cast<std::uint32_t>(
          std::min<std::uint64_t>(of_members[i], std::numeric_limits<std::uint32_t>::max() - sum));
    }
  });
  std::vector<std::uint32_t> drowned;
  for (std::uint32_t place = 0; place < crowded.size(); ++place) {
    if (crowded[place] != 0 && crowded[place] * kOfParts >= weights.Whole(place) * kDrownedParts)
      drowned.push_back(place);
  }
  return drowned;
}

// For each that drowns, the one it is linked to.
struct Link {
  std::uint32_t from = 0;
  std::uint32_t to = 0;  // the same: to none
  std::uint64_t degree = std::numeric_limits<std::uint64_t>::max();
  PairSums sums;
};

// The links, and by place where they stand.
class Links {
 public:
  Links(std::span<const std::uint32_t> drowned, std::size_t contents) : number_of_(contents, 0) {
    for (const std::uint32_t place : drowned) {
      all_.push_back({.from = place, .to = place, .sums = {}});
      number_of_[place] = static_cast<std::uint32_t>(all_.size());
    }
  }

  // nullptr: it has none.
  Link* Of(std::uint32_t place) {
    const std::uint32_t number = number_of_[place];
    return number == 0 ? nullptr : &all_[number - 1];
  }
  std::vector<Link>& all() { return all_; }

 private:
  std::vector<Link> all_;
  std::vector<std::uint32_t> number_of_;  // + 1; 0: none
};

}  // namespace

std::vector<PairSums> LinkCrowds(const PassSets& sets, std::uint64_t cap, const ScopeWeights& weights) {
  const std::vector<std::uint32_t> drowned = FindDrowned(sets, cap, weights);
  if (drowned.size() < 2) return {};
  Links links(drowned, weights.size());

  sets([&](std::span<const std::uint32_t> members, std::span<const std::uint64_t>, std::uint64_t) {
    if (members.size() <= cap) return;
    Link* last = nullptr;
    for (const std::uint32_t member : members) {
      Link* const link = links.Of(member);
      if (link == nullptr) continue;
      // Of crowds of one size the nearest neighbour, so that the order of the sets does not matter.
      if (last != nullptr && std::tuple(members.size(), member) < std::tuple(last->degree, last->to))
        last->degree = members.size(), last->to = member;
      last = link;
    }
  });
  for (Link& link : links.all()) link.sums.a = link.from, link.sums.b = link.to;

  sets([&](std::span<const std::uint32_t> members, std::span<const std::uint64_t> of_members,
           std::uint64_t keys) {
    for (std::size_t i = 0; i + 1 < members.size(); ++i) {
      Link* const link = links.Of(members[i]);
      if (link == nullptr) continue;
      const auto other =
          std::lower_bound(members.begin() + static_cast<std::ptrdiff_t>(i) + 1, members.end(), link->to);
      if (other == members.end() || *other != link->to) continue;
      link->sums.keys += keys;
      link->sums.weight_a += of_members[i];
      link->sums.weight_b += of_members[static_cast<std::size_t>(other - members.begin())];
    }
  });
  std::vector<PairSums> sums;
  for (const Link& link : links.all()) {
    if (link.to != link.from) sums.push_back(link.sums);
  }
  return sums;
}

}  // namespace kindred
