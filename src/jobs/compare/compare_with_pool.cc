// The pool's files join the scanned tree as find joins them; then A is what was scanned, B what came from the
// pool, and both are related as two directories are (compare_trees.cc). A pool cannot be read, so shares are
// estimates.
//
// Every file of A has one line: with a file there that has its bytes, else with the one that holds most of
// it, for a base of deltas may serve several files. Files that are only in the pool have none.
#include "jobs/compare/compare_with_pool.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "jobs/compare/side_facts.h"
#include "jobs/compare/sides.h"
#include "jobs/match/corpus.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "jobs/match/pools/pools.h"
#include "kindred/error.h"
#include "match/groups/relations.h"
#include "model/entry.h"
#include "run/stage_timer.h"
#include "tree/entries/skips.h"
#include "tree/entries/summary_facts.h"
#include "tree/entries/tree_walk.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred::jobs {

namespace {

// Bytes are sent, so all of them count: also those of templates, and not what is inside.
CompareOptions ForTransfer(CompareOptions options, const std::string& a) {
  MeasuringFor(options.verify, options.estimate, true, options.pools);
  if (options.pools.files.size() != 1) {
    throw Error(ErrorKind::kUsage, "a comparison takes one pool only", OptionName{"pools"},
                "name one, and compare with others one by one");
  }
  options.scan.walk.roots = {a};
  options.scan.inside.types = {"none"};
  options.match.templates = false;
  return options;
}

// The longest directory that all files of a pool are in; nothing for a pool without names.
std::string RootOf(const index::Pool& pool) {
  if (pool.directories.empty()) return "";
  std::string root = pool.directories.front().path;
  for (const index::PoolDirectory& directory : pool.directories) {
    while (!IsAtOrBelow(directory.path, root)) root = ParentPath(root);
  }
  return root;
}

std::string BelowRoot(const std::string& path, const std::string& root) {
  if (!IsAtOrBelow(path, root) || path == root) return path;
  return path.substr(root == "/" ? 1 : root.size() + 1);
}

// A is all that lies in the first `own` directories.
std::array<Side, 2> DivideFromPool(const tree::TreeScope& tree, const walk::Root& root, std::size_t own,
                                   const OpenedPool& pool) {
  const std::string there = RootOf(pool.pool);
  std::array<Side, 2> divided;
  for (Side& side : divided) side.first.assign(tree.scope().size(), match::kNoFile);
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    for (const tree::FileNumber file : tree.CopiesOf(place)) {
      const bool in_pool = file.directory >= own;
      Side& side = divided[in_pool];
      const Entry& entry = tree.EntryOf(file);
      std::string below;
      if (!in_pool) {
        const std::string path = JoinPath(tree.DirectoryOf(file), entry.name);
        if (path != root.absolute) below = BelowRoot(path, root.absolute);
      } else if (pool.pool.anonymous) {
        below = entry.name;
      } else {
        const std::string directory = tree.DirectoryOf(file).substr(pool.label.size() + 1);
        below = BelowRoot(JoinPath(directory, entry.name), there);
      }
      if (!side.Holds(place)) side.first[place] = static_cast<std::uint32_t>(side.files.size());
      side.files.push_back({place, below.empty() ? entry.name : below});
      side.entries.push_back(&entry);
      side.shown.push_back(tree.PathOf(file));
      side.below.push_back(below);
    }
  }
  return divided;
}

// One line for each file of A: that of an equal file, else the one with the largest share of it.
std::vector<match::RelatedFiles> BestLines(std::span<const match::RelatedFiles> lines, std::size_t files) {
  auto better = [](const match::RelatedFiles& x, const match::RelatedFiles& y) {
    const bool x_equal = x.relation <= Relation::kMoved, y_equal = y.relation <= Relation::kMoved;
    return x_equal != y_equal ? x_equal : !x_equal && x.of_a > y.of_a;
  };
  std::vector<const match::RelatedFiles*> best(files, nullptr);
  for (const match::RelatedFiles& line : lines) {
    if (line.a == match::kNoFile) continue;
    if (best[line.a] == nullptr || better(line, *best[line.a])) best[line.a] = &line;
  }
  std::vector<match::RelatedFiles> kept;
  for (const match::RelatedFiles& line : lines) {
    if (line.a != match::kNoFile && best[line.a] == &line) kept.push_back(line);
  }
  return kept;
}

