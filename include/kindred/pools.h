// Pools: the metadata of a repository in one file, so that repositories that share neither storage nor
// administration can be compared (Forman et al. 2005, section 4). docs/using/compare.md describes them for
// users.
#pragma once

#include <cstdint>
#include <string>

#include "kindred/options.h"

namespace kindred::inline v0 {

struct ExportOptions {
  WalkOptions walk;  // which files of the index; no roots: all
  std::string method = "fingerprints";
  bool anonymous = false;  // without names
  std::string key_file;    // hash keys and digests with the bytes of this file; empty: not hashed
};

}  // namespace kindred::inline v0
