// The stage `find --near`: compares by their tallies (docs/using/near.md) the files that marks cannot judge.
// These are files with fewer keys than a pair must share (too small, or repeating a short pattern, such as
// zeros), and files above ScanOptions::mark_up_to. Its results are listed apart from those of marks: no pair
// found by marks has such a file.
//
// Any other file is tallied, too, if it has about the size of one of these, because it may be near it. Pairs
// of two such other files are left to the marks.
//
// Example, with a tolerance of 1 %: z is 1,000,000 zero bytes and has no marks; a (1,005,000 bytes) and b
// (2,000,000 bytes) have marks. z is tallied, and so is a, whose size is within 1 % of z's. b is not read.
// The only pair that is checked is (z, a).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "jobs/match/near/near_answer.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

class NearStage {
 public:
  // `few_marks` by place: whether the content has too few keys. Files that are not up to date in the store
  // are read here, so that Push cannot fail.
  NearStage(base::FileSystem& files, const std::string& index_directory, const tree::ScannedTree& scanned,
            const tree::TreeScope& tree, const std::vector<bool>& few_marks, NearOptions options,
            Observer& observer);

  NearStage(const NearStage&) = delete;  // the answer refers to the tallies

  // Push: summary, sets, pairs. PushSkips: the files that could not be tallied, which come later in the order
  // of results.
  void Push(ResultSink& sink) const;
  void PushSkips(ResultSink& sink) const;

 private:
  NearOptions options_;
  TalliedTree tree_;
  std::unique_ptr<NearAnswer> answer_;
  NearSummary summary_;
};

}  // namespace kindred::jobs
