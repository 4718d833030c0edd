// Ctrl-C and SIGTERM ask the run to stop cleanly. A second one ends the process at once.
#pragma once

namespace kindred::cli {

// Until CatchInterrupts, SIGINT or SIGTERM end the process at once, with the same message and exit code as
// afterwards: nothing has been started yet that could be left unfinished.
void CatchEarlyInterrupts();
// From now on the first SIGINT or SIGTERM is only remembered.
void CatchInterrupts();
// The signal that came, or 0.
int InterruptSignal();

}  // namespace kindred::cli
