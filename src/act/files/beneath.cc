// See beneath.h.
#include "act/files/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

#include <utility>

#include "base/errno_text.h"
#include "model/entry.h"

namespace kindred::act {

namespace {

constexpr std::uint64_t kNoLinks = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;

base::Descriptor OpenAt2(int directory, const std::string& path, int flags, std::uint64_t resolve) {
  struct open_how how = {};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.resolve = resolve;
  for (;;) {
    const long opened = ::syscall(SYS_openat2, directory, path.c_str(), &how, sizeof how);
    if (opened >= 0 || errno != EINTR) return base::Descriptor(static_cast<int>(opened));
  }
}

}  // namespace

std::string TreePath::Directory() const {
  const std::size_t slash = below.rfind('/');
  return slash == std::string::npos ? "" : below.substr(0, slash);
}

std::string TreePath::Name() const { return std::string(BaseName(below)); }

std::string TreePath::Full() const { return JoinPath(root, below); }

const base::Descriptor* Directories::Of(const TreePath& path) {
  auto [found, added] = open_.try_emplace({path.root, path.Directory()});
  if (!added) return found->second.get();
  const auto open = [&]() -> base::Descriptor {
    if (const int error = steps_.Before(Step::kOpen); error != 0) {
      errno = error;
      return base::Descriptor();
    }
    base::Descriptor root = OpenAt2(AT_FDCWD, path.root, O_RDONLY | O_DIRECTORY, kNoLinks);
    const std::string below = path.Directory();
    if (!root.is_open() || below.empty()) return root;
    return OpenAt2(root.get(), below, O_RDONLY | O_DIRECTORY, kNoLinks | RESOLVE_BENEATH);
  };
  base::Descriptor directory = open();
  if (!directory.is_open()) {
    const int error = errno;
    open_.erase(found);
    errno = error;
    return nullptr;
  }
  found->second = std::make_unique<base::Descriptor>(std::move(directory));
  return found->second.get();
}

base::Descriptor OpenFileIn(Steps& steps, int directory, const std::string& name) {
  if (const int error = steps.Before(Step::kOpen); error != 0) {
    errno = error;
    return base::Descriptor();
  }
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  base::Descriptor file = OpenAt2(directory, name, kFlags | O_NOATIME, kNoLinks | RESOLVE_BENEATH);
  if (!file.is_open() && errno == EPERM)  // only its owner may leave its access time alone
    file = OpenAt2(directory, name, kFlags, kNoLinks | RESOLVE_BENEATH);
  return file;
}

base::Descriptor OpenDirectoryIn(int directory, const std::string& name) {
  return OpenAt2(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, kNoLinks | RESOLVE_BENEATH);
}

std::string OpenReason(int error) {
  if (error == ELOOP || error == ENOTDIR || error == EXDEV) return "its path leads through a link now";
  if (error == EWOULDBLOCK) return "in use: another program holds a lease on it";
  return base::ErrnoText(error);
}

}  // namespace kindred::act
