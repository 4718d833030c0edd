// kindred index stats, check and forget.
#include <fmt/format.h>

#include "commands.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

namespace kindred::cli {

namespace {

void WantNoOperands(const Arguments& arguments, const std::string& command) {
  if (arguments.operands.empty()) return;
  throw Error(ErrorKind::kUsage, fmt::format("'{}' takes no PATH", command), "",
              "name an index with --index DIR");
}

}  // namespace

int RunIndexStats(const Arguments& arguments) {
  WantNoOperands(arguments, "index stats");
  Run run(arguments);
  run.sink().OnStats(Index(IndexDirectory(arguments)).Stats());
  return run.Finish();
}

int RunIndexCheck(const Arguments& arguments) {
  WantNoOperands(arguments, "index check");
  Run run(arguments);
  run.sink().OnCheck(Index(IndexDirectory(arguments)).Check());
  return run.Finish();
}

int RunIndexForget(const Arguments& arguments) {
  if (arguments.operands.empty()) {
    throw Error(ErrorKind::kUsage, "no PATH given", "", "try 'kindred index forget DIRECTORY'");
  }
  Index index(IndexDirectory(arguments));
  std::string told;
  for (const std::string& path : arguments.operands) {
    std::uint64_t files = index.Forget(path);
    told += fmt::format("{} {} forgotten: {}\n", CountText(files), files == 1 ? "file" : "files",
                        QuotePath(path));
  }
  WriteToStandardOutput(told);
  return kDone;
}

}  // namespace kindred::cli
