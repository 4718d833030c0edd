// Order is the only thing that changes.
#include "report/lines/span_record.h"

#include <algorithm>

namespace kindred::report {

Span Oriented(const Span& span, const Comparison& comparison) {
  Span oriented = span;
  auto to_front = [&](const std::string& path, std::size_t front) {
    auto begin = oriented.places.begin() + static_cast<std::ptrdiff_t>(front);
    auto place = std::find_if(begin, oriented.places.end(),
                              [&](const Span::Place& candidate) { return candidate.path == path; });
    if (place == oriented.places.end()) return false;
    std::rotate(begin, place, place + 1);
    return true;
  };
  if (to_front(comparison.a, 0)) to_front(comparison.b, 1);
  return oriented;
}

}  // namespace kindred::report
