// See crowd_neighbours.h.
#include "match/pairs/crowd_neighbours.h"

#include <algorithm>
#include <tuple>

#include "base/parallel.h"

namespace kindred::match {

namespace {

constexpr std::size_t kOrders = 8;
constexpr std::size_t kLookedAt = 8;      // next ones in each order
constexpr std::uint32_t kLeastAlike = 8;  // of 32 numbers

using SignatureNumbers = std::array<std::uint16_t, CrowdNeighbours::kNumbers>;

// Four of the numbers in one.
std::uint64_t KeyOf(const SignatureNumbers& numbers, std::size_t order) {
  constexpr std::size_t kPerKey = CrowdNeighbours::kNumbers / kOrders;
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < kPerKey; ++i) key = key << 16 | numbers[order % kOrders * kPerKey + i];
  return key;
}

std::uint32_t Agreements(const SignatureNumbers& x, const SignatureNumbers& y) {
  std::uint32_t equal = 0;
  for (std::size_t i = 0; i < x.size(); ++i) equal += x[i] == y[i];
  return equal;
}

// An empty bin borrows from the next filled one, and notes the distance.
void FillEmpty(std::uint16_t empty, SignatureNumbers* numbers) {
  const SignatureNumbers before = *numbers;
  for (std::size_t bin = 0; bin < before.size(); ++bin) {
    std::size_t distance = 0;
    while (distance < before.size() && before[(bin + distance) % before.size()] == empty) ++distance;
    if (distance == 0 || distance == before.size()) continue;
    (*numbers)[bin] =
        static_cast<std::uint16_t>(before[(bin + distance) % before.size()] + distance * 0x9E37u);
  }
}

struct Sorted {
  std::uint64_t key;
  std::uint64_t then;  // the key of the next order
  std::uint32_t member;
  auto operator<=>(const Sorted&) const = default;
};

void Offer(std::uint32_t member, std::uint32_t agreements, std::vector<CrowdNeighbours::Neighbour>* to) {
  for (const CrowdNeighbours::Neighbour& known : *to) {
    if (known.member == member) return;
  }
  auto better = [](const CrowdNeighbours::Neighbour& x, const CrowdNeighbours::Neighbour& y) {
    return std::tuple(y.agreements, x.member) < std::tuple(x.agreements, y.member);
  };
  const CrowdNeighbours::Neighbour offered{member, agreements};
  if (to->size() == CrowdNeighbours::kKept) {
    if (!better(offered, to->back())) return;
    to->pop_back();
  }
  to->insert(std::ranges::upper_bound(*to, offered, better), offered);
}

}  // namespace

std::vector<std::vector<CrowdNeighbours::Neighbour>> CrowdNeighbours::Find(unsigned threads) {
  const std::size_t count = signatures_.size();
  std::vector<SignatureNumbers> numbers(count);
  for (std::size_t member = 0; member < count; ++member) {
    for (std::size_t bin = 0; bin < kNumbers; ++bin)
      numbers[member][bin] = signatures_[member][bin].load(std::memory_order_relaxed);
    FillEmpty(kEmpty, &numbers[member]);
  }
  std::vector<Signature>().swap(signatures_);

  std::vector<std::vector<Neighbour>> found(count);
  for (std::size_t first = 0; first < kOrders; first += threads) {
    const std::size_t orders = std::min<std::size_t>(threads, kOrders - first);
    std::vector<std::vector<Sorted>> sorted(orders);
    base::ParallelFor(threads, orders, [&](std::size_t i, unsigned) {
      for (std::uint32_t member = 0; member < count; ++member)
        sorted[i].push_back(
            {KeyOf(numbers[member], first + i), KeyOf(numbers[member], first + i + 1), member});
      std::ranges::sort(sorted[i]);
    });
    for (const std::vector<Sorted>& order : sorted) {
      for (std::size_t at = 0; at < count; ++at) {
        for (std::size_t next = at + 1; next < std::min(count, at + 1 + kLookedAt); ++next) {
          const std::uint32_t a = order[at].member, b = order[next].member;
          const std::uint32_t agreements = Agreements(numbers[a], numbers[b]);
          if (agreements < kLeastAlike) continue;
          Offer(b, agreements, &found[a]);
          Offer(a, agreements, &found[b]);
        }
      }
    }
  }
  return found;
}

}  // namespace kindred::match
