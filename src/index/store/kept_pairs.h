// The pairs of the last match, before thresholds, kept beside the index: another threshold on the same state
// of the same tree is then post-processing, as with sif (Manber 1993, abstract and section 5).
//
// Derived data: the file may be removed at any time; if it does not fit or is damaged, it is ignored. It is
// identified by a hash of everything the pairs depend on. There is one file, that of the last match.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/content.h"
#include "model/pair.h"

namespace kindred::index {

inline constexpr const char* kKeptPairsName = "pairs";
inline constexpr const char* kNewKeptPairsName = "pairs.new";

struct KeptPairs {
  Digest key;          // of generation, method, scope and the rules that proposed the pairs
  double minimum = 0;  // pairs whose shares stay below this, raised by `margin` standard errors, are missing
  double margin = 0;
  std::uint64_t marks = 0;
  std::uint64_t degree_cap = 0;
  std::uint64_t capped_keys = 0;
  std::vector<PairSums> pairs;                    // by (a, b)
  std::vector<LargeFamilyMember> large_families;  // by place
  std::vector<std::uint32_t> boilerplate;         // places of contents that are partly capped, ascending
};

// Nothing if no pairs are kept for `key`. `places` is how many contents the scope has.
std::optional<KeptPairs> LoadKeptPairs(base::FileSystem& files, const std::string& index_directory,
                                       const Digest& key, std::uint32_t places);
// Best effort: does not fail if the index cannot be written to.
void SaveKeptPairs(base::FileSystem& files, const std::string& index_directory, const KeptPairs& kept);

}  // namespace kindred::index
