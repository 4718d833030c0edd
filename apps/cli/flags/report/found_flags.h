// Flags for the lists of find that are not made by default.
#pragma once

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct FoundFlags {
  bool directories = false;
  bool sets = false;
  bool pairs = false;
  FamilyShape families = FamilyShape::kAroundCentre;
  bool near = false;
  bool decided = false;

  static FlagTable<FoundFlags> Table();
};

}  // namespace kindred::cli
