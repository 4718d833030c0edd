// The scan: walk, hold against the catalog, read what changed, write segments and catalog, commit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "engine/scan/content_reader.h"
#include "index/store/store.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "walk/walk.h"

namespace kindred::engine {

// The files of some roots with their contents, all of them in the index.
struct ScannedTree {
  std::vector<walk::Root> roots;
  std::vector<index::StoredDirectory> files;
  std::vector<Directory> too_large;  // files above ScanOptions::mark_up_to; they are among the skips
  std::vector<Skip> skips;
  std::vector<walk::LeftOut> left_out;  // as WalkResult
  ScanSummary summary;
  std::unique_ptr<index::Snapshot> snapshot;  // the state of the index that `files` speak of
};

// Brings the index in `index_directory` up to date. A tree that is as stored takes no lock and writes
// nothing. When the observer asks to stop, what was read until then is committed and summary.interrupted is
// set.
ScannedTree ScanTree(base::FileSystem& files, const std::string& index_directory, const ScanOptions& options,
                     Observer& observer);

// The same from the index alone: no walk, and the tree may be gone. Files that `method` has not marked are
// skips; if it has marked none, Error(kFailed).
ScannedTree TreeFromIndex(base::FileSystem& files, const std::string& index_directory,
                          const ScanOptions& options, const mark::Method& method);
// As it is now, or as the index knows it. Throws Error(kInterrupted) if the scan was stopped.
ScannedTree ScanOrLoadTree(base::FileSystem& files, const std::string& index_directory,
                           const ScanOptions& options, const mark::Method& method, bool rescan,
                           Observer& observer);

// Takes the files out that are not as they were scanned (any more): skips, "changed since it was scanned".
void LeaveOutChanged(bool follow_links, ScannedTree* tree);

// The named methods, each once.
Methods MakeMethods(const std::vector<std::string>& texts);

// An index that lies in the tree it describes would find itself changed by every scan.
void LeaveOutIndex(const std::string& index_directory, walk::WalkResult* walk);

// 0 in options means: as the machine has.
unsigned ThreadsOf(const RunOptions& options);
std::uint64_t MemoryOf(const RunOptions& options);

// With their paths as typed.
void PushSkips(const ScannedTree& tree, ResultSink& sink);

// Skips by reason, the most frequent first.
std::vector<SkipCount> CountSkips(const std::vector<Skip>& skips);

// As typed to as stored; a path that no longer exists is made absolute by its text alone.
walk::Root ResolveRoot(const std::string& typed);

}  // namespace kindred::engine
