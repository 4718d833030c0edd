// OpenDirectory: from "/" to a directory without following a link on the way.
// openat2 does it in one call, or in one per 4096 bytes of the path; where the kernel has no openat2, name by
// name.
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

namespace kindred::read {

namespace {

// As many whole names of the path as fit into one system call, or one name each.
enum class Piece { kLongest, kName };

// Where the piece ends that begins at `begin`.
std::size_t PieceEnd(const std::string& path, std::size_t begin, Piece piece) {
  constexpr std::size_t kLimit = PATH_MAX - 1;
  if (piece == Piece::kLongest) {
    if (path.size() - begin <= kLimit) return path.size();
    const std::size_t end = path.rfind('/', begin + kLimit);
    if (end > begin) return end;  // never npos: an absolute path has a slash at 0
  }
  return std::min(path.find('/', begin + 1), path.size());
}

int OpenWithoutLinks(int directory, const std::string& path, int flags, Piece piece) {
  if (piece == Piece::kName) return ::openat(directory, path.c_str(), flags | O_NOFOLLOW);
  open_how how = {};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  return static_cast<int>(::syscall(SYS_openat2, directory, path.c_str(), &how, sizeof(how)));
}

// The descriptor, or -1 with errno.
int Open(const std::string& path, bool follow_links, Piece piece) {
  int current = AT_FDCWD;  // not looked at: the first piece begins with a slash
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = PieceEnd(path, begin, piece);
    const std::string names = path.substr(begin, end - begin);
    begin = std::min(path.find_first_not_of('/', end), path.size());
    const int flags = (begin == path.size() ? O_RDONLY : O_PATH) | O_DIRECTORY | O_CLOEXEC;
    const int next = follow_links ? ::openat(current, names.c_str(), flags)
                                  : OpenWithoutLinks(current, names, flags, piece);
    const int error = errno;
    if (current != AT_FDCWD) ::close(current);
    errno = error;
    current = next;
    if (current < 0) break;
  }
  return current;
}

// The kernel has no openat2, or a sandbox forbids it. EPERM may also be meant; then the second try fails,
// too.
bool LacksOpenat2(int error) { return error == ENOSYS || error == EPERM || error == E2BIG; }

}  // namespace

OpenDirectory::OpenDirectory(const std::string& absolute_path, bool follow_links) {
  descriptor_ = Open(absolute_path, follow_links, Piece::kLongest);
  if (descriptor_ < 0 && LacksOpenat2(errno)) descriptor_ = Open(absolute_path, follow_links, Piece::kName);
  if (descriptor_ >= 0) return;
  const int error = errno;
  // The walk met a directory here. A link in its place is ELOOP for openat2 and ENOTDIR for openat.
  const bool replaced = error == ENOTDIR || (error == ELOOP && !follow_links);
  reason_ = replaced ? "directory replaced since the walk" : base::ErrnoText(error);
  error_ = !base::IsVanished(error);
}

OpenDirectory::~OpenDirectory() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace kindred::read
