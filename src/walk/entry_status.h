// An entry from the result of stat.
#pragma once

#include <sys/stat.h>

#include <string>
#include <utility>

#include "model/entry.h"

namespace kindred::walk {

inline Entry MakeEntry(std::string name, const struct stat& status) {
  const auto nanoseconds = [](const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; };
  return {.name = std::move(name),
          .device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .mtime_ns = nanoseconds(status.st_mtim),
          .ctime_ns = nanoseconds(status.st_ctim)};
}

}  // namespace kindred::walk
