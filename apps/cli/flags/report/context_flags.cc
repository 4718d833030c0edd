// See context_flags.h.
#include "flags/report/context_flags.h"

#include "flags/flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

FlagTable<ContextFlags> ContextFlags::Table() {
  return InSection<ContextFlags>(
      kViewSection,
      {{.name = "context",
        .value = "N",
        .help =
            "Lines of context: for show, at each end of a folded part (all folds nothing); for spans, before "
            "and after each place (rows of 16 bytes if a file is not text).",
        .default_text = "3 for show, 0 for spans",
        .values = {"3", "all"},
        .apply = [](ContextFlags& to, Text flag, Text value) {
          to.all = value == "all";
          if (!to.all) to.lines = ParseCount(flag, value);
        }}});
}

std::uint64_t AroundSpans(const ContextFlags& flags) {
  constexpr std::uint64_t kMost = 100;
  const std::uint64_t lines = flags.all ? kMost + 1 : flags.lines.value_or(0);
  if (lines > kMost) {
    throw Error(ErrorKind::kUsage, "spans show at most 100 lines around a place", "--context",
                "give 0 to 100");
  }
  return lines;
}

}  // namespace kindred::cli
