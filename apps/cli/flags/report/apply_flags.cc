// See apply_flags.h.
#include "flags/report/apply_flags.h"

namespace kindred::cli {

FlagTable<ApplyFlags> ApplyFlags::Table() {
  return InSection<ApplyFlags>(kApplySection,
                               {{.name = "apply",
                                 .help = "Make the changes; without this flag nothing is changed, only the "
                                         "plan is shown. template suggest adds the best ten (or --limit N).",
                                 .apply = [](ApplyFlags& to, Text, Text) { to.apply = true; }}});
}

}  // namespace kindred::cli
