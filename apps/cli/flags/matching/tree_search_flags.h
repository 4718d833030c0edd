// The flags of every search of a tree: which files, how they are marked, what is similar, which pools take
// part. find, review and serve have these flags.
#pragma once

#include <string>
#include <vector>

#include "flags/flag.h"
#include "flags/matching/match_flags.h"
#include "flags/matching/method_flags.h"
#include "flags/matching/pool_flags.h"
#include "flags/report/run_flags.h"
#include "flags/tree/inside_flags.h"
#include "flags/tree/rescan_flags.h"
#include "flags/tree/walk_flags.h"
#include "kindred/options.h"

namespace kindred::cli {

struct TreeSearchFlags {
  WalkFlags walk;
  TypeFlags type;
  MethodFlags method;
  MarkFlags mark;
  InsideFlags inside;
  MatchFlags match;
  MeasureFlags measure;
  RescanFlags rescan;
  PoolFlags pools;
  KeyFlags key;
  RunFlags run;

  static FlagTable<TreeSearchFlags> Table();

  // The options of a Find in the PATHs; what is listed of it is left to the command. `example` is shown if
  // no PATH is given.
  FindOptions Options(const std::vector<std::string>& paths, const std::string& example) const;
};

}  // namespace kindred::cli
