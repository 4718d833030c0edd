// The main job, as a list of stages: scan, load, collate, pair, group, cluster, near stage, report. See
// find.h.
#include "engine/find/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include "base/parallel.h"
#include "engine/decisions/honoured.h"
#include "engine/find/findings.h"
#include "engine/find/measure_stage.h"
#include "engine/find/near_stage.h"
#include "engine/find/order.h"
#include "engine/find/presenter.h"
#include "engine/inside/tree_parts.h"
#include "engine/make_method.h"
#include "engine/pool/pools.h"
#include "engine/run_limits.h"
#include "engine/scan/current_tree.h"
#include "engine/scan/scanned_tree.h"
#include "engine/scan/stored_tree.h"
#include "engine/scan/tree_scope.h"
#include "engine/skips.h"
#include "engine/stage_timer.h"
#include "engine/stored_method.h"
#include "engine/summary_facts.h"
#include "engine/template/templates.h"
#include "engine/type_filter.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "kindred/templates.h"
#include "match/pairs/pairs.h"
#include "walk/filter.h"
#include "walk/root_plan.h"

namespace kindred::engine {

namespace {

Findings MatchTree(base::FileSystem& files, const std::string& index_directory, const TreeScope& tree,
                   const TreeMarks& marks, const mark::Method& method, const FindOptions& options,
                   const FilterStage& filters, const std::function<bool(const Pair&)>& wanted,
                   Observer& observer) {
  Findings found;
  static_cast<MatchedPairs&>(found) =
      MatchPairs(files, index_directory, tree, marks, method, options, filters, {wanted, nullptr}, observer);

  StageTimer group(observer, "group");
  // Clusters of pairs that only may reach the threshold would join everything to everything.
  found.links = found.pairs;
  if (!AllReach(found.pairs, options.match.minimum))
    found.links = found.reaching = PairsThatReach(found.pairs, options.match.minimum);
  base::ParallelFor(std::min(2u, ThreadsOf(options.scan.run)), 2, [&](std::size_t part, unsigned) {
    if (part == 0) {
      found.of_reference = options.match.measure == Measure::kOfReference;
      found.groups = match::Groups(
          found.links, tree.scope().size(),
          {.of_reference = found.of_reference ? options.match.minimum : 0, .families = found.families});
    }
    if (part == 1) found.clusters = match::Clusters(found.links, tree.scope().size(), options.clusters);
  });
  group.Done(found.pairs.size(), "pairs");
  StopMatchIfAsked(observer);
  return found;
}

std::vector<IdenticalPlaces> FindIdentical(const TreeScope& tree) {
  std::vector<IdenticalPlaces> sets;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    const auto files = tree.CopiesOf(place);
    if (files.size() < 2) continue;
    std::set<std::pair<std::uint64_t, std::uint64_t>> inodes;
    std::uint64_t elsewhere = 0;
    for (FileNumber file : files) {
      inodes.emplace(tree.EntryOf(file).device, tree.EntryOf(file).inode);
      elsewhere += tree.EntryOf(file).device == JoinedPools::kElsewhere;
    }
    // One copy here is kept.
    const std::uint64_t here = inodes.size() - elsewhere;
    sets.push_back({place, files.size() - inodes.size(),
                    (here == 0 ? 0 : here - 1) * tree.scope()[place].size, elsewhere});
  }
  return sets;
}

// The first `limit` items of a list, turned into values and pushed.
template <typename Items, typename Push>
void PushFirst(const Items& items, std::uint64_t limit, Push push) {
  std::uint64_t pushed = 0;
  for (const auto& item : items) {
    if (limit != 0 && pushed++ == limit) return;
    push(item);
  }
}

// Sets that copied folders cover come last: a list that is cut shows the others.
std::vector<IdenticalPlaces> UncoveredFirst(std::vector<IdenticalPlaces> sets) {
  std::ranges::stable_partition(sets, [](const IdenticalPlaces& set) { return !set.covered; });
  return sets;
}

std::uint64_t LargeFamilies(std::span<const FamilyMember> families) {
  return static_cast<std::uint64_t>(std::ranges::count_if(
      families, [](const FamilyMember& member) { return member.place == member.centre; }));
}

// Contents that are similar to no other, though they share much with very many.
std::uint64_t OnlyBoilerplate(const Findings& found, std::size_t contents) {
  if (found.boilerplate.empty()) return 0;
  std::vector<bool> in_pair(contents);
  for (const Pair& pair : found.pairs) in_pair[pair.a] = in_pair[pair.b] = true;
  return static_cast<std::uint64_t>(
      std::ranges::count_if(found.boilerplate, [&](std::uint32_t place) { return !in_pair[place]; }));
}

Summary Summarise(const ScannedTree& scanned, const TreeScope& tree, const Findings& found,
                  const Pools& pools, const FindOptions& options, double seconds) {
  Summary summary;
  static_cast<RunFacts&>(summary) = RunFactsOf(scanned, found.skips, seconds);
  static_cast<MatchFacts&>(summary) = found;
  summary.pools = pools.opened().size();
  summary.pool_files = pools.Files();
  summary.roots = scanned.summary.roots;
  summary.files = scanned.summary.files;
  summary.bytes = scanned.summary.bytes;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place)
    summary.contents += !tree.CopiesOf(place).empty();
  for (const index::StoredDirectory& directory : scanned.files) {
    if (!directory.inside) continue;
    ++summary.containers;
    summary.parts += directory.entries.size();
  }
  summary.marks = found.marks;
  summary.identical_sets = found.identical.size();
  summary.same_inside = found.same_inside.size();
  summary.groups = found.groups.size();
  summary.links_between = found.clusters.links_between();
  summary.large_families = LargeFamilies(found.families);
  summary.boilerplate = OnlyBoilerplate(found, tree.scope().size());
  summary.pairs = found.pairs.size();
  summary.degree_cap = found.degree_cap;
  for (const IdenticalPlaces& set : found.identical) {
    summary.identical_bytes += set.wasted;
    const std::uint64_t here = tree.CopiesOf(set.place).size() - set.links - set.elsewhere;
    summary.copies += here == 0 ? 0 : here - 1;
    summary.covered_sets += set.covered;
  }
  for (std::uint32_t number = 0; number < found.clusters.size(); ++number) {
    if (found.IsHidden(number)) continue;
    const match::ClusterOfPlaces& cluster = found.clusters[number];
    ++summary.clusters;
    if (found.OnlyContained(cluster)) {
      ++summary.contained_clusters;
      continue;
    }
    summary.cluster_files += cluster.members.size();
    for (const std::uint32_t place : cluster.members) summary.cluster_bytes += tree.scope()[place].size;
  }
  summary.sections = options.sections;
  summary.folder_sets = found.folders.sets().size();
  summary.contained = found.contained.size();
  summary.with_directories = options.directories || options.only_directories;
  summary.only_directories = options.only_directories;
  summary.directories = found.directories.pairs.size();
  summary.crowded_files = found.directories.crowded_files;
  summary.with_pairs = options.pairs;
  summary.with_near_stage = options.near_stage;
  summary.with_sets = options.sets;
  summary.sets = found.sets.sets.size();
  summary.sets_complete = found.sets.complete;
  return summary;
}

