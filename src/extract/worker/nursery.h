// A worker program that is loaded once and copied for each worker. Starting the program takes 12 ms of processor time, most of
// it for its 38 libraries, 41 character sets and libmagic's rules; a copy takes 1 ms, and every damaged file needs a new worker.
//
// The nursery itself is not locked and never sees a byte of a file: it is given sockets, and makes a copy of itself for each,
// which locks itself and serves there (serve.h). A copy is a child of the main program, not of the nursery (CLONE_PARENT), so
// that the main program waits for it and ends it as if it had started it. Nothing here starts threads, so that nothing can be
// held while a copy is made; the thread sanitizer does, and there this process becomes a worker itself.
// Rejected: a worker that goes on after a damaged file (who knows what it broke).
#pragma once

#include "extract/worker/serve.h"

namespace kindred::extract {

// Returns the exit code of the process, in the nursery and in each of its copies.
int Nurse(const WorkerProgram& program, Locking locking);

}  // namespace kindred::extract
