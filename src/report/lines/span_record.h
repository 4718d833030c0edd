// What the formats for programs need to write spans.
#pragma once

#include "kindred/values.h"

namespace kindred::report {

// How the contract calls what offsets and lengths count.
inline const char* UnitText(bool bits) { return bits ? "bit" : "byte"; }

// A run of two files side by side as a span of two places.
inline Span SpanOfRun(const SideBySide& files, const SideBySide::Run& run) {
  return {.length = run.length,
          .places = {{files.comparison.a, run.a}, {files.comparison.b, run.b}},
          .total_places = 2};
}

// The span with a place in the first of two compared files in front, then one in the second: places come by
// path, but a reader of a comparison expects its A first.
Span Oriented(const Span& span, const Comparison& comparison);

}  // namespace kindred::report
