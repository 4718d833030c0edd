// What is known of a file besides its bytes: enough to notice that it is another one or has changed, and to
// make one like it again.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kindred::act {

struct FileFacts {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::int64_t atime_ns = 0;
  std::uint32_t mode = 0;  // with the kind of the file
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::uint64_t links = 0;
  bool operator==(const FileFacts&) const = default;

  bool IsRegular() const { return S_ISREG(mode); }
  bool IsLink() const { return S_ISLNK(mode); }
};

FileFacts FactsFrom(const struct stat& status);
// Nothing, with errno, if there is no such file or it cannot be examined.
std::optional<FileFacts> FactsOf(int descriptor);
// Of the name itself, not of what a link leads to.
std::optional<FileFacts> FactsAt(int directory, const std::string& name);

bool SameInode(const FileFacts& a, const FileFacts& b);
// The same inode with the same size, times and permissions: it was not touched. `ctime` false: without the
// time that our own links and renames change.
bool Untouched(const FileFacts& a, const FileFacts& b, bool ctime);

// Extended attributes, ACLs among them, sorted by name.
using Attributes = std::vector<std::pair<std::string, std::string>>;
// Nothing, with errno, if they cannot be read. A file system that has none gives none.
std::optional<Attributes> AttributesOf(int descriptor);

// Things that forbid to replace a file.
struct Hindrances {
  bool immutable = false;
  bool append_only = false;
  bool mount_point = false;
};
Hindrances HindrancesOf(int descriptor);

}  // namespace kindred::act
