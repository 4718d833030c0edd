// kindred-extract as a worker: everything but PDF.
#pragma once

#include "extract/worker/serve.h"

namespace kindred::extract {

// Loads what libraries would open later, which no file system is there for once the process is locked: tables
// of characters, libmagic's database, the time zone.
WorkerProgram MakeGeneralProgram();

}  // namespace kindred::extract
