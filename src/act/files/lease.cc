// See lease.h.
#include "act/files/lease.h"

#include <fcntl.h>
#include <signal.h>

#include <cerrno>

#include "base/errno_text.h"

namespace kindred::act {

std::string ReadLease::Take(Steps& steps, int descriptor) {
  Release();
  broken_ = false;
  ::fcntl(descriptor, F_SETSIG, SIGURG);  // before the lease: SIGIO, the default, ends a program
  const int taken =
      kindred::act::Take(steps, Step::kLease, [&] { return ::fcntl(descriptor, F_SETLEASE, F_RDLCK); });
  if (taken == 0) {
    descriptor_ = descriptor;
    return "";
  }
  switch (errno) {
    case EAGAIN:
    case EBUSY:
      return "in use: it is open for writing";
    case EACCES:
    case EPERM:
      return "it has another owner, and only the owner can take a lease on it";
    case EINVAL:
    case ENOLCK:
    case EOPNOTSUPP:
      return "its file system has no leases, so writers cannot be excluded";
    default:
      return base::ErrnoText(errno);
  }
}

bool ReadLease::Held() {
  if (descriptor_ < 0) return false;
  if (!broken_) broken_ = ::fcntl(descriptor_, F_GETLEASE) != F_RDLCK;
  return !broken_;
}

void ReadLease::Release() {
  if (descriptor_ < 0) return;
  ::fcntl(descriptor_, F_SETLEASE, F_UNLCK);
  descriptor_ = -1;
  broken_ = true;
}

}  // namespace kindred::act
