// Flags for what find looks for besides files, and which of it counts.
#pragma once

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct FoundFlags {
  bool directories = false;
  bool sets = false;
  bool pairs = false;
  ClusterShape clusters = ClusterShape::kAroundCentre;
  bool near = false;
  bool decided = false;

  static FlagTable<FoundFlags> Table();
};

}  // namespace kindred::cli
