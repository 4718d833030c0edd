// Roots as typed become absolute paths, like `find -H` does it: links in them and the root itself are
// followed. Step by step, so that names longer than PATH_MAX work; the last directory is kept open, because
// names from a list come by directory. Cost: three system calls per name of the path, or one if the last root
// had the same parent.
#pragma once

#include <sys/stat.h>

#include <string>

#include "base/descriptor.h"

namespace kindred::walk {

using base::Descriptor;

// The working directory, of any length; empty when it has been removed.
std::string WorkingDirectory();

// The absolute path of a name whose last parts may not exist: links are resolved as far as there is
// something.
std::string AbsoluteThoughMissing(const std::string& typed);

// Not for use by several threads.
class RootResolver {
 public:
  // Returns 0 or an errno. `absolute` has no ".", no ".." and no link in it.
  int Resolve(const std::string& typed, std::string* absolute, struct stat* status);

 private:
  struct Step {
    Descriptor descriptor;  // O_PATH
    std::string path;
    struct stat status = {};
  };
  static int Start(bool at_top, Step* step);
  static int Follow(const std::string& path, Step* step);

  std::string parent_typed_;
  Step parent_;
};

}  // namespace kindred::walk
