// See quarantine.h.
#include "act/files/quarantine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <random>

#include "act/files/beneath.h"

namespace kindred::act {

std::string NewQuarantineName() {
  std::random_device random;
  const std::uint64_t number = std::uint64_t{random()} << 32 | random();
  return fmt::format(".kindred-{:016x}", number);
}

bool Quarantine::Make(Steps& steps) {
  if (open_.is_open()) return true;
  if (Take(steps, Step::kMakeQuarantine, [&] { return ::mkdirat(directory_, name_.c_str(), 0700); }) != 0)
    return false;
  return Open();
}

bool Quarantine::Open() {
  if (open_.is_open()) return true;
  base::Descriptor opened = OpenDirectoryIn(directory_, name_);
  struct stat status;
  if (!opened.is_open() || ::fstat(opened.get(), &status) != 0) return false;
  if (status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0) {
    errno = EPERM;  // another user's
    return false;
  }
  open_ = std::move(opened);
  return true;
}

bool Quarantine::Remove(Steps& steps) {
  if (!open_.is_open()) return true;
  const int removed = Take(steps, Step::kRemoveQuarantine,
                           [&] { return ::unlinkat(directory_, name_.c_str(), AT_REMOVEDIR); });
  if (removed == 0) open_ = base::Descriptor();
  return removed == 0;
}

}  // namespace kindred::act
