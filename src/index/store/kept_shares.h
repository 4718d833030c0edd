// What was measured, kept beside the index: reading two files and comparing them gives the same numbers as
// long as their bytes are the same, so no pair is measured twice.
//
// Derived data, as kept_pairs.h: the file may be removed at any time, and counts as not there if anything is
// wrong with it. A pair is known by 64 bits of a hash of its two digests; with a million pairs kept, two
// different pairs are taken for the same once in 10^13 lookups.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "model/content.h"

namespace kindred::index {

inline constexpr const char* kKeptSharesName = "shares";
inline constexpr const char* kNewKeptSharesName = "shares.new";

// Bytes that the two have in common, of the bytes that are compared.
struct KeptShare {
  std::uint64_t pair = 0;  // HashOfPair
  std::uint64_t shared_a = 0;
  std::uint64_t shared_b = 0;
  std::uint64_t size_a = 0;
  std::uint64_t size_b = 0;
  bool operator==(const KeptShare&) const = default;
};

// The same whatever the order of the two.
std::uint64_t HashOfPair(const Digest& a, const Digest& b);
// A and B are those with the smaller and the larger digest.
void OrderByDigest(const Digest& a, const Digest& b, KeptShare* share);

class KeptShares {
 public:
  // Those that were measured by the same rules, of which `rules` is a hash.
  KeptShares(base::FileSystem& files, const std::string& index_directory, const Digest& rules);

  // Null if the pair was not measured.
  const KeptShare* Find(std::uint64_t pair) const;

  // Adds what was measured now, and writes the file. `used` are pairs that were looked up: if there are too
  // many, others go first. Best effort: does not fail if the index cannot be written to.
  void Save(std::vector<KeptShare> fresh, std::vector<std::uint64_t> used);

 private:
  base::FileSystem& files_;
  std::string directory_;
  Digest rules_;
  std::vector<KeptShare> shares_;  // by pair
};

}  // namespace kindred::index
