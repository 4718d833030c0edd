// The command line that all worker programs have: they are started by the main program, and by tests.
#pragma once

#include <functional>
#include <string>

#include "extract/worker/serve.h"

namespace kindred::extract {

// nurse, nurse-unsandboxed: as WorkerPool starts it (nursery.h). serve-unlocked: one worker without a
// sandbox, for tests. list-forbidden: the acts that the sandbox must deny, a line each, by print.
// try-forbidden N: enters the sandbox and tries act N. Exit code 0: denied; 3: not denied; or the process is
// killed.
// try-plain N: the same without a sandbox, so that a test sees that the act would succeed.
int RunWorkerProgram(int count, char** arguments, const std::function<WorkerProgram()>& make,
                     const std::function<void(const std::string&)>& print);

}  // namespace kindred::extract
