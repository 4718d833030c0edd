// Seeds: places with a key. Places with equal keys probably start equal runs. A table of them is filled from
// several threads and then keeps only those from which a new run may be found.
//
// Links. Inside a long run one key follows another, and each of them would find the whole run again. So a
// seed also has a hash of the bytes from the mark before it up to its own end. Places of a key with equal
// links have that mark before them at the same distance, with the same bytes between: any run that they share
// was found from there. A key whose places all have one link is therefore dropped, and of the others only
// runs through places with different links are looked for (group_search.h). So each run is found from the
// first mark that all its places have, and hardly ever from another.
//
// Example: files 1 and 2 share a passage with the marks k1, k2 and k3; file 3 has only its end, with k2 and
// k3. What is before the passage differs. The links of each key, by file:
//     k1: x y      different: the whole passage in {1 2} is found from k1
//     k2: z z w    1 and 2 have one link, 3 another: what {1 2 3} share is found from k2, {1 2} is not again
//     k3: v v v    one link: dropped
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "span/extend.h"

namespace kindred::span {

// Positions count units from the start of the first content through all of them: one number instead of two.
struct Seed {
  std::uint64_t key = 0;
  std::uint64_t position = 0;
  std::uint64_t link = 0;  // 0: no mark before
};

// A mark of a content, in units.
struct MarkedPlace {
  std::uint64_t key = 0;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// The seeds of all marks of one method in one content, which ascend; `start` is the content's position.
std::vector<Seed> LinkedSeeds(Extender& extender, std::uint32_t content, std::uint64_t start,
                              std::span<const MarkedPlace> marks);

class SeedTable {
 public:
  explicit SeedTable(unsigned threads);

  // From thread number `thread`.
  void Add(unsigned thread, const Seed& seed) { parts_[thread][seed.key >> kShift].push_back(seed); }
  // Sorts what was added since the last call and drops the keys that occur once or have one link. All seeds
  // of a key must be added between two calls.
  void Prune();
  std::uint64_t Size() const;

  // The positions of one key each, ascending, two or more; in the order of their first positions.
  std::vector<std::span<const Seed>> Groups() const;

 private:
  static constexpr int kShift = 64 - 10;
  static constexpr std::size_t kBuckets = 1024;
  using Buckets = std::vector<std::vector<Seed>>;

  std::vector<Buckets> parts_;  // by thread
  Buckets kept_;
};

}  // namespace kindred::span
