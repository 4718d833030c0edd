// A first look at the files that marks cannot judge, by their tallies (docs/near.md): files with fewer keys
// than a pair must share (too small, or too strange: zeros, a pattern again and again), and files above
// ScanOptions::mark_up_to. What it finds stands beside what marks found and is never mixed with it: no pair
// of marks has such a file.
//
// A file of the other kind is tallied, too, if it has about the size of one of these: it may be near it. Two
// of the other kind are marks' business.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/file.h"
#include "engine/near/near_answer.h"
#include "engine/scan/scanned_tree.h"
#include "engine/scan/tree_scope.h"
#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::engine {

class NearStage {
 public:
  // `few_marks` by place: whether the content has too few keys. Files are read here, as far as the store does
  // not know them; when this is done, Push needs nothing that can fail.
  NearStage(base::FileSystem& files, const std::string& index_directory, const ScannedTree& scanned,
            const TreeScope& tree, const std::vector<bool>& few_marks, const FindOptions& options,
            Observer& observer);

  NearStage(const NearStage&) = delete;  // the answer refers to the tallies

  // Summary, sets, pairs; then, at their place in the order of results, the files that could not be tallied.
  void Push(ResultSink& sink) const;
  void PushSkips(ResultSink& sink) const;

 private:
  NearOptions options_;
  TalliedTree tree_;
  std::unique_ptr<NearAnswer> answer_;
  NearSummary summary_;
};

}  // namespace kindred::engine
