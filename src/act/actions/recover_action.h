// Recovers one action of an interrupted run: finished, undone, or in doubt. recover.h has the table.
#pragma once

#include <optional>

#include "act/files/steps.h"
#include "act/journal/journal.h"

namespace kindred::act {

// Nothing: a file is in use, or its directory cannot be opened now; the next run tries again. The numbers of
// run and action are the caller's.
std::optional<ActionEnd> RecoverAction(const Intent& intent, Steps& steps);
// When its end is in the journal: removes the note about it.
void CleanUpAfter(const Intent& intent, Steps& steps);

}  // namespace kindred::act
