// Pools: the metadata of a repository in one file, so that repositories that share neither storage nor
// administration can be compared (Forman et al. 2005, section 4). docs/pools.md describes them for users.
#pragma once

#include <cstdint>
#include <string>

#include "kindred/options.h"
#include "kindred/values.h"

namespace kindred {

struct ExportOptions {
  WalkOptions walk;  // which files of the index; no roots: all
  std::string method = "fingerprints";
  bool anonymous = false;  // without names
  std::string key_file;    // keys and digests are hashed with the bytes of this file; empty: as they are
};

struct PoolReport {
  std::string file;
  MethodInfo method;
  std::uint64_t files = 0;
  std::uint64_t contents = 0;
  std::uint64_t bytes = 0;  // of the files
  std::uint64_t keys = 0;
  std::uint64_t marks = 0;
  std::uint64_t pool_bytes = 0;
  bool anonymous = false;
  bool keyed = false;
};

}  // namespace kindred