// By place: contents with fewer keys than a pair must share.
std::vector<bool> FewMarks(const TreeScope& tree, const TreeMarks& marks, const FindOptions& options,
                           Observer& observer) {
  StageTimer timer(observer, "count keys");
  const std::vector<std::uint64_t> keys =
      match::CountKeys({marks.segments, tree.scope(), marks.weights}, ThreadsOf(options.scan.run));
  const std::uint64_t least = match::MinShared(options.match, marks.method.weight);
  std::vector<bool> few;
  for (std::uint64_t count : keys) few.push_back(count < least);
  timer.Done(keys.size(), "contents");
  return few;
}

// Leaves out what is decided, and returns how much that is.
std::uint64_t HideDecided(const HonouredDecisions& decisions, Findings* found) {
  if (!decisions.Hides()) return 0;
  std::uint64_t hidden = std::erase_if(
      found->identical, [&](const IdenticalPlaces& set) { return decisions.HidesCopies(set.place); });
  for (const match::ClusterOfPlaces& cluster : found->clusters) {
    found->hidden_clusters.push_back(decisions.HidesCluster(cluster.members));
    hidden += found->hidden_clusters.back();
  }
  hidden += std::erase_if(found->directories.pairs, [&](const DirectoryPair& pair) {
    return decisions.HidesFolders({pair.a, pair.size_a}, {pair.b, pair.size_b});
  });
  hidden += found->folders.Remove([&](const CopiedFolders& set) {
    // Of a folder that has more than the other its size is not known here.
    const std::optional<std::uint64_t> size = set.contained ? std::nullopt : std::optional(set.size);
    return std::ranges::all_of(set.folders, [&](const NamedFile& folder) {
      return &folder == &set.folders.front() ||
             decisions.HidesFolders({set.folders.front().path, set.size}, {folder.path, size});
    });
  });
  // Each is in a cluster, which was counted.
  std::erase_if(found->contained, [&](const ContainedPlace& item) {
    return decisions.HidesCluster(std::array{item.place, item.in});
  });
  return hidden;
}

