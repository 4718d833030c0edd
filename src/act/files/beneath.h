// Opens what lies below a root without ever leaving it: openat2 with RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS and
// RESOLVE_NO_MAGICLINKS. A directory that was swapped for a link since the plan is noticed, not followed. All
// steps of an action then work relative to the open directory, wherever that is moved meanwhile.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "act/files/steps.h"
#include "base/descriptor.h"

namespace kindred::act {

// A name below a root. The root is absolute, with its own links resolved.
struct TreePath {
  std::string root;
  std::string below;  // without a slash at either end

  std::string Directory() const;  // of `below`; empty: the root itself
  std::string Name() const;
  std::string Full() const;
  bool operator==(const TreePath&) const = default;
};

// Directories that are open, so that files beside each other open theirs once.
class Directories {
 public:
  explicit Directories(Steps& steps) : steps_(steps) {}

  // The directory with the name; nullptr, with errno, if it cannot be opened. Valid until Close.
  const base::Descriptor* Of(const TreePath& path);
  void Close() { open_.clear(); }

 private:
  Steps& steps_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<base::Descriptor>> open_;
};

// A file of an open directory, for reading, without touching its access time where that can be had.
base::Descriptor OpenFileIn(Steps& steps, int directory, const std::string& name);
// A directory of an open directory.
base::Descriptor OpenDirectoryIn(int directory, const std::string& name);

// Why something could not be opened, in the words of reports.
std::string OpenReason(int error);

}  // namespace kindred::act
