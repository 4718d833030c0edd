// The main job, as a list of stages: scan, load, collate, pair, group, cluster, near stage, report. See
// find.h.
#include "engine/find/find.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>

#include "base/parallel.h"
#include "engine/find/directory_pairs.h"
#include "engine/find/matched_pairs.h"
#include "engine/find/measure_stage.h"
#include "engine/find/near_stage.h"
#include "engine/find/strongest_pairs.h"
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
#include "engine/type_filter.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "match/groups/clusters.h"
#include "match/groups/groups.h"
#include "match/pairs/pairs.h"

namespace kindred::engine {

namespace {

// What the stages found, by places and numbers of pairs.
struct Findings : MatchedPairs {
  // Pairs whose estimate reaches the threshold: groups and clusters are made of these. `reaching` holds them
  // unless all do.
  std::span<const Pair> links;
  std::vector<Pair> reaching;
  match::Groups groups;
  bool of_reference = false;  // they are sif's directed ones
  match::Clusters clusters;
  DirectoryPairs directories;
  match::InterestingSets sets;
};

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

std::string Hex(const Digest& digest) { return fmt::format("{:016x}{:016x}", digest.high, digest.low); }

// Sets of files with equal bytes, those first that waste the most.
struct IdenticalPlaces {
  std::uint32_t place = 0;
  std::uint64_t links = 0;
  std::uint64_t wasted = 0;
  std::uint64_t elsewhere = 0;  // files of pools
};

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
  std::ranges::stable_sort(sets, std::greater<>(), [&](const IdenticalPlaces& set) {
    return std::pair(set.wasted, set.elsewhere * tree.scope()[set.place].size);
  });
  return sets;
}

// Turns places into paths, one value at a time, so that the answer is not held twice.
class Presenter {
 public:
  // `unnamed` by place, as JoinedPools::Unnamed. `limit` 0: whole values.
  Presenter(const TreeScope& tree, const Findings& found, std::vector<std::uint64_t> unnamed,
            std::uint64_t limit)
      : tree_(tree),
        found_(found),
        unnamed_(std::move(unnamed)),
        limit_(limit == 0 ? ~std::size_t{0} : limit) {}

  IdenticalSet Of(const IdenticalPlaces& set) const {
    const auto files = tree_.CopiesOf(set.place);
    IdenticalSet identical{SizeOf(set.place), Hex(tree_.DigestOf(set.place)), {}, set.links, files.size()};
    for (FileNumber file : files.first(std::min(limit_, files.size())))
      identical.files.push_back(tree_.PathOf(file));
    identical.unnamed = unnamed_[set.place];
    identical.elsewhere = set.elsewhere + identical.unnamed;
    return identical;
  }

  // Of equal bytes inside files.
  SameInside Inside(std::uint32_t place) const {
    const auto files = tree_.FilesOf(place);
    SameInside same{SizeOf(place), Hex(tree_.DigestOf(place)), {}, files.size()};
    for (FileNumber file : files.first(std::min(limit_, files.size())))
      same.files.push_back(tree_.PathOf(file));
    return same;
  }

  FilePair Of(const Pair& pair) const { return ShownPair(pair, tree_); }

  Group Of(const match::GroupOfPlaces& group) const {
    Group shown{tree_.PathOf(group.reference), SizeOf(group.reference), {}, group.pairs.size()};
    for (std::uint32_t number : found_.of_reference ? match::MostOfReference(group, found_.links, limit_)
                                                    : match::MostSimilar(group.pairs, found_.links, limit_)) {
      const Pair& pair = found_.links[number];
      const bool first = pair.a == group.reference;
      const std::uint32_t other = first ? pair.b : pair.a;
      shown.files.push_back(
          {.path = tree_.PathOf(other),
           .size = SizeOf(other),
           .similarity = found_.of_reference ? match::OfReference(pair, group.reference) : pair.similarity,
           .of_reference = first ? pair.of_a : pair.of_b,
           .of_file = first ? pair.of_b : pair.of_a,
           .measured = pair.measured != 0});
    }
    return shown;
  }