// Boilerplate is looked for in the tree as it is in the index now; files of pools are not searched for it.
void PushBoilerplate(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                     const Summary& summary, ResultSink& sink, Observer& observer) {
  constexpr std::uint64_t kFew = 3;
  const bool few = options.boilerplate == FindBoilerplate::kFewIfCounted;
  if (options.boilerplate == FindBoilerplate::kNone || (few && summary.boilerplate == 0)) return;
  SuggestOptions suggest{
      .find = options, .limit = few ? kFew : options.limit, .flags = options.template_flags};
  suggest.find.pools = {};
  SuggestTemplatesFor(files, index_directory, suggest, sink, observer);
}

// A pool has no files to read or walk.
void RefuseForPools(const Pools& pools, const FindOptions& options) {
  if (pools.Empty()) return;
  const char* option = options.verify ? "verify" : options.directories ? "directories" : nullptr;
  if (options.sets) option = "sets";
  if (options.near_stage) option = "first_look";
  if (option == nullptr) return;
  throw Error(ErrorKind::kUsage,
              options.verify ? "the files of a pool cannot be read" : "does not work with pools",
              OptionName{option}, "leave it out, or `pools`");
}

// Checks the options.
struct Question {
  explicit Question(const FindOptions& options)
      : filters(options.match),
        method(MethodFrom(options.scan.methods.at(0))),
        pools(options.pools, ToStored(*method)) {
    RefuseBoth(options.verify, options.estimate);
    if (options.sets && !filters.Empty()) {
      throw Error(ErrorKind::kUsage, "interesting sets are made of marks, and filters judge pairs",
                  OptionName{"sets"}, "leave one of them out");
    }
    RefuseForPools(pools, options);
  }
  const FilterStage filters;
  const std::unique_ptr<mark::Method> method;
  const Pools pools;
};

}  // namespace

void CheckQuestion(const FindOptions& options) {
  const Question question(options);
  if (options.rescan) walk::PlanRoots(options.scan.walk, walk::Filter(options.scan.walk));
}

