// See name_flags.h.
#include "flags/tree/name_flags.h"

namespace kindred::cli {

FlagTable<NameFlags> NameFlags::Table() {
  return InSection<NameFlags>(
      kNameSection, {{.name = "name",
                      .value = "NAME",
                      .help = "The name of the anchor set or the template: letters, digits, - and _.",
                      .default_text = "for a set: from the name of FILE",
                      .apply = [](NameFlags& to, Text, Text value) { to.name = value; }}});
}

}  // namespace kindred::cli
