// See index_flags.h.
#include "flags/tree/index_flags.h"

#include "kindred/error.h"

namespace kindred::cli {

FlagTable<IndexFlags> IndexFlags::Table() {
  return InSection<IndexFlags>(kIndexSection,
                               {{.name = "index",
                                 .value = "DIR",
                                 .help = "The index to use.",
                                 .default_text = "$KINDRED_INDEX, or kindred in the XDG data directory",
                                 .completion = Completion::kDirectory,
                                 .apply = [](IndexFlags& to, Text flag, Text value) {
                                   if (value.empty()) {
                                     throw Error(ErrorKind::kUsage, "needs a directory", flag,
                                                 "name one, or leave the flag out");
                                   }
                                   to.directory = value;
                                 }}});
}

}  // namespace kindred::cli
