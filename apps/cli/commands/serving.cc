// See serving.h.
#include "commands/serving.h"

#include <chrono>
#include <thread>

#include "commands/browser.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "server/serve.h"
#include "terminal/index_directory.h"
#include "terminal/interrupt.h"
#include "terminal/output.h"
#include "terminal/run.h"

namespace kindred::cli {

namespace {

int ParsePort(Text flag, Text value) {
  const std::uint64_t port = ParseCount(flag, value);
  if (port > 65535)
    throw Error(ErrorKind::kUsage, "there is no such port", flag, "give a number up to 65535");
  return static_cast<int>(port);
}

}  // namespace

FlagTable<ServingFlags> ServingFlags::Table() {
  return Join(
      InSection<ServingFlags>(
          {"The server"},
          {{.name = "port",
            .value = "N",
            .help = "Listen at this port of 127.0.0.1 instead of a free one.",
            .apply = [](ServingFlags& to, Text flag, Text value) { to.port = ParsePort(flag, value); }}}),
      &ServingFlags::search, &ServingFlags::index);
}

int ServeUntilInterrupt(const ServingFlags& flags, const CommandLine& line, Serving serving, bool browser) {
  server::ServeOptions options;
  options.index_directory = IndexDirectory(flags.index);
  options.port = flags.port;
  options.page = serving == Serving::kPage;
  options.find = flags.search.Options(
      line.operands, serving == Serving::kPage ? "kindred review DIRECTORY" : "kindred serve DIRECTORY");
  // A typing error is reported here, not on a page that opens empty.
  CheckFind(options.find);

  CatchInterrupts();
  server::ReviewServer server(options);
  WriteToStandardOutput(server.address() + "\n");
  server.Scan();
  const OpenedPage page(browser ? server.address() : "");
  while (InterruptSignal() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return kDone;
}

}  // namespace kindred::cli
