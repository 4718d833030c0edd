// See run_flags.h.
#include "flags/report/run_flags.h"

#include <algorithm>
#include <cstdint>

#include "kindred/error.h"

namespace kindred::cli {

FlagTable<RunFlags> RunFlags::Table() {
  return InSection<RunFlags>(kRunSection, {{.name = "memory",
                                            .value = "SIZE",
                                            .help = "Most memory to use, such as 512M or 1G; at least 1M.",
                                            .default_text = "a quarter of the machine's",
                                            .apply =
                                                [](RunFlags& to, Text flag, Text value) {
                                                  constexpr std::uint64_t kLeast =
                                                      std::uint64_t{1}
                                                      << 20;  // with less, each file is written alone
                                                  to.options.memory = ParseSize(flag, value);
                                                  if (to.options.memory != 0)
                                                    to.options.memory = std::max(to.options.memory, kLeast);
                                                }},
                                           {.name = "threads",
                                            .letter = 'j',
                                            .value = "N",
                                            .help = "Threads to use; 0: as many as the machine has.",
                                            .default_text = "0",
                                            .apply = [](RunFlags& to, Text flag, Text value) {
                                              std::uint64_t count = ParseCount(flag, value);
                                              if (count > 1024) {
                                                throw Error(ErrorKind::kUsage, "cannot use '" + value + "'",
                                                            flag, "give at most 1024");
                                              }
                                              to.options.threads = static_cast<unsigned>(count);
                                            }}});
}

FlagTable<MessageFlags> MessageFlags::Table() {
  return InSection<MessageFlags>(
      kMessageSection,
      {{.name = "progress",
        .value = "WHEN",
        .help = "Progress bar on standard error: auto, always or never. auto: on a terminal.",
        .default_text = "auto",
        .values = {"auto", "always", "never"},
        .apply = [](MessageFlags& to, Text flag, Text value) { to.progress = ParseWhen(flag, value); }},
       {.name = "quiet",
        .letter = 'q',
        .help = "No progress bar and no notes; errors are still reported.",
        .apply = [](MessageFlags& to, Text, Text) { to.quiet = true; }},
       {.name = "timings",
        .help = "Show on standard error what each stage cost.",
        .apply = [](MessageFlags& to, Text, Text) { to.timings = true; }}});
}

FlagTable<TraceFlags> TraceFlags::Table() {
  return InSection<TraceFlags>(
      kTraceSection,
      {{.name = "trace",
        .value = "CLASSES",
        .help =
            "Print on standard error what the search does: files as they are read, reads, matches as they "
            "are found, faults. Give several, separated by commas, or all.",
        .values = {"files", "reads", "matches", "faults", "all"},
        .apply = [](TraceFlags& to, Text flag, Text value) { to.classes |= ParseTraces(flag, value); }}});
}

}  // namespace kindred::cli
