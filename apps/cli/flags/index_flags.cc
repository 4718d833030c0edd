// See index_flags.h.
#include "flags/index_flags.h"

#include <sys/stat.h>
#include <unistd.h>

#include "kindred/error.h"
#include "kindred/kindred.h"
#include "run.h"

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

std::string IndexDirectory(const IndexFlags& flags) {
  const std::string directory = flags.directory.empty() ? DefaultIndexDirectory() : flags.directory;
  struct stat status;
  if (stat(directory.c_str(), &status) == 0) {
    const bool group = (status.st_mode & S_IWGRP) != 0 && status.st_gid != getegid();
    if (group || (status.st_mode & S_IWOTH) != 0)
      Tell(directory + ": other users can write to the index and so change its answers; try chmod go-w");
  }
  return directory;
}

}  // namespace kindred::cli
