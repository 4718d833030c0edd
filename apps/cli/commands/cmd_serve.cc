// kindred serve: the API of the review page, for other programs.
#include "command/command.h"
#include "commands/serving.h"

namespace kindred::cli {

namespace {

int RunServe(const ServingFlags& flags, const CommandLine& line) {
  return ServeUntilInterrupt(flags, line, Serving::kApi, false);
}

}  // namespace

Command ServeCommand() {
  return {.name = "serve",
          .operands = "PATH...",
          .summary = "Serve results to other programs over HTTP",
          .text =
              "Serves the HTTP API of review without its page, to this machine only. The line on standard "
              "output has the address and the token that requests must send as \"Authorization: Bearer "
              "TOKEN\". docs/formats/http.md describes the API. Ctrl-C stops the server.",
          .examples = {{"Ask what was found", "kindred serve --port 8000 /srv"}},
          .run = RunServe};
}

}  // namespace kindred::cli
