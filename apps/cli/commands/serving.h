// What review and serve have in common: their flags, and a server that runs until Ctrl-C.
#pragma once

#include "command/command_line.h"
#include "flags/flag.h"
#include "flags/matching/tree_search_flags.h"
#include "flags/tree/index_flags.h"

namespace kindred::cli {

struct ServingFlags {
  int port = 0;  // 0: a free one

  TreeSearchFlags search;
  IndexFlags index;

  static FlagTable<ServingFlags> Table();
};

enum class Serving { kPage, kApi };

// Prints the address, opens it in a browser if asked to, and answers until Ctrl-C. Returns the exit code.
int ServeUntilInterrupt(const ServingFlags& flags, const CommandLine& line, Serving serving, bool browser);

}  // namespace kindred::cli
