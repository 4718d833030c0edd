// Seeds: places with a key, of which those with equal keys probably start equal runs. A table of them is
// filled from several threads and then keeps only what stands twice.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kindred {

// Positions count units from the start of the first content through all of them: one number instead of two.
struct Seed {
  std::uint64_t key = 0;
  std::uint64_t position = 0;
  auto operator<=>(const Seed&) const = default;
};

class SeedTable {
 public:
  explicit SeedTable(unsigned threads);

  // From thread number `thread`.
  void Add(unsigned thread, const Seed& seed) { parts_[thread][seed.key >> kShift].push_back(seed); }
  // Sorts what was added since the last call and drops the keys that stand once. All seeds of a key must be
  // added between two calls.
  void KeepShared();
  std::uint64_t Size() const;

  // The positions of one key each, ascending, two or more; in the order of their first positions.
  std::vector<std::span<const Seed>> Groups() const;

 private:
  static constexpr int kShift = 64 - 6;
  static constexpr std::size_t kBuckets = 64;
  using Buckets = std::vector<std::vector<Seed>>;

  std::vector<Buckets> parts_;  // by thread
  Buckets shared_;
};

}  // namespace kindred
