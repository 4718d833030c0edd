// kindred review: the web page for decisions.
#include "command/command.h"
#include "commands/browser.h"
#include "commands/serving.h"

namespace kindred::cli {

namespace {

struct ReviewFlags {
  bool browser = true;

  ServingFlags serving;

  static FlagTable<ReviewFlags> Table();
};

FlagTable<ReviewFlags> ReviewFlags::Table() {
  return Join(InSection<ReviewFlags>({"The server"},
                                     {{.name = "no-browser",
                                       .help = "Only print the address; open no browser.",
                                       .apply = [](ReviewFlags& to, Text, Text) { to.browser = false; }}}),
              &ReviewFlags::serving);
}

int RunReview(const ReviewFlags& flags, const CommandLine& line) {
  return ServeUntilInterrupt(flags.serving, line, Serving::kPage, flags.browser && HasDisplay());
}

}  // namespace

Command ReviewCommand() {
  return {
      .name = "review",
      .operands = "PATH...",
      .summary = "Review similar files and decide, in a browser",
      .text =
          "Serves a page to this machine only, prints its address, opens it in the browser if there is a "
          "display, and searches the PATHs for similar files meanwhile. Decisions are stored with the index, "
          "and find honours them. The page deletes nothing. Ctrl-C stops the server.",
      .examples = {{"Review a home directory", "kindred review ~"},
                   {"On another machine, through a tunnel", "kindred review --no-browser --port 8000 /srv"}},
      .run = RunReview};
}

}  // namespace kindred::cli
