// Brings runs that were interrupted to an end: each action of which the journal has the intent and no result
// is finished or undone, depending on the files. It relies on nothing but the journal's intents and the files
// as they are now: recovering twice, or being interrupted in it, does no harm.
//
// What may be found of a link (names as in link_action.h; K, C: the keeper and the copy, identified by their
// inodes):
//
//   q            n            what happened                 what is done
//   -            K            all of it                     done
//   -            not K        nothing, or it was undone     left as it is
//   K            any          not exchanged                 q is removed
//   C            any          exchanged                     bytes compared anew, under leases: if they are
//                                                           K's, q is removed: done. If C was written to and
//                                                           K was not, or n is a symbolic link and K has
//                                                           gone, the name goes back. If K was written to
//                                                           since, C gets a new name: its bytes are the last
//   other        K            exchanged, not C but          it goes back under the name
//                             another file
//   other        not K        as before, and more since     it gets a new name
//
// A file that was given a new name before the interruption is reported now.
// If a file is in use, it stays in doubt, safe in its quarantine, until the next run. The same table, with
// the roles exchanged, is that of an undo: a restored file instead of K, our link instead of C.
#pragma once

#include <cstdint>
#include <vector>

#include "act/files/steps.h"
#include "act/journal/journal.h"

namespace kindred::act {

struct Recovered {
  Intent intent;
  ActionEnd end;
};

struct Recovery {
  std::vector<std::uint64_t> runs;  // that were interrupted
  std::vector<Recovered> actions;   // that are brought to an end now
  std::uint64_t in_doubt = 0;       // that are not, yet
};

Recovery RecoverRuns(Journal& journal, Steps& steps);

}  // namespace kindred::act
