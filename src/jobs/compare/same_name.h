// Whether two paths lead to one and the same name on disk, so that removing one removes both: the second lies
// behind a bind mount, a file system that is mounted twice, or a link that was followed. Hard links are not
// the same: each is a separate name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "read/files/file_reader.h"
#include "walk/root_resolver.h"

namespace kindred::jobs {

// Not for use by several threads.
class SameName {
 public:
  // True also when it is unknown. Both are absolute, and names of one inode.
  bool Is(const std::string& a, const std::string& b);

 private:
  // Device and inode of a directory, and a name in it.
  using Name = std::tuple<std::uint64_t, std::uint64_t, std::string>;

  // Keeps the last directory open, since files come by directory.
  class Finder {
   public:
    std::optional<Name> Find(const std::string& path);

   private:
    bool Enter(const std::string& directory);

    walk::RootResolver resolver_;
    std::string path_;
    std::unique_ptr<read::OpenDirectory> directory_;
    std::uint64_t device_ = 0;
    std::uint64_t inode_ = 0;
    std::uint64_t mount_ = 0;
  };

  Finder a_;
  Finder b_;
};

}  // namespace kindred::jobs
