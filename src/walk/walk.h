// The walk: from roots to entries. Parallel over directories; every name met has exactly one outcome:
// an entry, a skip with its reason, or a count of what the caller's own filters left out.
//
// Symbolic links are not followed unless asked. Directories are opened relative to their parent, so depth and
// path length have no limit and a directory swapped for a link is not entered. The result is sorted and does
// not depend on the number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "model/entry.h"

namespace kindred::walk {

// A root as typed and as stored: absolute, without "." and "..", links in it resolved.
struct Root {
  std::string typed;
  std::string absolute;
};

// How many names of a directory, or below it, the caller's filters left out.
struct LeftOut {
  std::string path;
  std::uint64_t files = 0;
};

struct WalkResult {
  std::vector<Root> roots;             // those walked; a root inside another one is not walked twice
  std::vector<std::string> missing;    // absolute paths of listed names that were not there or not usable
  std::vector<Directory> directories;  // sorted by path; only those with entries
  std::vector<Skip> skips;             // sorted by path; stage "walk"
  std::uint64_t filtered = 0;          // files left out by include, exclude, size or one_file_system
  std::uint64_t hidden = 0;            // files and directories left out for their leading dot
  std::vector<LeftOut> left_out;       // both, by the directory that holds them; in no order
};

// Throws Error(kFailed) for a root that does not exist or cannot be read, unless roots_may_be_missing.
// Throws Error(kCancelled) when the observer asks to stop.
WalkResult Walk(const WalkOptions& options, unsigned threads, Observer& observer);

}  // namespace kindred::walk
