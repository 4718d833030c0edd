// What reports call a measure: the words of --measure.
#pragma once

#include "kindred/options.h"

namespace kindred::tree {

inline const char* MeasureName(Measure measure) {
  switch (measure) {
    case Measure::kBoth:
      return "both";
    case Measure::kResemblance:
      return "resemblance";
    case Measure::kOfReference:
      return "of-reference";
    default:
      return "containment";
  }
}

}  // namespace kindred::tree
