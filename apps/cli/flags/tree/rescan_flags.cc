// See rescan_flags.h.
#include "flags/tree/rescan_flags.h"

namespace kindred::cli {

FlagTable<RescanFlags> RescanFlags::Table() {
  return InSection<RescanFlags>(kRescanSection,
                                {{.name = "no-rescan",
                                  .help = "Use the index as it is; do not look for new or changed files.",
                                  .apply = [](RescanFlags& to, Text, Text) { to.rescan = false; }}});
}

}  // namespace kindred::cli
