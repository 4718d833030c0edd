// See command_line.h.
#include "extract/worker/command_line.h"

#include <cstdlib>
#include <string_view>

#include "extract/worker/forbidden_acts.h"
#include "extract/worker/nursery.h"

namespace kindred::extract {

namespace {

constexpr int kDenied = 0;
constexpr int kUsage = 2;
constexpr int kNotDenied = 3;
constexpr int kNoSandbox = 4;

}  // namespace

int RunWorkerProgram(int count, char** arguments, const std::function<WorkerProgram()>& make,
                     const std::function<void(const std::string&)>& print) {
  const std::string_view mode = count > 1 ? arguments[1] : "";
  if (count == 2 && mode == "nurse") return Nurse(make(), Locking::kMust);
  if (count == 2 && mode == "nurse-unsandboxed") return Nurse(make(), Locking::kIfPossible);
  if (count == 2 && mode == "serve-unlocked") return Serve(make(), Locking::kNone);
  if (count == 2 && mode == "list-forbidden") {
    for (const ForbiddenAct& act : ForbiddenActs()) print(act.name);
    return 0;
  }
  if (count == 3 && (mode == "try-forbidden" || mode == "try-plain")) {
    const std::size_t number = std::strtoul(arguments[2], nullptr, 10);
    if (number >= ForbiddenActs().size()) return kUsage;
    const WorkerProgram program = make();
    if (mode == "try-forbidden" && !LockProcess(program.sandbox).empty()) return kNoSandbox;
    return ForbiddenActs()[number].succeeds() ? kNotDenied : kDenied;
  }
  print("This program is started by kindred, which looks inside files with it.");
  return kUsage;
}

}  // namespace kindred::extract
