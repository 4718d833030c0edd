// What a job matches: a scanned tree, its contents by place with their marks, and the pools that join it.
// Every job opens it here. Only the entry function of a job sees it whole; a stage takes the members it uses.
//
// Cost: the scan, if there is one; then a pass over the entries of the tree and one over its contents.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "jobs/match/decisions/honoured.h"
#include "jobs/match/pools/pools.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "mark/method/method.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"
#include "tree/marks/tree_marks.h"

namespace kindred::jobs {

struct CorpusOptions {
  const ScanOptions& scan;
  bool rescan = true;              // false: the index as it is
  bool only_unchanged = false;     // without a rescan: leave out files that changed since their scan
  bool parts = true;               // also what is inside files
  std::vector<std::string> types;  // only files of these types; none: all
  bool templates = true;           // their keys do not count
  bool keep = true;                // keep pairs and shares for the next match
};

struct Corpus {
  // `pools` and `method` must outlive it.
  Corpus(base::FileSystem& files, std::string index_directory, const CorpusOptions& options,
         const mark::Method& method, const Pools& pools, Observer& observer);
  Corpus(const Corpus&) = delete;  // `tree` refers to `scanned`
  Corpus& operator=(const Corpus&) = delete;

  // `show`: also what is decided.
  HonouredDecisions Decisions(bool show) const { return {index_directory, scanned, tree, show}; }

  base::FileSystem& files;
  const std::string index_directory;
  const mark::Method& method;
  const Pools& pools;
  JoinedPools joined;
  tree::ScannedTree scanned;
  const std::size_t own_directories;  // of the tree; those of pools follow them
  tree::TreeScope tree;
  tree::TreeMarks marks;

 private:
  tree::TreeScope JoinScope();
};

}  // namespace kindred::jobs
