// A tree made to break code that walks and reads it. Each Add puts one kind of difficult file below path(),
// and counts what it added, so that a test can expect one outcome for every name.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tests/hostile/temp_tree.h"

namespace kindred {

class HostileTree {
 public:
  static constexpr int kDepth = 10'000;
  static constexpr int kCombDepth =
      2000;  // every level is a directory to open: the cost grows with the square
  // bench/reliability/hostile.py has a million names, and as many links as an inode may have.
  static constexpr int kWide = 20'000;
  static constexpr int kHardLinks = 20'000;

  // Special files, links and names, each kind in its own directory.
  void AddSpecialFiles();                // special/: fifo, socket and, where permitted, devices
  void AddLinks();                       // links/: dangling, looping, to a directory above, to a file
  void AddNames();                       // names/: newline, ESC, invalid UTF-8, leading dash, 255 bytes, ...
  void AddSparseGiant();                 // giant: 1 TB, almost all holes
  void AddLongPath();                    // long/: 20 directories with names of 255 bytes, a file in the last
  void AddDepth(int depth = kDepth);     // deep/d/d/d/..., a file in the last
  void AddComb(int depth = kCombDepth);  // comb/d/d/..., each with a directory s and a file in it
  void AddHardLinks(int count = kHardLinks);  // hard/: one inode with as many names as it may have
  void AddWideDirectory(int count = kWide);   // wide/: `count` names
  // forbidden/: a file and a directory without permission for anyone but root. Not part of AddAll.
  void AddForbidden();
  void AddAll();

  const std::string& path() const { return tree_.path(); }
  const TempTree& tree() const { return tree_; }
  // Regular files with at least one byte; those that are to be read are all but sparse giants.
  std::uint64_t files() const { return files_; }
  std::uint64_t sparse_files() const { return sparse_files_; }
  // What a walk that follows no links has to skip, by reason.
  const std::map<std::string, std::uint64_t>& skips() const { return skips_; }
  // The path of the file at the end of AddLongPath: longer than PATH_MAX.
  const std::string& long_path() const { return long_path_; }

 private:
  TempTree tree_;
  std::uint64_t files_ = 0;
  std::uint64_t sparse_files_ = 0;
  std::map<std::string, std::uint64_t> skips_;
  std::string long_path_;
};

}  // namespace kindred
