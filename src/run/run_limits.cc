// See run_limits.h.
#include "run/run_limits.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace kindred::run {

unsigned ThreadsOf(const RunOptions& options) {
  return options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
}

std::uint64_t MemoryOf(const RunOptions& options) {
  if (options.memory != 0) return options.memory;
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) / 4;
}

std::string SpillDirectory(const std::string& index_directory) {
  const char* elsewhere = std::getenv("TMPDIR");
  return elsewhere != nullptr && *elsewhere != '\0' ? elsewhere : index_directory;
}

}  // namespace kindred::run
