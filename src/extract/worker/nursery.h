// A fork server: a worker program that is loaded once and copied for each worker. Starting the program takes
// 12 ms of processor time, most of it for its 38 libraries, 41 character sets and libmagic's rules; a copy
// takes 1 ms, and every damaged file needs a new worker.
//
// The fork server runs without a sandbox and never reads file data: it receives sockets, and for each makes a
// copy of itself, which enters the sandbox and serves there (serve.h). A copy is a child of the main program,
// not of the fork server (CLONE_PARENT), so that the main program waits for it and ends it as if it had
// started it. Nothing here starts threads, so no lock can be held while a copy is made; the thread sanitizer
// does, and there this process becomes a worker itself. Rejected: a worker that goes on after a damaged file,
// which may have corrupted its state.
#pragma once

#include "extract/worker/serve.h"

namespace kindred::extract {

// Returns the exit code of the process, in the fork server and in each of its copies.
int Nurse(const WorkerProgram& program, Locking locking);

}  // namespace kindred::extract
