// See apply_flags.h.
#include "flags/report/apply_flags.h"

namespace kindred::cli {

FlagTable<ApplyFlags> ApplyFlags::Table() {
  return InSection<ApplyFlags>(kApplySection,
                               {{.name = "apply",
                                 .help = "Do it; without this flag nothing is changed, and what would be "
                                         "done is shown. Of templates the best "
                                         "ten (or --limit N) are added in one step.",
                                 .apply = [](ApplyFlags& to, Text, Text) { to.apply = true; }}});
}

}  // namespace kindred::cli
