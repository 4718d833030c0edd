// The names of one directory, sorted, each once. Read with getdents64 into blocks that are used again and in
// which the names stay, so that a directory costs no allocation and a million names cost one copy.
#pragma once

#include <dirent.h>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace kindred::walk {

class Listing {
 public:
  struct Name {
    std::string_view text;   // followed by a NUL, as system calls want it
    unsigned char type = 0;  // DT_REG, DT_DIR, ... or DT_UNKNOWN
  };

  // Reads all names but "." and ".."; returns 0 or the errno that ended the reading. The names read until
  // then are kept. `go_on` is called after every block; false ends the reading like the end of the directory.
  int Read(int directory, const std::function<bool()>& go_on);

  const std::vector<Name>& names() const { return names_; }

 private:
  struct Block {
    static constexpr std::size_t kSize = 64 * 1024;
    alignas(dirent64) char bytes[kSize];
  };

  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Name> names_;
};

}  // namespace kindred::walk
