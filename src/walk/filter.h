// The caller's globs and sizes.
//
//   *.o           no slash: matches the name of a file or directory anywhere
//   build/        a slash at the end: matches directories only
//   doc/*.html    a slash inside: matches the path below the root, or any tail of whole names of it
//   /srv/x/*      a slash at the front: matches the absolute path
//   a/**/b        ** matches any number of names, also none
//
// Each name is matched by fnmatch, so * and ? never cross a slash; they do match a leading dot.
// Cost: one fnmatch per glob and name; globs with a slash also need the directory's path split into names.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kindred/options.h"

namespace kindred::walk {

// The directory whose names are being judged: its absolute path split at the slashes.
struct DirectoryNames {
  std::vector<std::string> names;
  std::size_t root_names = 0;  // so many of them belong to the root itself
};

// "/a//b" -> {"a", "b"}
std::vector<std::string> SplitPath(const std::string& path);

// Whether `glob` matches all names of `path` from `first` on, followed by `last`.
bool MatchesNames(const std::vector<std::string>& glob, const std::vector<std::string>& path,
                  std::size_t first, const char* last);

class Filter {
 public:
  explicit Filter(const WalkOptions& options);

  // False: DirectoryNames are never looked at and may be left empty.
  bool needs_directory_names() const { return needs_directory_names_; }

  // Directories and files: matches one of the exclude globs.
  bool Excludes(const DirectoryNames& directory, const char* name, bool is_directory) const;
  // Files: there are include globs and none matches.
  bool LacksInclude(const DirectoryNames& directory, const char* name) const;
  bool FitsSize(const struct stat& status) const;
  // Files of a directory that the walk comes to: not hidden, and let through by all globs.
  bool Takes(const DirectoryNames& directory, const char* name) const {
    return (hidden_ || name[0] != '.') && !Excludes(directory, name, false) && !LacksInclude(directory, name);
  }
  // Whether a walk from `outer` comes to `path` below it: nothing on the way is hidden or left out.
  bool Reaches(const std::string& outer, const std::string& path, bool is_directory) const;

 private:
  struct Glob {
    std::vector<std::string> names;  // one name: matches names anywhere
    bool absolute = false;
    bool directories_only = false;
  };

  static Glob Parse(const std::string& text);
  static bool Matches(const Glob& glob, const DirectoryNames& directory, const char* name);

  std::vector<Glob> include_;
  std::vector<Glob> exclude_;
  bool needs_directory_names_ = false;
  bool hidden_;
  std::uint64_t min_size_;
  std::uint64_t max_size_;
};

}  // namespace kindred::walk
