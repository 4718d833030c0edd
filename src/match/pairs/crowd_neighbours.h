// The nearest of thousands: which contents of a crowd are most alike, without comparing all with all.
//
// Each content has a signature of 32 numbers: the sets of capped keys that it belongs to are dealt into 32
// bins by their hash, and of each bin the smallest remainder is kept (min-hash with one permutation; Li, Owen
// and Zhang 2012). Two contents agree in a number with about the probability that a set of either belongs to
// both, so the number of agreements out of 32 estimates how alike they are. A bin that no set fell into
// borrows from the next one (Shrivastava and Li 2014).
//
// Eight times four numbers are a key to sort by; the most alike are likely to be near each other in one of
// the eight orders (an LSH forest; Bawa, Condie and Ganesan 2005). Each content looks at its next eight in
// each, and keeps those that agree with it most. So the cost is n log n, however large the crowd: there are
// no buckets that could overflow.
//
// Example: 10,000 drafts of one letter. Each has some 80 marks, all above the cap. A draft agrees with the
// next version in 29 of 32 numbers, with an early one in 12: what it keeps are its neighbours in time.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace kindred::match {

class CrowdNeighbours {
 public:
  static constexpr std::size_t kKept = 16;  // neighbours of each

  explicit CrowdNeighbours(std::size_t members) : signatures_(members) {}

  // A member belongs to the set with this hash. From several threads; any order, repeats do no harm.
  void Add(std::uint32_t member, std::uint64_t set) {
    const std::size_t bin = set >> (64 - kBinBits);
    const auto number = static_cast<std::uint16_t>(set >> (64 - kBinBits - 16));
    std::atomic<std::uint16_t>& least = signatures_[member][bin];
    std::uint16_t now = least.load(std::memory_order_relaxed);
    while (number < now && !least.compare_exchange_weak(now, number, std::memory_order_relaxed)) {
    }
  }

  struct Neighbour {
    std::uint32_t member = 0;
    std::uint32_t agreements = 0;  // of kNumbers
  };
  static constexpr std::uint32_t kNumbers = 32;

  // By member: those that agree most, the best first; none that agrees in less than a quarter.
  std::vector<std::vector<Neighbour>> Find(unsigned threads);

 private:
  static constexpr int kBinBits = 5;
  static constexpr std::uint16_t kEmpty = 0xFFFF;

  struct Signature : std::array<std::atomic<std::uint16_t>, kNumbers> {
    Signature() {
      for (auto& number : *this) number.store(kEmpty, std::memory_order_relaxed);
    }
  };

  std::vector<Signature> signatures_;
};

}  // namespace kindred::match
