// Ctrl-C and SIGTERM ask the run to stop in good order. A second one ends the process at once.
#pragma once

namespace kindred::cli {

// Until CatchInterrupts, SIGINT or SIGTERM end the process at once, with the message and the exit code of
// later: nothing has been done yet that could be left half done.
void CatchEarlyInterrupts();
// From now on the first SIGINT or SIGTERM is only remembered.
void CatchInterrupts();
// The signal that came, or 0.
int InterruptSignal();

}  // namespace kindred::cli
