// An entry: a name found by the walk, with the facts that show whether its bytes may have changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/directory_path.h"

namespace kindred {

struct Entry {
  std::string name;  // within its directory; bytes, not necessarily UTF-8
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;  // 0: the file was written so shortly before that its times prove nothing
};

// Entries are kept by directory: the path is stored once, and a directory is opened once for all its files.
struct Directory {
  DirectoryPath path;          // absolute, normalised, without a slash at the end (but "/" itself)
  std::vector<Entry> entries;  // sorted by name
};

// "/" + "a" is "/a", "/x" + "a" is "/x/a".
inline std::string JoinPath(const std::string& directory, const std::string& name) {
  return directory.ends_with('/') ? directory + name : directory + '/' + name;
}

// "b" of "/a/b" and of "b".
inline std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Of an absolute path: "/a/b" -> "/a", "/a" -> "/", "/" -> "/".
inline std::string_view ParentOf(std::string_view path) {
  return path.substr(0, std::max<std::size_t>(path.rfind('/'), 1));
}
inline std::string ParentPath(std::string_view path) { return std::string(ParentOf(path)); }

// A part of what is inside a file: "/x/a.zip//docs/a.txt". Paths of files have no "//".
inline std::string PartPath(const std::string& file, const std::string& part) { return file + "//" + part; }

// Whether a path names a directory or something in it; "/ab" is not below "/a".
inline bool IsAtOrBelow(std::string_view path, std::string_view directory) {
  if (directory == "/" || path == directory) return true;
  return path.starts_with(directory) && path[directory.size()] == '/';
}

// "c" of "a.b.c"; nothing for a name without a dot, or with only a leading one.
inline std::string_view SuffixOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

}  // namespace kindred
