// See file_facts.h.
#include "act/files/file_facts.h"

#include <fcntl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace kindred::act {

namespace {

std::int64_t Nanoseconds(const timespec& time) { return time.tv_sec * 1'000'000'000 + time.tv_nsec; }

// Calls until the buffer is large enough: others may add to it meanwhile.
template <typename Call>
std::optional<std::string> Fetch(Call call) {
  for (std::string bytes;;) {
    const ssize_t size = call(nullptr, 0);
    if (size < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(size));
    const ssize_t got = call(bytes.data(), bytes.size());
    if (got >= 0) {
      bytes.resize(static_cast<std::size_t>(got));
      return bytes;
    }
    if (errno != ERANGE) return std::nullopt;
  }
}

}  // namespace

FileFacts FactsFrom(const struct stat& status) {
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .mtime_ns = Nanoseconds(status.st_mtim),
          .ctime_ns = Nanoseconds(status.st_ctim),
          .atime_ns = Nanoseconds(status.st_atim),
          .mode = status.st_mode,
          .owner = status.st_uid,
          .group = status.st_gid,
          .links = status.st_nlink};
}

std::optional<FileFacts> FactsOf(int descriptor) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FactsFrom(status);
}

std::optional<FileFacts> FactsAt(int directory, const std::string& name) {
  struct stat status;
  if (::fstatat(directory, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return FactsFrom(status);
}

bool SameInode(const FileFacts& a, const FileFacts& b) { return a.device == b.device && a.inode == b.inode; }

bool Untouched(const FileFacts& a, const FileFacts& b, bool ctime) {
  return SameInode(a, b) && a.size == b.size && a.mtime_ns == b.mtime_ns && a.mode == b.mode &&
         a.owner == b.owner && a.group == b.group && (!ctime || a.ctime_ns == b.ctime_ns);
}

std::optional<Attributes> AttributesOf(int descriptor) {
  const auto names = Fetch([&](char* to, std::size_t size) { return ::flistxattr(descriptor, to, size); });
  if (!names) return errno == ENOTSUP ? std::optional(Attributes()) : std::nullopt;
  Attributes attributes;
  for (std::size_t at = 0; at < names->size();) {
    const std::string name = names->c_str() + at;
    at += name.size() + 1;
    const auto value =
        Fetch([&](char* to, std::size_t size) { return ::fgetxattr(descriptor, name.c_str(), to, size); });
    if (!value) {
      if (errno == ENODATA) continue;  // gone meanwhile
      return std::nullopt;
    }
    attributes.emplace_back(name, *value);
  }
  std::ranges::sort(attributes);
  return attributes;
}

Hindrances HindrancesOf(int descriptor) {
  struct statx status;
  if (::statx(descriptor, "", AT_EMPTY_PATH, STATX_TYPE, &status) != 0) return {};
  return {.immutable = (status.stx_attributes & STATX_ATTR_IMMUTABLE) != 0,
          .append_only = (status.stx_attributes & STATX_ATTR_APPEND) != 0,
          .mount_point = (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0};
}

}  // namespace kindred::act
