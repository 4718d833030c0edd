// Flags that choose files: which names are walked, and which types of files count.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flags/flag.h"
#include "kindred/options.h"

namespace kindred::cli {

struct WalkFlags {
  WalkOptions options;  // but for the roots
  bool size_given = false;
  std::optional<std::string> files_from;  // "-": standard input
  bool null_separated = false;

  static FlagTable<WalkFlags> Table();
};

// The PATHs and the names of --files-from, ready for the walk. Throws Error(kUsage) if neither is given, with
// `example` as the hint.
WalkOptions WalkFor(const WalkFlags& flags, const std::vector<std::string>& paths,
                    const std::string& example);
// The same for commands that take all of the index if neither is given.
WalkOptions WalkOrAll(const WalkFlags& flags, const std::vector<std::string>& paths,
                      const std::string& example);

struct TypeFlags {
  std::vector<std::string> types;  // of files; empty: all

  static FlagTable<TypeFlags> Table();
};

}  // namespace kindred::cli
