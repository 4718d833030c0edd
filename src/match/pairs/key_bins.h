// Matching in a memory budget: HP's bipartite partitioning (Forman et al. 2005, section 2.5). The stream of
// keys is read once, for the
//   census     how many sets there are of each degree, from which the degree cap follows. Keys in only one
//              content, which are most, are dropped; the sets of the others are written to disk.
// These sets are read twice more:
//   components union-find over the contents of each key up to the cap (step 3). Keys above the cap propose no
//              pairs, so they join nothing: HP's ubiquitous header does not hold everything together.
//              Contents that share no such key are dropped (step 4); small components are packed into bins
//              (step 5);
//   division   each key's contents are written to the bin they belong to (step 6), capped keys to every bin
//              where two contents have them.
// Then each bin is matched separately (binned_pairs.h). A component that is larger than a bin gets one to
// itself and is worked in slices there.
//
// Example, with a cap of 3. Contents a to h; key 1 occurs in a and b, key 2 in b and c, key 3 in e and f, key
// 4 in all, key 5 only in g.
//   census     drops key 5; key 4 has degree 8 and is above the cap
//   components {a b c} by keys 1 and 2, {e f} by key 3. d, g and h share no key up to the cap and are dropped
//   division   bin 0 gets key 1 as {a b}, key 2 as {b c} and key 4 as {a b c};
//              bin 1 gets key 3 as {e f} and key 4 as {e f}
//
// Memory: 16 bytes a content of the scope while bins are made, 12 while they are filled. Time: linear, but
// for union-find's inverse Ackermann, as the segments are sorted already (section 2.6 has C log C for the
// sort).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "match/keys/degree_census.h"
#include "match/keys/key_stream.h"
#include "match/keys/spill.h"
#include "match/pairs/crowds.h"

namespace kindred::match {

struct KeyCensus {
  DegreeCensus sets;
  std::uint64_t marks = 0;         // of the scope, shared or not
  std::uint64_t members = 0;       // of all keys that are shared
  std::unique_ptr<Spill> spilled;  // their sets
};
// The temporary file is made in `directory`.
KeyCensus TakeCensus(const KeyStream& stream, base::FileSystem& files, const std::string& directory,
                     unsigned threads);

class KeyBins {
 public:
  struct Bin {
    std::uint32_t contents = 0;
    std::uint64_t members = 0;  // of its keys up to the cap
  };

  // `bin_bytes`: what a bin's match may take (BinBytes), where its components allow. `buffer_bytes`: for
  // writing. The temporary file is made in `directory`.
  KeyBins(const Spill& sets, const ScopeWeights& weights, std::uint64_t cap, std::uint64_t bin_bytes,
          std::uint64_t buffer_bytes, base::FileSystem& files, const std::string& directory,
          unsigned threads);

  const std::vector<Bin>& bins() const { return bins_; }
  std::uint64_t capped_keys() const { return capped_keys_; }
  // Ascending.
  const std::vector<CrowdedContent>& crowded() const { return crowded_; }
  std::uint64_t spilled_bytes() const { return spill_ ? spill_->bytes() : 0; }

  // By number in the bin, ascending: the places of its contents.
  std::vector<std::uint32_t> PlacesOf(std::size_t bin) const;
  // Calls visit(KeySet) for each key of a bin up to the cap, or above it; members are numbers in the bin.
  template <typename Visit>
  void ReadRare(std::size_t bin, Visit visit) const {
    spill_->Read(2 * bin, visit);
  }
  template <typename Visit>
  void ReadCapped(std::size_t bin, Visit visit) const {
    spill_->Read(2 * bin + 1, visit);
  }

 private:
  void Pack(std::size_t contents, std::uint64_t bin_bytes);
  void Divide(const Spill& sets, std::uint64_t buffer_bytes, unsigned threads);

  static constexpr std::uint32_t kNoBin = ~std::uint32_t{0};

  std::uint64_t cap_;
  std::uint64_t capped_keys_ = 0;
  std::vector<CrowdedContent> crowded_;
  std::vector<Bin> bins_;
  std::vector<std::uint32_t> bin_of_;     // by place
  std::vector<std::uint32_t> number_of_;  // by place: in its bin
  std::unique_ptr<Spill> spill_;
};

// What the match of a bin takes with one thread, its proposals apart.
std::uint64_t BinBytes(std::uint64_t contents, std::uint64_t members);

}  // namespace kindred::match
