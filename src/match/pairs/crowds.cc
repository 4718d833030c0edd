// See crowds.h. Threads only add to sums and lower minima, so their order does not matter.
#include "match/pairs/crowds.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "base/parallel.h"
#include "match/keys/key_stream.h"
#include "match/pairs/crowd_neighbours.h"
#include "match/pairs/shared_weight.h"
#include "match/union_find.h"

namespace kindred::match {

namespace {

// A family is what neighbours connect that agree in half of their signatures.
constexpr std::uint32_t kOneFamily = CrowdNeighbours::kNumbers / 2;
constexpr std::size_t kNeighbours = 4;     // of each content
constexpr float kLeastOfNeighbour = 0.6f;  // what a neighbour shares at least, of both
constexpr std::memory_order kRelaxed = std::memory_order_relaxed;
constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// The next mostly capped content, by path, of the smallest crowd.
class NextInCrowd {
 public:
  void Offer(std::uint64_t degree, std::uint32_t member) {
    const std::uint64_t offered = degree << 32 | member;
    std::uint64_t least = nearest_.load(kRelaxed);
    while (offered < least && !nearest_.compare_exchange_weak(least, offered, kRelaxed)) {
    }
  }
  std::uint32_t member() const { return static_cast<std::uint32_t>(nearest_.load(kRelaxed)); }  // or kNobody

 private:
  std::atomic<std::uint64_t> nearest_ = std::numeric_limits<std::uint64_t>::max();  // degree, member
};

// When a link is kept, once it is known what the two share.
enum class Keep : std::uint8_t {
  kIfNearest,  // if it is near, and one of the nearest of either
  kIfNear,     // if they share enough
  kAlways,     // as a link of a family
};

struct MemberLink {
  std::uint32_t a = 0;  // members
  std::uint32_t b = 0;
  Keep keep = Keep::kIfNearest;
};

struct LinkSums {
  std::atomic<std::uint64_t> keys = 0;
  std::atomic<std::uint64_t> weight_a = 0;
  std::atomic<std::uint64_t> weight_b = 0;
};

// Members are the contents that are half capped, numbered in their order.
class Linker {
 public:
  Linker(std::span<const CrowdedContent> crowded, const PassSets& sets, std::uint64_t cap,
         const ScopeWeights& weights, unsigned threads)
      : sets_(sets), cap_(cap), weights_(weights), threads_(threads), member_of_(weights.size(), kNobody) {
    for (const CrowdedContent& content : crowded) {
      if (content.crowding == Crowding::kPartly) continue;
      member_of_[content.place] = static_cast<std::uint32_t>(place_of_.size());
      place_of_.push_back(content.place);
      mostly_.push_back(content.crowding == Crowding::kNearlyAll);
    }
  }

  void Run(Crowds* crowds) {
    if (place_of_.size() < 2) return;
    FindNeighbours();
    FindFamilies(crowds);
    // Of two equal links the preferred one comes first.
    std::ranges::sort(links_, {}, [](const MemberLink& link) {
      return std::tuple(link.a, link.b, -static_cast<int>(link.keep));
    });
    const auto twice =
        std::ranges::unique(links_, {}, [](const MemberLink& link) { return std::pair(link.a, link.b); });
    links_.erase(twice.begin(), twice.end());
    SumLinks(crowds);
  }

 private:
  template <typename Visit>
  void PassAll(Visit visit) const {
    base::ParallelFor(threads_, sets_.parts, [&](std::size_t part, unsigned thread) {
      sets_.pass(part, [&](std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
                           std::uint64_t keys) { visit(members, weights, keys, thread); });
    });
  }

  void AddLink(std::uint32_t x, std::uint32_t y, Keep keep) {
    if (x != y) links_.push_back({std::min(x, y), std::max(x, y), keep});
  }

  void FindNeighbours() {
    CrowdNeighbours neighbours(place_of_.size());
    std::vector<NextInCrowd> next(place_of_.size());
    PassAll(
        [&](std::span<const std::uint32_t> places, std::span<const std::uint64_t>, std::uint64_t, unsigned) {
          if (places.size() <= cap_) return;
          const std::uint64_t hash = HashOfMembers(places);
          std::uint32_t last = kNobody;
          for (const std::uint32_t place : places) {
            const std::uint32_t member = member_of_[place];
            if (member == kNobody) continue;
            neighbours.Add(member, hash);
            if (!mostly_[member]) continue;
            if (last != kNobody) next[last].Offer(places.size(), member);
            last = member;
          }
        });
    for (std::uint32_t member = 0; member < next.size(); ++member) {
      if (next[member].member() != kNobody) AddLink(member, next[member].member(), Keep::kAlways);
    }
    neighbours_ = neighbours.Find(threads_);
    for (std::uint32_t member = 0; member < neighbours_.size(); ++member) {
      for (const auto& neighbour : neighbours_[member]) AddLink(member, neighbour.member, Keep::kIfNearest);
    }
  }

