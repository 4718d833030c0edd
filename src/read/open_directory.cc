// OpenDirectory: from "/" to a directory without following a link on the way.
// openat2 does it in one call; step by step is for kernels without it and for paths over PATH_MAX.
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>

#include "base/errno_text.h"
#include "read/file_reader.h"

namespace kindred {

namespace {

constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

// Like every opener below: the descriptor, or -1 with errno.
int OpenAtOnce(const std::string& path) {
  open_how how = {};
  how.flags = kFlags;
  how.resolve = RESOLVE_NO_SYMLINKS;
  return static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof(how)));
}

int OpenStepByStep(const std::string& path, bool follow_links) {
  constexpr int kPass = O_PATH | O_DIRECTORY | O_CLOEXEC;
  const std::size_t size = path.find_last_not_of('/') + 1;  // npos + 1 is 0: the root itself
  int current = ::open("/", size == 0 ? kFlags : kPass);
  for (std::size_t begin = 0; current >= 0 && begin < size;) {
    const std::size_t end = std::min(path.find('/', begin), size);
    if (end > begin) {
      const std::string name = path.substr(begin, end - begin);
      const int next =
          ::openat(current, name.c_str(), (end == size ? kFlags : kPass) | (follow_links ? 0 : O_NOFOLLOW));
      const int error = errno;
      ::close(current);
      errno = error;
      current = next;
    }
    begin = end + 1;
  }
  return current;
}

// The kernel has no openat2, or a sandbox forbids it (EPERM is also a plain refusal: a second try is
// harmless).
bool NeedsSteps(int error) {
  return error == ENOSYS || error == EPERM || error == ENAMETOOLONG || error == E2BIG;
}

}  // namespace

OpenDirectory::OpenDirectory(const std::string& absolute_path, bool follow_links) {
  if (absolute_path.size() < PATH_MAX) {
    descriptor_ = follow_links ? ::open(absolute_path.c_str(), kFlags) : OpenAtOnce(absolute_path);
  } else {
    errno = ENAMETOOLONG;
  }
  if (descriptor_ < 0 && NeedsSteps(errno)) descriptor_ = OpenStepByStep(absolute_path, follow_links);
  if (descriptor_ >= 0) return;
  const int error = errno;
  // The walk met a directory here. A link in its place is ELOOP for openat2 and ENOTDIR for openat.
  const bool replaced = error == ENOTDIR || (error == ELOOP && !follow_links);
  reason_ = replaced ? "directory replaced since the walk" : ErrnoText(error);
  error_ = !IsVanished(error);
}

OpenDirectory::~OpenDirectory() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace kindred