  Cluster Of(const match::ClusterOfPlaces& cluster) const {
    Cluster shown;
    shown.id = IdOfCluster(cluster, tree_);
    shown.total_files = cluster.members.size();
    shown.total_links = cluster.pairs.size();
    for (std::uint32_t place : cluster.members) shown.bytes += SizeOf(place);
    double sum = 0;
    float weakest = found_.links[cluster.pairs.front()].similarity;
    shown.measured = true;
    for (std::uint32_t number : cluster.pairs) {
      shown.measured = shown.measured && found_.links[number].measured != 0;
      sum += found_.links[number].similarity;
      weakest = std::min(weakest, found_.links[number].similarity);
    }
    shown.average = sum / static_cast<double>(cluster.pairs.size());
    shown.weakest = weakest;
    const std::vector<std::uint32_t> links = LinksToShow(cluster);
    const std::vector<std::uint32_t> members = ShownMembers(cluster, links);
    for (std::uint32_t place : members) {
      shown.files.push_back({tree_.PathOf(place), SizeOf(place),
                             std::max<std::uint64_t>(1, tree_.CopiesOf(place).size()) + unnamed_[place]});
    }
    ShowCentre(cluster, members, &shown);
    for (std::uint32_t number : match::MostSimilar(links, found_.links, links.size())) {
      if (shown.links.size() == limit_) break;
      const Pair& pair = found_.links[number];
      const auto a = std::ranges::lower_bound(members, pair.a);
      const auto b = std::ranges::lower_bound(members, pair.b);
      if (a == members.end() || *a != pair.a || b == members.end() || *b != pair.b) continue;
      shown.links.push_back({static_cast<std::uint32_t>(a - members.begin()),
                             static_cast<std::uint32_t>(b - members.begin()), pair.of_a, pair.of_b,
                             pair.similarity, pair.shared_bytes, pair.shared_marks, pair.measured != 0});
    }
    return shown;
  }

 private:
  // How similar the members are to the centre.
  void ShowCentre(const match::ClusterOfPlaces& cluster, std::span<const std::uint32_t> members,
                  Cluster* shown) const {
    shown->centre = tree_.PathOf(cluster.centre);
    auto show = [&](std::uint32_t place, double similarity, bool measured) {
      const auto at = std::ranges::lower_bound(members, place);
      if (at == members.end() || *at != place) return;
      Cluster::File& file = shown->files[static_cast<std::size_t>(at - members.begin())];
      file.with_centre = similarity;
      file.measured = measured;
    };
    show(cluster.centre, 1, true);
    for (std::uint32_t number : cluster.pairs) {
      const Pair& pair = found_.links[number];
      if (pair.a == cluster.centre) show(pair.b, pair.similarity, pair.measured != 0);
      if (pair.b == cluster.centre) show(pair.a, pair.similarity, pair.measured != 0);
    }
    shown->at_least = std::ranges::any_of(cluster.members, [&](std::uint32_t place) {
      return std::ranges::binary_search(found_.families, place, {}, &FamilyMember::place);
    });
  }

  // All links, or enough for the members that are shown: those of the centre first, then the strongest.
  std::vector<std::uint32_t> LinksToShow(const match::ClusterOfPlaces& cluster) const {
    if (limit_ >= cluster.pairs.size()) return {cluster.pairs.begin(), cluster.pairs.end()};
    std::vector<std::uint32_t> of_centre;
    std::ranges::copy_if(cluster.pairs, std::back_inserter(of_centre), [&](std::uint32_t number) {
      return found_.links[number].a == cluster.centre || found_.links[number].b == cluster.centre;
    });
    std::vector<std::uint32_t> links = match::MostSimilar(of_centre, found_.links, limit_);
    const std::set<std::uint32_t> known(links.begin(), links.end());
    // This many links have at least as many members as are shown, whatever their shape.
    for (std::uint32_t number : match::MostSimilar(cluster.pairs, found_.links, limit_ * limit_)) {
      if (!known.contains(number)) links.push_back(number);
    }
    return links;
  }

  // All members; or the centre, and those of the first links. Ascending.
  std::vector<std::uint32_t> ShownMembers(const match::ClusterOfPlaces& cluster,
                                          std::span<const std::uint32_t> links) const {
    if (cluster.members.size() <= limit_) return {cluster.members.begin(), cluster.members.end()};
    std::set<std::uint32_t> shown = {cluster.centre};
    for (std::uint32_t number : links) {
      for (std::uint32_t place : {found_.links[number].a, found_.links[number].b}) {
        if (shown.size() < limit_) shown.insert(place);
      }
    }
    return {shown.begin(), shown.end()};
  }

  std::uint64_t SizeOf(std::uint32_t place) const { return tree_.scope()[place].size; }

