// See pool_flags.h.
#include "flags/matching/pool_flags.h"

#include "kindred/error.h"

namespace kindred::cli {

FlagTable<PoolFlags> PoolFlags::Table() {
  return InSection<PoolFlags>(
      kPoolSection, {{.name = "with",
                      .value = "POOL",
                      .help = "Also compare with the files of this pool, which 'kindred index export' made "
                              "elsewhere. May be given several times.",
                      .completion = Completion::kFile,
                      .repeatable = true,
                      .apply = [](PoolFlags& to, Text, Text value) { to.files.push_back(value); }}});
}

FlagTable<KeyFlags> KeyFlags::Table() {
  return InSection<KeyFlags>(kKeySection,
                             {{.name = "key-file",
                               .value = "FILE",
                               .help = "The pool's keys are hashed with the bytes of FILE, 16 or more, so "
                                       "that only who has it can compare.",
                               .completion = Completion::kFile,
                               .apply = [](KeyFlags& to, Text flag, Text value) {
                                 // An empty variable of a script must not mean: no key.
                                 if (value.empty())
                                   throw Error(ErrorKind::kUsage, "needs the name of a file", flag);
                                 to.file = value;
                               }}});
}

}  // namespace kindred::cli
