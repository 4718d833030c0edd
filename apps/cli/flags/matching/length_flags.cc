// See length_flags.h.
#include "flags/matching/length_flags.h"

#include "flags/flag_values.h"

namespace kindred::cli {

FlagTable<LengthFlags> LengthFlags::Table() {
  return InSection<LengthFlags>(
      kLengthSection,
      {{.name = "min-length",
        .value = "SIZE",
        .help = "Least length of a shared run.",
        .default_text = "256; 50 for show",
        .apply = [](LengthFlags& to, Text flag, Text value) { to.min_length = ParseSize(flag, value); }}});
}

}  // namespace kindred::cli
