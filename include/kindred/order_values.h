// Results of Index::Order: plain values, like those of values.h. docs/using/compare.md describes them for
// users.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/values.h"

namespace kindred::inline v0 {

// A file in an order in which similar files are neighbours.
struct OrderedFile {
  std::string path;
  std::uint64_t size = 0;
  std::uint64_t stretch =
      0;  // files linked by shared content have the same number, from 1; 0: linked to none
  // The file that this one is placed after because it resembles that file most; empty: this is the first of
  // its stretch, or linked to none. Other files of the stretch may be between the two.
  std::string like = {};
  double share = 0;                // the part of the file that occurs in `like`, as an estimate
  std::uint64_t shared_bytes = 0;  // the same in bytes
  bool copy = false;               // it has the same bytes as `like`
  // It could not be read, or was skipped (a sparse file). It is listed last, by name only, so that lists are
  // complete.
  bool unread = false;
};

// The summary of an order, pushed before its files.
struct OrderSummary : RunFacts, MatchFacts {
  // Output sizes of a command whose input is the concatenation of all files.
  struct Trial {
    std::string command = {};  // empty: nothing was tried
    std::uint64_t bytes = 0;   // of its input: each file once, however many links it has
    std::uint64_t by_name = 0;
    std::uint64_t by_suffix = 0;  // by suffix, then by name without directories, then by path
    std::uint64_t in_order = 0;
  };
  std::vector<std::string> roots;
  std::uint64_t files = 0;
  std::uint64_t contents = 0;
  std::uint64_t bytes = 0;
  std::uint64_t stretches = 0;      // of two files or more
  std::uint64_t stretch_files = 0;  // files in these
  std::uint64_t shared_bytes = 0;   // summed over the files: an estimate of the repeated bytes
  std::uint64_t unread = 0;         // files that are listed last because they were not read
  Trial trial = {};
};

}  // namespace kindred::inline v0
