// The answer about tallied files, and how the store of tallies is opened: what `near` and find's first look
// share.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "engine/near_sets.h"
#include "engine/shown_paths.h"
#include "engine/tally_scan.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "tally/near_pairs.h"
#include "tally/tally_store.h"

namespace kindred {

// That of the options, or the one in the index `directory`.
TallyStore OpenTallies(FileSystem& files, const std::string& directory, const NearOptions& options,
                       const TagSet& tags);

NearSummary StartSummary(const NearOptions& options, const TagSet& tags, const TallyStore& store);

NearPair PairOf(const Tally& a, const Tally& b, const NearItem& item_a, const NearItem& item_b);

// Everything that is pushed about a tree, in its order. Pairs and sets hold absolute paths until they are
// shown.
class NearAnswer {
 public:
  // `asked` by tally, empty for all: every pair and set has one at least that is asked about.
  NearAnswer(const TalliedTree& tree, std::vector<bool> asked, const NearOptions& options, Observer& observer)
      : tree_(tree), asked_(std::move(asked)), options_(options), observer_(observer), rules_(options) {}

  void Find();
  void Fill(NearSummary* summary) const;
  // Sets, pairs that differ, pairs that do not: each list is cut at the limit.
  void Push(ResultSink& sink) const;

 private:
  NearPair PairOfFiles(std::uint32_t a, std::uint32_t b) const;
  void PushSets(const ShownPaths& shown, ResultSink& sink) const;
  void Verify();

  const TalliedTree& tree_;
  std::vector<bool> asked_;
  const NearOptions& options_;
  Observer& observer_;
  NearRules rules_;
  NearSets sets_;
  NearEdges edges_;
  std::vector<NearPair> verified_;
  std::uint64_t dropped_ = 0;
};

}  // namespace kindred