  const TreeScope& tree_;
  const Findings& found_;
  std::vector<std::uint64_t> unnamed_;
  std::size_t limit_;
};

// The first `limit` items of a list, turned into values and pushed.
template <typename Items, typename Push>
void PushFirst(const Items& items, std::uint64_t limit, Push push) {
  std::uint64_t pushed = 0;
  for (const auto& item : items) {
    if (limit != 0 && pushed++ == limit) return;
    push(item);
  }
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
                  const std::vector<IdenticalPlaces>& identical, const Pools& pools,
                  const FindOptions& options, double seconds) {
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
  summary.identical_sets = identical.size();
  summary.same_inside = found.same_inside.size();
  summary.groups = found.groups.size();
  summary.clusters = found.clusters.size();
  summary.links_between = found.clusters.links_between();
  summary.large_families = LargeFamilies(found.families);
  summary.boilerplate = OnlyBoilerplate(found, tree.scope().size());
  summary.pairs = found.pairs.size();
  summary.degree_cap = found.degree_cap;
  for (const IdenticalPlaces& set : identical) summary.identical_bytes += set.wasted;
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

}  // namespace

void FindSimilar(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                 ResultSink& sink, Observer& observer) {
  StageTimer whole(observer, "find");
  RefuseBoth(options.verify, options.estimate);
  const FilterStage filters(options.match);
  if (options.sets && !filters.Empty()) {
    throw Error(ErrorKind::kUsage, "interesting sets are made of marks, and filters judge pairs",
                OptionName{"sets"}, "leave one of them out");
  }
  const auto method = MethodFrom(options.scan.methods.at(0));
  const Pools pools(options.pools, ToStored(*method));
  RefuseForPools(pools, options);
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
  TreeMarks marks =
      OpenTreeMarks(files, index_directory, *scanned.snapshot, ToStored(*method), options.match);
  if (!pools.Empty()) joined.AddMarks(tree, &marks);
  WeighTree(&tree, &marks, ThreadsOf(options.scan.run));
  load.Done(tree.scope().size(), "contents");

  std::function<bool(const Pair&)> wanted;
  if (!pools.Empty()) wanted = [&](const Pair& pair) { return joined.Concerns(tree, pair.a, pair.b); };
  Findings found =
      MatchTree(files, index_directory, tree, marks, *method, options, filters, wanted, observer);
  if (options.directories || options.only_directories)
    found.directories = DirectoriesOf(scanned, tree, found.links, options.match, observer);
  if (options.sets) found.sets = SetsOf(tree, marks, options, observer);
  std::erase_if(found.same_inside,
                [&](std::uint32_t place) { return !pools.Empty() && !joined.Concerns(tree, place, place); });
  // Those first that are most worth knowing.
  std::ranges::stable_sort(found.same_inside, std::greater<>(),
                           [&](std::uint32_t place) { return tree.scope()[place].size; });
  std::vector<IdenticalPlaces> identical = FindIdentical(tree);
  std::erase_if(identical, [&](const IdenticalPlaces& set) {
    return !pools.Empty() && !joined.Concerns(tree, set.place, set.place);
  });
  std::optional<NearStage> near_stage;
  if (options.near_stage) {
    near_stage.emplace(files, index_directory, scanned, tree, FewMarks(tree, marks, options, observer),
                       options, observer);
  }

  Summary summary = Summarise(scanned, tree, found, identical, pools, options, whole.Seconds());
  summary.set_minimum = match::MinShared(options.match, method->weight());
  if (!pools.Empty()) joined.CountTree(tree, marks, &summary);
  StageTimer report(observer, "report");
  sink.On(summary);
  const Presenter present(tree, found, joined.Unnamed(tree), options.limit);
  if (!options.only_directories) {
    PushFirst(identical, options.limit, [&](const IdenticalPlaces& set) { sink.On(present.Of(set)); });
    PushFirst(found.same_inside, options.limit, [&](std::uint32_t place) { sink.On(present.Inside(place)); });
    PushFirst(found.clusters, options.limit,
              [&](const match::ClusterOfPlaces& cluster) { sink.On(present.Of(cluster)); });
    PushFirst(found.groups, options.limit,
              [&](const match::GroupOfPlaces& group) { sink.On(present.Of(group)); });
  }
  PushFirst(found.directories.pairs, options.limit, [&](const DirectoryPair& pair) { sink.On(pair); });
  PushFirst(found.sets.sets, options.limit,
            [&](const match::SetOfPlaces& set) { sink.On(ShownSet(set, tree, options.limit)); });
  if (options.pairs && options.limit == 0) {
    for (const Pair& pair : found.pairs) sink.On(present.Of(pair));
  } else if (options.pairs) {
    for (std::size_t place : StrongestPairs(found.pairs, options.limit))
      sink.On(present.Of(found.pairs[place]));
  }
  if (near_stage) near_stage->Push(sink);
  PushSkips(scanned.roots, scanned.skips, sink);
  for (const Skip& skip : found.skips) sink.On(skip);
  if (near_stage) near_stage->PushSkips(sink);
  report.Done(found.groups.size() + found.clusters.size() + identical.size(), "items");
}

}  // namespace kindred::engine
