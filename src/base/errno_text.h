// Words for what the system reports about a file: an errno or a kind of file. One place, so that the walk and
// the read give the same reason for the same problem.
#pragma once

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "kindred/error.h"

namespace kindred::base {

// The system's own words, always in English and safe to call from any thread: "No such file or directory".
inline std::string SystemWords(int error) {
  const char* words = ::strerrordesc_np(error);
  return words != nullptr ? words : "error " + std::to_string(error);
}

// The kind of an Error with these words.
inline ErrorKind KindOf(int error) {
  switch (error) {
    case ENOENT:
      return ErrorKind::kNotFound;
    case ENOSPC:
    case EDQUOT:
      return ErrorKind::kNoSpace;
    default:
      return ErrorKind::kFailed;
  }
}

// True when the name was there a moment ago and is not any more: normal in a tree that is in use.
inline bool IsVanished(int error) { return error == ENOENT || error == ESTALE; }

// A short lower-case reason for a skip.
inline std::string ErrnoText(int error) {
  switch (error) {
    case ENOENT:
    case ESTALE:
      return "vanished";
    case EACCES:
    case EPERM:
      return "permission denied";
    case ELOOP:
      return "link loop";
    case EMFILE:
    case ENFILE:
      return "too many open files";
    default: {
      // "Input/output error" becomes "input/output error"; the few that begin with an acronym stay readable.
      std::string text = SystemWords(error);
      if (text[0] >= 'A' && text[0] <= 'Z') text[0] = static_cast<char>(text[0] - 'A' + 'a');
      return text;
    }
  }
}

// What a file is, from its st_mode: "fifo", "symbolic link".
inline const char* FileKindText(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFREG:
      return "regular file";
    case S_IFDIR:
      return "directory";
    case S_IFLNK:
      return "symbolic link";
    case S_IFIFO:
      return "fifo";
    case S_IFSOCK:
      return "socket";
    case S_IFCHR:
      return "character device";
    case S_IFBLK:
      return "block device";
    default:
      return "unknown kind of file";
  }
}

}  // namespace kindred::base
