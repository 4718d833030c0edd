// See crowds.h. Threads only add to sums and lower minima, so their order does not matter.
#include "match/pairs/crowds.h"

#include <algorithm>
#include <limits>

#include "base/parallel.h"

namespace kindred::match {

namespace {

// A file is mostly capped if its capped keys have this part of its weight.
constexpr std::uint64_t kMostlyCappedParts = 4;
constexpr std::uint64_t kOfParts = 5;

constexpr std::memory_order kRelaxed = std::memory_order_relaxed;

// A mostly capped content, and the one it is linked to.
struct Link {
  explicit Link(std::uint32_t place) : from(place) {}
  std::uint32_t to() const { return static_cast<std::uint32_t>(nearest.load(kRelaxed)); }
  bool linked() const { return nearest.load(kRelaxed) != kNone; }

  // Of crowds of one size the nearest neighbour.
  void Offer(std::uint64_t degree, std::uint32_t place) {
    const std::uint64_t offered = degree << 32 | place;
    std::uint64_t least = nearest.load(kRelaxed);
    while (offered < least && !nearest.compare_exchange_weak(least, offered, kRelaxed)) {
    }
  }

  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t from;
  std::atomic<std::uint64_t> nearest = kNone;  // degree of the crowd, place
  std::atomic<std::uint64_t> keys = 0;
  std::atomic<std::uint64_t> weight_from = 0;
  std::atomic<std::uint64_t> weight_to = 0;
};

}  // namespace

void CrowdedWeights::Add(std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::atomic<std::uint32_t>& sum = weights_[members[i]];
    std::uint32_t before = sum.load(kRelaxed);
    while (!sum.compare_exchange_weak(
        before, static_cast<std::uint32_t>(std::min(kMost, before + std::min(kMost, weights[i]))),
        kRelaxed)) {
    }
  }
}

std::vector<std::uint32_t> CrowdedWeights::MostlyCapped(const ScopeWeights& weights) const {
  std::vector<std::uint32_t> mostly_capped;
  for (std::uint32_t place = 0; place < weights_.size(); ++place) {
    const std::uint64_t crowded = weights_[place].load(kRelaxed);
    if (crowded != 0 && crowded * kOfParts >= weights.Whole(place) * kMostlyCappedParts)
      mostly_capped.push_back(place);
  }
  return mostly_capped;
}

std::vector<PairSums> LinkCrowds(std::span<const std::uint32_t> mostly_capped, const PassSets& sets,
                                 std::uint64_t cap, std::size_t contents, unsigned threads) {
  if (mostly_capped.size() < 2) return {};
  std::vector<std::uint32_t> number_of(contents, 0);  // + 1; 0: not mostly capped
  for (std::uint32_t i = 0; i < mostly_capped.size(); ++i) number_of[mostly_capped[i]] = i + 1;
  std::vector<Link> links(mostly_capped.begin(), mostly_capped.end());
  auto link_of = [&](std::uint32_t place) {
    return number_of[place] == 0 ? nullptr : &links[number_of[place] - 1];
  };
  auto pass_all = [&](const SetVisitor& visit) {
    base::ParallelFor(threads, sets.parts, [&](std::size_t part, unsigned) { sets.pass(part, visit); });
  };

  pass_all([&](std::span<const std::uint32_t> members, std::span<const std::uint64_t>, std::uint64_t) {
    if (members.size() <= cap) return;
    Link* last = nullptr;
    for (const std::uint32_t member : members) {
      Link* const link = link_of(member);
      if (link == nullptr) continue;
      if (last != nullptr) last->Offer(members.size(), member);
      last = link;
    }
  });

  pass_all([&](std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
               std::uint64_t keys) {
    for (std::size_t i = 0; i + 1 < members.size(); ++i) {
      Link* const link = link_of(members[i]);
      if (link == nullptr || !link->linked()) continue;
      const auto rest = members.subspan(i + 1);
      const auto other = std::ranges::lower_bound(rest, link->to());
      if (other == rest.end() || *other != link->to()) continue;
      link->keys.fetch_add(keys, kRelaxed);
      link->weight_from.fetch_add(weights[i], kRelaxed);
      link->weight_to.fetch_add(weights[i + 1 + static_cast<std::size_t>(other - rest.begin())], kRelaxed);
    }
  });

  std::vector<PairSums> sums;
  for (const Link& link : links) {
    if (link.linked())
      sums.push_back(
          {link.from, link.to(), link.keys.load(), link.weight_from.load(), link.weight_to.load()});
  }
  return sums;
}

}  // namespace kindred::match
