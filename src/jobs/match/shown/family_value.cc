// See family_value.h.
#include "jobs/match/shown/family_value.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kindred::jobs {

namespace {

struct Shares {
  float best = 0;      // of any other member
  float expected = 0;  // of the centre; of the centre itself, of the newest
};

}  // namespace

std::uint32_t NewestOf(const match::FamilyOfPlaces& family, const ContentNames& names) {
  return *std::ranges::max_element(family.members, {},
                                   [&](std::uint32_t place) { return names.TimeOf(place); });
}

std::uint64_t RedundantBytes(const match::FamilyOfPlaces& family, std::span<const Pair> links,
                             const ContentNames& names) {
  const std::uint32_t newest = NewestOf(family, names);
  std::vector<Shares> shares(family.members.size());
  const auto note = [&](std::uint32_t place, std::uint32_t other, float share) {
    if (place == newest) return;
    const auto at = std::ranges::lower_bound(family.members, place);
    Shares& of = shares[static_cast<std::size_t>(at - family.members.begin())];
    of.best = std::max(of.best, share);
    if (other == (place == family.centre ? newest : family.centre)) of.expected = share;
  };
  for (const std::uint32_t number : family.pairs) {
    const Pair& pair = links[number];
    note(pair.a, pair.b, pair.of_a);
    note(pair.b, pair.a, pair.of_b);
  }
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::uint32_t place = family.members[i];
    const double share = shares[i].expected > 0 ? shares[i].expected : shares[i].best;
    // Shares exceed 1 if repeats are counted (--count multiset).
    if (share > 0 && names.IsHere(place))
      bytes += static_cast<std::uint64_t>(
          std::llround(std::min(share, 1.0) * static_cast<double>(names.SizeOf(place))));
  }
  return bytes;
}

}  // namespace kindred::jobs
