// kindred review: the page to decide in.
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
      .summary = "Look at what is similar and decide, in a browser",
      .text =
          "Serves a page on this machine alone, prints its address, opens it in the browser if there is "
          "a display, and looks for similar files in the PATHs meanwhile. What is decided there is kept "
          "with the index and honoured by find. The page deletes nothing. Ctrl-C ends it.",
      .examples = {{"Review a home directory", "kindred review ~"},
                   {"On another machine, through a tunnel", "kindred review --no-browser --port 8000 /srv"}},
      .run = RunReview};
}

}  // namespace kindred::cli
