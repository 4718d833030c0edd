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
#include "read/files/file_reader.h"

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

// The descriptor, or -1 with errno. `start`: where a relative path begins; it stays open.
int Open(int start, const std::string& path, bool follow_links, Piece piece) {
  int current = start;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = PieceEnd(path, begin, piece);
    const std::string names = path.substr(begin, end - begin);
    begin = std::min(path.find_first_not_of('/', end), path.size());
    const int flags = (begin == path.size() ? O_RDONLY : O_PATH) | O_DIRECTORY | O_CLOEXEC;
    const int next = follow_links ? ::openat(current, names.c_str(), flags)
                                  : OpenWithoutLinks(current, names, flags, piece);
    const int error = errno;
    if (current != start) ::close(current);
    errno = error;
    current = next;
    if (current < 0) break;
  }
  return current;
}

// The kernel has no openat2, or a sandbox forbids it. EPERM may also be meant; then the second try fails,
// too.
bool LacksOpenat2(int error) { return error == ENOSYS || error == EPERM || error == E2BIG; }

int OpenFrom(int start, const std::string& path, bool follow_links) {
  const int descriptor = Open(start, path, follow_links, Piece::kLongest);
  if (descriptor >= 0 || !LacksOpenat2(errno)) return descriptor;
  return Open(start, path, follow_links, Piece::kName);
}

}  // namespace

OpenDirectory::OpenDirectory(const std::string& absolute_path, bool follow_links)
    : descriptor_(OpenFrom(AT_FDCWD, absolute_path, follow_links)) {
  if (descriptor_ < 0) Explain(errno, follow_links);
}

OpenDirectory::OpenDirectory(const DirectoryPath& absolute_path, bool follow_links,
                             OpenAncestors& ancestors) {
  const bool deep = absolute_path.size() >= PATH_MAX;
  const OpenAncestors::Held* nearest = deep ? ancestors.Nearest(absolute_path) : nullptr;
  if (nearest != nullptr) {
    // Without the slash behind the ancestor; nothing is left if it is the directory itself.
    std::string below = absolute_path.From(nearest->path.size() + 1);
    if (below.empty()) below = ".";
    descriptor_ = OpenFrom(nearest->descriptor, below, follow_links);
  } else {
    descriptor_ = OpenFrom(AT_FDCWD, absolute_path, follow_links);
  }
  if (descriptor_ < 0 && (errno == EMFILE || errno == ENFILE)) {
    ancestors.CloseAll();
    descriptor_ = OpenFrom(AT_FDCWD, absolute_path, follow_links);
  }
  if (descriptor_ < 0) {
    Explain(errno, follow_links);
  } else if (deep) {
    ancestors.Keep(absolute_path, descriptor_);
  }
}

void OpenDirectory::Explain(int error, bool follow_links) {
  // The walk met a directory here. A link in its place is ELOOP for openat2 and ENOTDIR for openat.
  const bool replaced = error == ENOTDIR || (error == ELOOP && !follow_links);
  reason_ = replaced ? "directory replaced since the walk" : base::ErrnoText(error);
  error_ = !base::IsVanished(error);
}

OpenDirectory::~OpenDirectory() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

OpenAncestors::~OpenAncestors() { CloseAll(); }

void OpenAncestors::CloseAll() {
  for (const Held& held : held_) ::close(held.descriptor);
  held_.clear();
}

const OpenAncestors::Held* OpenAncestors::Nearest(const DirectoryPath& path) {
  while (!held_.empty() && !path.IsAtOrBelow(held_.back().path)) {
    ::close(held_.back().descriptor);
    held_.pop_back();
  }
  return held_.empty() ? nullptr : &held_.back();
}

// When there are many, the least useful one is closed: the one whose neighbours are nearest to each other,
// seen from the deepest. So distances double on the way up, and going back to any directory above costs no
// more than twice the names that lead down from there.
void OpenAncestors::Keep(const DirectoryPath& path, int descriptor) {
  if (!held_.empty() && held_.back().path.size() == path.size()) return;
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (copy < 0) return;  // it only takes longer without
  held_.push_back({path, copy});
  if (held_.size() <= kMost) return;
  std::size_t least = 1;
  double least_cost = 0;
  for (std::size_t i = 1; i + 1 < held_.size(); ++i) {
    const double gap = static_cast<double>(held_[i + 1].path.size() - held_[i - 1].path.size());
    const double cost = gap / static_cast<double>(path.size() - held_[i].path.size());
    if (i == 1 || cost < least_cost) {
      least = i;
      least_cost = cost;
    }
  }
  ::close(held_[least].descriptor);
  held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(least));
}

}  // namespace kindred::read
