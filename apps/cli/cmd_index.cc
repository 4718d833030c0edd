// kindred index export, stats, check and forget.
#include <fmt/format.h>

#include "commands.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "output.h"
#include "run.h"

namespace kindred::cli {

namespace {

void WantNoOperands(const Arguments& arguments, const std::string& command) {
  if (arguments.operands.empty()) return;
  throw Error(ErrorKind::kUsage, fmt::format("'{}' takes no PATH", command), "",
              "name an index with --index DIR");
}

}  // namespace

int RunIndexExport(const Arguments& arguments) {
  if (arguments.output.empty())
    throw Error(ErrorKind::kUsage, "no FILE for the pool", "-o",
                "try 'kindred index export -o ours.kindred'");
  ExportOptions options;
  options.walk = arguments.walk;
  if (!arguments.operands.empty() || arguments.files_from)
    options.walk = WalkFor(arguments, "kindred index export -o ours.kindred");
  if (arguments.methods.size() > 1)
    throw Error(ErrorKind::kUsage, "a pool has the marks of one method", "--method", "give it once");
  if (auto methods = MethodsToMatch(arguments); !methods.empty()) options.method = methods[0];
  options.anonymous = arguments.anonymous;
  options.key_file = arguments.pools.key_file;

  Output pool(arguments.output);
  Arguments for_report = arguments;
  for_report.output.clear();
  Run run(for_report);
  // The engine does not know where its pool goes.
  auto named = Receive([&](const PoolReport& report) {
    PoolReport with_name = report;
    with_name.file = arguments.output;
    return run.sink().On(with_name);
  });
  const std::string bytes = Index(IndexDirectory(arguments)).ExportPool(options, named, run.observer());
  pool.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  pool.Commit();
  return run.Finish();
}

int RunIndexStats(const Arguments& arguments) {
  WantNoOperands(arguments, "index stats");
  Run run(arguments);
  run.sink().On(Index(IndexDirectory(arguments)).Stats());
  return run.Finish();
}

int RunIndexCheck(const Arguments& arguments) {
  WantNoOperands(arguments, "index check");
  Run run(arguments);
  run.sink().On(Index(IndexDirectory(arguments)).Check());
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
