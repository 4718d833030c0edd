// See inside_flags.h.
#include "flags/tree/inside_flags.h"

#include <limits>
#include <string>

#include "flags/flag_values.h"
#include "kindred/error.h"

namespace kindred::cli {

namespace {

constexpr const char* kTypesExample = "auto, none, or docx,zip";

}  // namespace

FlagTable<InsideFlags> InsideFlags::Table() {
  return InSection<InsideFlags>(
      kInsideSection,
      {{.name = "look-inside",
        .value = "auto|none|TYPE,...",
        .help =
            "What to compare besides the bytes of files: the text of documents, the members of archives, "
            "decompressed contents, the code of programs. auto: all types except rar; none; or a list of "
            "types, such as docx,zip (docs/using/types.md). Worker programs in a sandbox read these files.",
        .default_text = "auto",
        .apply = [](InsideFlags& to, Text flag,
                    Text value) { to.options.types = ParseNames(flag, value, kTypesExample); }},
       {.name = "unpack",
        .value = "TYPE,...",
        .help = "Also look inside files of these types; rar is left out unless it is named here.",
        .apply =
            [](InsideFlags& to, Text flag, Text value) {
              for (std::string& type : ParseNames(flag, value, kTypesExample))
                to.options.types.push_back(std::move(type));
            }},
       {.name = "unpack-depth",
        .value = "N",
        .help = "Open archives inside archives up to N levels deep; 1: only the members of files.",
        .default_text = "3",
        .apply =
            [](InsideFlags& to, Text flag, Text value) {
              const std::uint64_t depth = ParseCount(flag, value);
              if (depth < 1 || depth > 16)
                throw Error(ErrorKind::kUsage, "must be between 1 and 16", flag, "leave it out for 3");
              to.options.depth = static_cast<int>(depth);
            }},
       {.name = "unpack-limit",
        .value = "SIZE",
        .help = "Extract at most this many bytes from one file; the rest is skipped and reported.",
        .default_text = "256M",
        .apply = [](InsideFlags& to, Text flag, Text value) { to.options.limit = ParseSize(flag, value); }},
       {.name = "unsandboxed",
        .help = "Look inside files even if the kernel has no Landlock or no seccomp to sandbox the workers. "
                "Only for files you trust.",
        .apply = [](InsideFlags& to, Text, Text) { to.options.unsandboxed = true; }}});
}

}  // namespace kindred::cli
