// See matched_tree.h.
#include "jobs/template/matched_tree.h"

#include "tree/entries/stored_tree.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

namespace {

ScanOptions WithRoots(ScanOptions scan) {
  scan.walk = tree::OrWholeIndex(scan.walk);
  return scan;
}

}  // namespace

MatchedTree::MatchedTree(base::FileSystem& files, const std::string& index_directory,
                         const FindOptions& options, Observer& observer)
    : scan_(WithRoots(options.scan)),
      match_(options.match),
      shape_(options.families),
      measuring_(MeasuringFor(options.verify, options.estimate, options.rescan, options.pools)),
      observer_(observer),
      method_(tree::MethodFrom(scan_.methods.at(0))),
      corpus_(files, index_directory,
              {.scan = scan_,
               .rescan = false,
               .types = options.types,
               .templates = match_.templates,
               .keep = false},
              *method_, no_pools_, observer) {}

TreeFamilies MatchedTree::Family() {
  StopMatchIfAsked(observer_);
  const FilterStage filters(match_);
  HonouredDecisions decisions = corpus_.Decisions(true);
  const MatchedPairs matched = MatchPairs(corpus_, {match_, scan_.run, measuring_, scan_.walk.follow_links},
                                          filters, {decisions.Wanted(nullptr), nullptr}, observer_);
  const std::vector<Pair> links = PairsThatReach(matched.pairs, match_.minimum);
  return {matched.pairs.size(), match::Families(links, corpus_.tree.scope().size(), shape_)};
}

}  // namespace kindred::jobs
