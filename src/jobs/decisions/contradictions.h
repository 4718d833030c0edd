// Decisions that cannot both hold. Actions on files rely on them, so every file that goes must leave one that
// stays in its place.
//
// - A version that is superseded leads, from one to the next, to one that is not: there are no circles.
// - A file or folder that is to go as a copy is not the original of another, and is not kept. The same holds
//   for what is in such a folder. (Chains of copies would be harmless only until the middle is undone.)
// - Nothing in a folder that is kept is a copy that goes.
//
// Keeping a version does not decide which of its copies is kept, so it contradicts no decision on copies or
// folders.
//
// Cost: linear in the decisions, times the depth of paths if folders are among them.
#pragma once

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
