// See walk_flags.h.
#include "flags/tree/walk_flags.h"

#include <tuple>

#include "flags/flag_values.h"
#include "flags/tree/name_list.h"
#include "kindred/error.h"
#include "kindred/kindred.h"

namespace kindred::cli {

FlagTable<WalkFlags> WalkFlags::Table() {
  return InSection<WalkFlags>(
      kWalkSection,
      {{.name = "files-from",
        .value = "FILE",
        .help =
            "Read the names of files to search from FILE, one per line; - is standard input. Missing files "
            "are reported and left out.",
        .completion = Completion::kFile,
        .apply = [](WalkFlags& to, Text, Text value) { to.files_from = value; }},
       {.name = "null",
        .letter = '0',
        .help = "Names in --files-from, and the names that order writes, end with a NUL byte instead of a "
                "newline.",
        .apply = [](WalkFlags& to, Text, Text) { to.null_separated = true; }},
       {.name = "include",
        .value = "GLOB",
        .help = "Only files that match GLOB: *.c by name, doc/*.html by the last names of the path, /srv/* "
                "by the whole path; ** matches any number of names.",
        .repeatable = true,
        .apply = [](WalkFlags& to, Text, Text value) { to.options.include.push_back(value); }},
       {.name = "exclude",
        .value = "GLOB",
        .help = "Leave out files and directories that match GLOB; build/ matches directories only.",
        .repeatable = true,
        .apply = [](WalkFlags& to, Text, Text value) { to.options.exclude.push_back(value); }},
       {.name = "exclude-from",
        .value = "NAME",
        .help = "Apply the ignore files of this name, such as .gitignore, in their directories and below.",
        .repeatable = true,
        .apply =
            [](WalkFlags& to, Text flag, Text value) {
              if (value.empty() || value.find('/') != std::string::npos || value == "." || value == "..") {
                throw Error(ErrorKind::kUsage, "takes the name of ignore files in the tree, not a path", flag,
                            "for instance .gitignore");
              }
              to.options.exclude_from.push_back(value);
            }},
       {.name = "size",
        .value = "MIN..MAX",
        .help = "Only files of this size: 1K..10M, 1K.., ..10M, or exactly 4096. K, M, G and T are powers of "
                "1024.",
        .default_text = "1..; 0.. for compare and order",
        .apply =
            [](WalkFlags& to, Text flag, Text value) {
              std::tie(to.options.min_size, to.options.max_size) = ParseSizeRange(flag, value);
              to.size_given = true;
            }},
       {.name = "one-file-system",
        .letter = 'x',
        .help = "Do not enter directories on other file systems.",
        .apply = [](WalkFlags& to, Text, Text) { to.options.one_file_system = true; }},
       {.name = "hidden",
        .help = "Include files and directories whose name starts with a dot; compare and order always do.",
        .apply = [](WalkFlags& to, Text, Text) { to.options.hidden = true; }},
       {.name = "follow",
        .help = "Follow symbolic links; loops are detected.",
        .apply = [](WalkFlags& to, Text, Text) { to.options.follow_links = true; }}});
}

FlagTable<TypeFlags> TypeFlags::Table() {
  return InSection<TypeFlags>(kTypeSection,
                              {{.name = "type",
                                .value = "TYPE",
                                .help = "Only files of this type, by their first bytes: text, other, html, "
                                        "pdf, image and others. May be given several times.",
                                .values = KnownTypes(),
                                .repeatable = true,
                                .apply = [](TypeFlags& to, Text flag, Text value) {
                                  to.types.push_back(KnownTypes()[ParseChoice(flag, value, KnownTypes())]);
                                }}});
}

WalkOptions WalkFor(const WalkFlags& flags, const std::vector<std::string>& paths,
                    const std::string& example) {
  WalkOptions walk = flags.options;
  walk.roots = paths;
  for (const std::string& root : walk.roots) {
    if (root.empty()) throw Error(ErrorKind::kUsage, "a PATH is empty", "", "try '" + example + "'");
  }
  if (flags.files_from.has_value()) {
    walk.roots_may_be_missing = true;
    AppendNames(*flags.files_from, flags.null_separated, &walk.roots);
  } else if (walk.roots.empty()) {
    throw Error(ErrorKind::kUsage, "no PATH given", "", "try '" + example + "'");
  }
  return walk;
}

WalkOptions WalkOrAll(const WalkFlags& flags, const std::vector<std::string>& paths,
                      const std::string& example) {
  if (paths.empty() && !flags.files_from) return flags.options;
  return WalkFor(flags, paths, example);
}

}  // namespace kindred::cli
