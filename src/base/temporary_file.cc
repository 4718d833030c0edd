// See temporary_file.h. Tested in temporary_file_test.cc.
#include "base/temporary_file.h"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace kindred::base {

int OpenTemporary(const std::string& directory) {
  int descriptor = -1;
  do {
    descriptor = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
  } while (descriptor < 0 && errno == EINTR);
  // Kernels and file systems without the flag take it for O_DIRECTORY and return EISDIR or ENOENT.
  const bool unknown =
      descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL || errno == ENOENT);
  return unknown ? OpenNamedTemporary(directory) : descriptor;
}

int OpenNamedTemporary(const std::string& directory) {
  constexpr int kTries = 100;
  for (int tries = 0; tries < kTries; ++tries) {
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, 0) != sizeof number) {
      if (errno == EINTR) continue;
      return -1;
    }
    const std::string path = directory + '/' + kTemporaryPrefix + std::to_string(number) + kTemporarySuffix;
    // O_EXCL: a file or a link that is there already is never opened.
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0) {
      if (errno == EEXIST || errno == EINTR) continue;
      return -1;
    }
    if (::unlink(path.c_str()) == 0) return descriptor;
    const int error = errno;
    ::close(descriptor);
    errno = error;
    return -1;
  }
  errno = EEXIST;
  return -1;
}

}  // namespace kindred::base
