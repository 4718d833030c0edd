// The answer about tallied files, and how the store of tallies is opened: shared by `near` and find --near.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "jobs/match/near/near_sets.h"
#include "jobs/match/near/tally_scan.h"
#include "kindred/options.h"
#include "kindred/sink.h"
#include "tally/database_url.h"
#include "tally/near_pairs.h"
#include "tally/tally_store.h"
#include "tree/entries/shown_paths.h"

namespace kindred::jobs {

// The store in the index itself. Throws Error(kFailed) if there is a link in its place.
tally::DatabaseUrl TalliesOfIndex(const std::string& index_directory);

// That of the options, or the one in the index `index_directory`.
tally::TallyStore OpenTallies(base::FileSystem& files, const std::string& index_directory,
                              const NearOptions& options, const tally::TagSet& tags);

NearSummary StartSummary(const NearOptions& options, const tally::TagSet& tags,
                         const tally::TallyStore& store);

// How many pairs are to be pushed.
std::uint64_t PairLimit(const NearOptions& options);

NearPair PairOf(const tally::Tally& a, const tally::Tally& b, const tally::NearItem& item_a,
                const tally::NearItem& item_b);

// Everything that is pushed about a tree, in its order. Pairs and sets hold absolute paths until they are
// shown.
class NearAnswer {
 public:
  // `asked` by tally, empty for all: every pair and set must have at least one that is true.
  NearAnswer(const TalliedTree& tree, std::vector<bool> asked, const NearOptions& options, Observer& observer)
      : tree_(tree), asked_(std::move(asked)), options_(options), observer_(observer), rules_(options) {}

  void Find();
  void Fill(NearSummary* summary) const;
  // Sets, pairs that differ, pairs that do not: each list is cut at the limit.
  void Push(ResultSink& sink) const;
  // Those of the tree, and files that could not be read when bytes were compared; sorted by path.
  std::vector<Skip> Skips() const;

 private:
  // An edge whose files were compared.
  struct VerifiedEdge {
    tally::NearEdge edge;
    bool verified = false;  // false: they could not be read
    double of_a = 0;
    double of_b = 0;
  };
  tally::NearEdges Search(std::uint64_t limit) const;
  std::uint64_t Dropped() const { return options_.verify ? judged_ - verified_.size() : 0; }
  NearPair PairOfEdge(const tally::NearEdge& edge) const;
  NearPair PairOfFiles(std::uint32_t a, std::uint32_t b) const;
  void PushSets(const tree::ShownPaths& shown, ResultSink& sink) const;
  void Verify();

  const TalliedTree& tree_;
  std::vector<bool> asked_;
  const NearOptions& options_;
  Observer& observer_;
  NearRules rules_;
  NearSets sets_;
  tally::NearEdges edges_;
  std::vector<VerifiedEdge> verified_;  // those that passed, as far as they were judged
  std::uint64_t judged_ = 0;            // how many edges, from the nearest on
  std::vector<Skip> unread_;            // files that could not be read to verify them
};

}  // namespace kindred::jobs
