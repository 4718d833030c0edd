// See rescan_flags.h.
#include "flags/tree/rescan_flags.h"

namespace kindred::cli {

FlagTable<RescanFlags> RescanFlags::Table() {
  return InSection<RescanFlags>(kRescanSection,
                                {{.name = "no-rescan",
                                  .help = "Take the index as it is; look for no new or changed file.",
                                  .apply = [](RescanFlags& to, Text, Text) { to.rescan = false; }}});
}

}  // namespace kindred::cli
