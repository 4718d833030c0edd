// A name on disk is a directory, by device and inode, and a name in it. A file that is a mount point itself
// may be any name of its inode. See same_name.h. Cost: two system calls per file; only files whose copies are
// all of one inode come here.
#include "jobs/compare/same_name.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "model/entry.h"

namespace kindred::jobs {

namespace {

// False if the system does not report the mount (before Linux 5.8).
bool Examine(int directory, const char* name, int flags, struct statx* status) {
  constexpr unsigned kWanted = STATX_INO | STATX_MNT_ID;
  return ::statx(directory, name, flags, kWanted, status) == 0 && (status->stx_mask & kWanted) == kWanted;
}

}  // namespace

bool SameName::Finder::Enter(const std::string& directory) {
  if (directory_ != nullptr && path_ == directory) return true;
  directory_ = std::make_unique<read::OpenDirectory>(directory, false);
  path_ = directory;
  struct statx status;
  if (directory_->descriptor() < 0 || !Examine(directory_->descriptor(), "", AT_EMPTY_PATH, &status)) {
    directory_ = nullptr;
    return false;
  }
  device_ = std::uint64_t{status.stx_dev_major} << 32 | status.stx_dev_minor;
  inode_ = status.stx_ino;
  mount_ = status.stx_mnt_id;
  return true;
}

std::optional<SameName::Name> SameName::Finder::Find(const std::string& path) {
  std::string absolute;
  struct stat file;
  if (resolver_.Resolve(path, &absolute, &file) != 0) return std::nullopt;
  if (!Enter(ParentPath(absolute))) return std::nullopt;
  const std::string name(BaseName(absolute));
  struct statx status;
  if (!Examine(directory_->descriptor(), name.c_str(), AT_SYMLINK_NOFOLLOW, &status)) return std::nullopt;
  if (status.stx_mnt_id != mount_) return std::nullopt;  // a mount point
  return Name(device_, inode_, name);
}

bool SameName::Is(const std::string& a, const std::string& b) {
  const std::optional<Name> name_a = a_.Find(a);
  const std::optional<Name> name_b = b_.Find(b);
  return !name_a || !name_b || *name_a == *name_b;
}

}  // namespace kindred::jobs