  void FindFamilies(Crowds* crowds) {
    UnionFind joined(place_of_.size());
    std::vector<std::uint32_t> chosen(place_of_.size());  // by how many as a neighbour
    for (std::uint32_t member = 0; member < neighbours_.size(); ++member) {
      if (!mostly_[member]) continue;
      for (const auto& neighbour : neighbours_[member]) {
        if (!mostly_[neighbour.member] || neighbour.agreements < kOneFamily) continue;
        joined.Join(member, neighbour.member);
        ++chosen[neighbour.member];
      }
    }
    std::vector<std::uint32_t> centre_of(place_of_.size(), kNobody);  // by the first member of the family
    for (std::uint32_t member = 0; member < place_of_.size(); ++member) {
      std::uint32_t& centre = centre_of[joined.Find(member)];
      if (centre == kNobody || chosen[member] > chosen[centre]) centre = member;
    }
    for (std::uint32_t member = 0; member < place_of_.size(); ++member) {
      const std::uint32_t first = joined.Find(member), centre = centre_of[first];
      if (centre == member && first == member && chosen[member] == 0) continue;  // alone
      AddLink(member, centre, Keep::kAlways);
      crowds->large_families.push_back({place_of_[member], place_of_[centre]});
    }
    // The first and the last versions of a text are less crowded: they are near a family, if not of it.
    for (std::uint32_t member = 0; member < place_of_.size(); ++member) {
      if (mostly_[member]) continue;
      for (const auto& neighbour : neighbours_[member]) {
        if (!mostly_[neighbour.member] || neighbour.agreements < kOneFamily) continue;
        AddLink(member, centre_of[joined.Find(neighbour.member)], Keep::kIfNear);
        break;
      }
    }
    neighbours_ = {};
  }

  // What the two of each link share, by all sets.
  void SumLinks(Crowds* crowds) {
    std::vector<std::size_t> first(place_of_.size() + 1);
    for (const MemberLink& link : links_) ++first[link.a + 1];
    for (std::size_t i = 0; i + 1 < first.size(); ++i) first[i + 1] += first[i];
    std::vector<LinkSums> sums(links_.size());
    // By thread: where each member is in the set, + 1.
    std::vector<std::vector<std::uint32_t>> positions(threads_);
    PassAll([&](std::span<const std::uint32_t> places, std::span<const std::uint64_t> weights,
                std::uint64_t keys, unsigned thread) {
      std::vector<std::uint32_t>& position_of = positions[thread];
      position_of.resize(place_of_.size());
      auto for_each_member = [&](auto visit) {
        for (std::uint32_t i = 0; i < places.size(); ++i) {
          if (member_of_[places[i]] != kNobody) visit(member_of_[places[i]], i);
        }
      };
      for_each_member([&](std::uint32_t member, std::uint32_t i) { position_of[member] = i + 1; });
      for_each_member([&](std::uint32_t member, std::uint32_t i) {
        for (std::size_t link = first[member]; link < first[member + 1]; ++link) {
          const std::uint32_t position = position_of[links_[link].b];
          if (position == 0) continue;
          sums[link].keys.fetch_add(keys, kRelaxed);
          sums[link].weight_a.fetch_add(weights[i], kRelaxed);
          sums[link].weight_b.fetch_add(weights[position - 1], kRelaxed);
        }
      });
      for_each_member([&](std::uint32_t member, std::uint32_t) { position_of[member] = 0; });
    });
    std::vector<PairSums> pairs;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      pairs.push_back({place_of_[links_[i].a], place_of_[links_[i].b], sums[i].keys.load(kRelaxed),
                       sums[i].weight_a.load(kRelaxed), sums[i].weight_b.load(kRelaxed)});
    }
    const std::vector<bool> kept = Kept(pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (kept[i] && pairs[i].keys > 0) crowds->pairs.push_back(pairs[i]);
    }
  }

  // Links of families, those of what is near them, and the nearest of each.
  std::vector<bool> Kept(std::span<const PairSums> pairs) const {
    struct Near {
      std::uint32_t member = 0;
      float share = 0;
      std::uint32_t pair = 0;
    };
    std::vector<bool> kept(pairs.size());
    std::vector<Near> nearest;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      kept[i] = links_[i].keep == Keep::kAlways;
      const SharedWeight shared = AtCoarserLevel(pairs[i], weights_);
      const auto share = static_cast<float>(
          std::min(ShareOf(shared.weight_a, shared.total_a), ShareOf(shared.weight_b, shared.total_b)));
      if (share < kLeastOfNeighbour) continue;
      if (links_[i].keep == Keep::kIfNear) kept[i] = true;
      nearest.push_back({links_[i].a, share, i});
      nearest.push_back({links_[i].b, share, i});
    }
    std::ranges::sort(nearest, {},
                      [](const Near& near) { return std::tuple(near.member, -near.share, near.pair); });
    for (std::size_t i = 0, of_member = 0; i < nearest.size(); ++i) {
      of_member = i > 0 && nearest[i].member == nearest[i - 1].member ? of_member + 1 : 0;
      if (of_member < kNeighbours) kept[nearest[i].pair] = true;
    }
    return kept;
  }

  const PassSets& sets_;
  std::uint64_t cap_;
  const ScopeWeights& weights_;
  unsigned threads_;
  std::vector<std::uint32_t> member_of_;  // by place
  std::vector<std::uint32_t> place_of_;
  std::vector<bool> mostly_;
  std::vector<std::vector<CrowdNeighbours::Neighbour>> neighbours_;
  std::vector<MemberLink> links_;
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

std::vector<CrowdedContent> CrowdedWeights::Crowded(const ScopeWeights& weights) const {
  std::vector<CrowdedContent> found;
  for (std::uint32_t place = 0; place < weights_.size(); ++place) {
    const std::uint64_t crowded = weights_[place].load(kRelaxed), whole = weights.Whole(place);
    if (crowded == 0 || crowded * 4 < whole) continue;
    found.push_back({place, crowded * 5 >= whole * 4 ? Crowding::kNearlyAll
                            : crowded * 2 >= whole   ? Crowding::kHalf
                                                     : Crowding::kPartly});
  }
  return found;
}

Crowds LinkCrowds(std::span<const CrowdedContent> crowded, const PassSets& sets, std::uint64_t cap,
                  const ScopeWeights& weights, unsigned threads) {
  Crowds crowds;
  for (const CrowdedContent& content : crowded) crowds.partly.push_back(content.place);
  Linker(crowded, sets, cap, weights, threads).Run(&crowds);
  return crowds;
}

}  // namespace kindred::match
