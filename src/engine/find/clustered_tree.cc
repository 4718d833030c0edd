// See clustered_tree.h.
#include "engine/find/clustered_tree.h"

#include "engine/decisions/honoured.h"
#include "engine/inside/tree_parts.h"
#include "engine/make_method.h"
#include "engine/run_limits.h"
#include "engine/scan/stored_tree.h"
#include "engine/stored_method.h"
#include "engine/type_filter.h"

namespace kindred::engine {

namespace {

FindOptions WithRoots(FindOptions options) {
  options.scan.walk = OrWholeIndex(options.scan.walk);
  return options;
}

}  // namespace

ClusteredTree::ClusteredTree(base::FileSystem& files, const std::string& index_directory,
                             const FindOptions& options, Observer& observer)
    : files_(files),
      index_directory_(index_directory),
      options_(WithRoots(options)),
      observer_(observer),
      method_(MethodFrom(options_.scan.methods.at(0))),
      scanned_(TreeFromIndex(files, index_directory, options_.scan, *method_)) {
  AddParts(&scanned_);
  KeepTypes(options_.types, &scanned_);
  tree_ = std::make_unique<TreeScope>(scanned_, scanned_.snapshot->catalog().AllContents());
  marks_ = OpenTreeMarks(files, index_directory, *scanned_.snapshot, *method_, options_.match);
  marks_.keep = false;
  StopMatchIfAsked(observer_);
  WeighTree(tree_.get(), &marks_, ThreadsOf(options_.scan.run));
}

TreeClusters ClusteredTree::Cluster() {
  StopMatchIfAsked(observer_);
  const FilterStage filters(options_.match);
  HonouredDecisions decisions(index_directory_, scanned_, *tree_, true);
  const MatchedPairs matched = MatchPairs(files_, index_directory_, *tree_, marks_, *method_, options_,
                                          filters, {decisions.Wanted(nullptr), nullptr}, observer_);
  const std::vector<Pair> links = PairsThatReach(matched.pairs, options_.match.minimum);
  return {matched.pairs.size(), match::Clusters(links, tree_->scope().size(), options_.clusters)};
}

}  // namespace kindred::engine