void FindSimilar(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                 ResultSink& sink, Observer& observer) {
  StageTimer whole(observer, "find");
  const Question question(options);
  const auto& [filters, method, pools] = question;
  ScannedTree scanned = CurrentTree(files, index_directory, options.scan, *method, options.rescan, observer);

  // Files that changed since their scan are left out: verified results must not be mixed with remembered
  // ones.
  if (options.verify && !options.rescan) LeaveOutChanged(options.scan.walk.follow_links, &scanned);
  AddParts(&scanned);
  KeepTypes(options.types, &scanned);

  StageTimer load(observer, "load");
  std::vector<Content> contents = scanned.snapshot->catalog().AllContents();
  JoinedPools joined(pools);
  if (!pools.Empty()) joined.AddFiles(&scanned, &contents);
  TreeScope tree(scanned, contents);
  TreeMarks marks = OpenTreeMarks(files, index_directory, *scanned.snapshot, *method, options.match);
  if (!pools.Empty()) joined.AddMarks(tree, &marks);
  WeighTree(&tree, &marks, ThreadsOf(options.scan.run));
  load.Done(tree.scope().size(), "contents");

  std::function<bool(const Pair&)> wanted;
  if (!pools.Empty()) wanted = [&](const Pair& pair) { return joined.Concerns(tree, pair.a, pair.b); };
  HonouredDecisions decisions(index_directory, scanned, tree, options.decided);
  Findings found = MatchTree(files, index_directory, tree, marks, *method, options, filters,
                             decisions.Wanted(wanted), observer);
  if (options.directories || options.only_directories)
    found.directories = DirectoriesOf(scanned, tree, found.links, options.match, observer);
  if (options.sets) found.sets = SetsOf(tree, marks, options, observer);
  std::erase_if(found.same_inside,
                [&](std::uint32_t place) { return !pools.Empty() && !joined.Concerns(tree, place, place); });
  found.identical = FindIdentical(tree);
  std::erase_if(found.identical, [&](const IdenticalPlaces& set) {
    return !pools.Empty() && !joined.Concerns(tree, set.place, set.place);
  });
  if (options.sections.folders && pools.Empty()) {
    found.folders = FolderCopies(scanned, tree, observer);
    for (IdenticalPlaces& set : found.identical)
      set.covered = found.folders.Tell(tree, tree.CopiesOf(set.place));
  }
  if (options.sections.contained) found.contained = FindContained(found.links, tree.scope());
  for (const ContainedPlace& item : found.contained) found.contained_pairs.insert(item.pair);
  const std::uint64_t decided = HideDecided(decisions, &found);
  ListOrder order = OrderLists(options.order, tree, &found);
  std::erase_if(order.clusters, [&](std::uint32_t number) { return found.IsHidden(number); });
  std::optional<NearStage> near_stage;
  if (options.near_stage) {
    near_stage.emplace(files, index_directory, scanned, tree, FewMarks(tree, marks, options, observer),
                       options, observer);
  }

  Summary summary = Summarise(scanned, tree, found, pools, options, whole.Seconds());
  summary.decided = decided;
  summary.unrelated = decisions.unrelated();
  summary.set_minimum = match::MinShared(options.match, method->weight());
  if (!pools.Empty()) joined.CountTree(tree, marks, &summary);
  StageTimer report(observer, "report");
  sink.On(summary);
  const Presenter present(tree, found, joined.Unnamed(tree), options.limit);
  if (!options.only_directories) {
    const auto first = [&](bool wanted, const auto& items, const auto& push) {
      if (wanted) PushFirst(items, options.limit, push);
    };
    const FindSections& show = options.sections;
    first(show.folders, FoldersInOrder(options.order, found.folders.sets()),
          [&](const CopiedFolders& set) { sink.On(set); });
    first(show.identical, UncoveredFirst(found.identical),
          [&](const IdenticalPlaces& set) { sink.On(present.Of(set)); });
    first(show.inside, found.same_inside, [&](std::uint32_t place) { sink.On(present.Inside(place)); });
    first(show.clusters, order.clusters,
          [&](std::uint32_t number) { sink.On(present.Of(found.clusters[number])); });
    first(show.contained, found.contained, [&](const ContainedPlace& item) { sink.On(present.Of(item)); });
    first(show.groups, order.groups,
          [&](std::uint32_t number) { sink.On(present.Of(found.groups[number])); });
  }
  PushFirst(found.directories.pairs, options.limit, [&](const DirectoryPair& pair) { sink.On(pair); });
  PushFirst(found.sets.sets, options.limit,
            [&](const match::SetOfPlaces& set) { sink.On(ShownSet(set, tree, options.limit)); });
  if (options.pairs && options.limit == 0 && !options.pair_order) {
    for (const Pair& pair : found.pairs) sink.On(present.Of(pair));
  } else if (options.pairs) {
    const FindOrder by = options.pair_order.value_or(FindOrder::kSimilarity);
    for (const std::size_t place : FirstPairs(by, found.pairs, tree, options.limit))
      sink.On(present.Of(found.pairs[place]));
  }
  PushBoilerplate(files, index_directory, options, summary, sink, observer);
  if (near_stage) near_stage->Push(sink);
  PushSkips(scanned.roots, scanned.skips, sink);
  for (const Skip& skip : found.skips) sink.On(skip);
  if (near_stage) near_stage->PushSkips(sink);
  report.Done(found.groups.size() + found.clusters.size() + found.identical.size(), "items");
}

}  // namespace kindred::engine
