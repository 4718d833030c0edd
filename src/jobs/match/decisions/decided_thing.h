// Keys for hash tables of decisions: two decisions with equal keys are about the same thing.
#pragma once

#include <algorithm>
#include <string>

#include "kindred/decision_values.h"

namespace kindred::jobs {

// Neither digests nor numbers have a zero byte in them; a path comes last.
inline std::string ContentKey(const DecidedFile& file) {
  return file.digest + '\0' + std::to_string(file.size);
}

// A file among equal ones.
inline std::string CopyKey(const DecidedFile& file) { return ContentKey(file) + '\0' + file.path; }

// `a` of a decision. Versions have contents, copies a path in addition, folders nothing but the path: a
// folder that has another size now is the same thing, decided anew.
inline std::string ThingKey(About about, const DecidedFile& file) {
  const std::string key = about == About::kVersion ? ContentKey(file)
                          : about == About::kCopy  ? CopyKey(file)
                                                   : file.path;
  return std::to_string(static_cast<int>(about)) + '\0' + key;
}

// Two contents, in either order.
inline std::string PairKey(const Decision& decision) {
  const std::string a = ContentKey(decision.a);
  const std::string b = ContentKey(*decision.b);
  return std::min(a, b) + '\0' + std::max(a, b);
}

}  // namespace kindred::jobs
