// Decisions that cannot both hold. What is to act on files later must be able to trust them: whatever goes
// has something that stays in its place.
//
// - A version that is superseded leads, from one to the next, to one that is not: there are no circles.
// - A file or folder that is to go as a copy is nobody's original, and is not kept. This is so for what is in
//   such a folder, too. (Chains of copies would be harmless only as long as nobody undoes the middle.)
// - Nothing in a folder that is kept is a copy that goes.
//
// That a version is kept says nothing about which of its copies is, so it contradicts no decision on copies
// or folders.
//
// Cost: linear in the decisions, times the depth of paths if folders are among them.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "kindred/decision_values.h"

namespace kindred::jobs {

// "a.txt is a copy of b.txt"
std::string DecisionText(const Decision& decision);

// `in_force` are those that would count; those with an id of 0 are new. Throws Error(kConflict) that names
// the older one if a new one contradicts another.
void RefuseContradictions(std::span<const Decision> in_force);

}  // namespace kindred::jobs
