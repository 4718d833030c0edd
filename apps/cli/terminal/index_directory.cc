// See index_directory.h.
#include "terminal/index_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include "kindred/kindred.h"
#include "terminal/run.h"

namespace kindred::cli {

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
