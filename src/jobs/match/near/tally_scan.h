// Tallies of a tree, brought up to date: walk, compare with the store, read what changed, store. The store is
// independent of the index's contents and marks.
#pragma once

#include <string>
#include <vector>

#include "kindred/input.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "tally/tally_store.h"
#include "walk/walk.h"

namespace kindred::jobs {

struct TalliedTree {
  std::vector<walk::Root> roots;
  std::vector<tally::Tally> tallies;  // of the files of the roots, sorted by path
  std::vector<Skip> skips;            // sorted by path
  std::uint64_t read_files = 0;
  std::uint64_t read_bytes = 0;
  std::uint64_t filtered = 0;
  std::uint64_t hidden = 0;
};

// Only files whose size, mtime, ctime or inode differ from what is stored are read. While a round of files is
// read, the one before is stored. When the observer asks to stop, what was read is stored, then
// Error(kCancelled). `index` is left out of the walk.
TalliedTree TallyTree(const std::string& index, const NearOptions& options, const tally::TagSet& tags,
                      tally::TallyStore& store, Observer& observer);

// The same for these files alone; `directories` are sorted by path. Of the roots only the names are used, for
// reports. Nothing is forgotten.
TalliedTree TallyFiles(std::vector<walk::Root> roots, std::vector<Directory> directories,
                       const NearOptions& options, const tally::TagSet& tags, tally::TallyStore& store,
                       Observer& observer);

// The tally of one input, which is not stored. Throws Error(kNotFound) or Error(kFailed) for a file that
// cannot be read.
tally::Tally TallyInput(const Input& input, const tally::TagSet& tags, Observer& observer);

}  // namespace kindred::jobs