// How the file of a line gets there; counts it in the plan.
void Plan(double least, FileRelation* line, TransferPlan* plan) {
  if (line->relation <= Relation::kMoved) {
    line->send = Sending::kNone;
    ++plan->there_files;
    plan->there_bytes += line->size_a;
  } else if (!line->b.empty() && !plan->anonymous && line->of_a >= least) {
    line->send = Sending::kDelta;
    line->new_bytes = static_cast<std::uint64_t>(
        std::llround((1 - std::min(1.0, line->of_a)) * static_cast<double>(line->size_a)));
    ++plan->delta_files;
    plan->delta_bytes += line->size_a;
    plan->delta_new_bytes += line->new_bytes;
  } else {
    line->send = Sending::kWhole;
    line->new_bytes = line->size_a;
    ++plan->whole_files;
    plan->whole_bytes += line->size_a;
  }
}

}  // namespace

void CompareWithPool(base::FileSystem& files, const std::string& directory, const std::string& a,
                     const CompareOptions& asked, ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "compare");
  const CompareOptions options = ForTransfer(asked, a);
  const FilterStage filters(options.match);
  const auto method = tree::MethodFrom(options.scan.methods.at(0));
  const Pools pools(options.pools, tree::ToStored(*method));
  const OpenedPool& pool = pools.opened().front();
  const walk::Root root = tree::ResolveRoot(a);
  const Corpus corpus(files, directory, {.scan = options.scan, .parts = false, .templates = false}, *method,
                      pools, observer);
  const tree::TreeScope& tree = corpus.tree;
  const std::array<Side, 2> divided = DivideFromPool(tree, root, corpus.own_directories, pool);

  const PairView across = {
      .wanted = [&](const Pair& pair) { return FromAToB(divided, pair) || FromAToB(divided, Turned(pair)); },
      .shown = [&](const Pair& pair) { return AcrossItem(divided, tree.scope(), pair); }};
  const MatchRun run{options.match, options.scan.run, Measuring::kNone};
  MatchedPairs matched = MatchPairs(corpus, run, filters, across, observer);
  matched.pairs = PairsThatReach(matched.pairs, options.match.minimum);
  StopMatchIfAsked(observer);

  run::StageTimer relate(observer, "relate");
  const std::vector<match::RelatedFiles> related =
      match::RelateFiles(divided[0].files, divided[1].files, matched.pairs, tree.scope());
  const std::vector<match::RelatedFiles> lines = BestLines(related, divided[0].files.size());
  relate.Done(lines.size(), "relations");

  TreeComparison comparison = CompareSides(divided, related, matched.pairs, tree.scope());
  static_cast<RunFacts&>(comparison) = tree::RunFactsOf(corpus.scanned, matched.skips, whole.Seconds());
  static_cast<MatchFacts&>(comparison) = matched;
  comparison.pools = 1;
  comparison.pool_files = pools.Files();
  comparison.a.root = a;
  comparison.b.files = pools.Files();
  comparison.b.bytes = pool.pool.Bytes();
  comparison.b.root = pool.label + ":" + RootOf(pool.pool);
  CountUnread(
      corpus.scanned, [](const std::string&) { return true; }, &comparison.a);
  Answer(comparison.b, &comparison.a);
  Answer(comparison.a, &comparison.b);
  CountRelations(lines, &comparison);

  TransferPlan plan{.from = root.absolute, .pool = pool.label, .anonymous = pool.pool.anonymous};
  const bool is_file = divided[0].below.size() == 1 && divided[0].below.front().empty();
  if (is_file) plan.from = ParentPath(plan.from);
  std::vector<FileRelation> shown;
  for (const match::RelatedFiles& line : lines) {
    shown.push_back(ShownRelation(divided, line, tree.scope()));
    Plan(options.match.minimum, &shown.back(), &plan);
  }
  sink.On(comparison);
  sink.On(plan);
  RelationLimit limit(options.limit);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (limit.Take(lines[i])) sink.On(shown[i]);
  }
  tree::PushSkips(corpus.scanned.roots, corpus.scanned.skips, sink);
}

}  // namespace kindred::jobs
