// The main job, as a list of stages: scan, load, collate, pair, group, cluster,
// first look, report. See find.h.
#include "engine/find.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "engine/first_look.h"
#include "engine/known_contents.h"
#include "engine/stage_timer.h"
#include "engine/tree_scope.h"
#include "engine/verify.h"
#include "index/kept_pairs.h"
#include "index/store.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "match/clusters.h"
#include "match/groups.h"
#include "match/pairs.h"
#include "match/sharing_sets.h"

namespace kindred {

namespace {

// What the stages found, still in numbers.
struct Findings {
  std::vector<Pair> pairs;  // all that may reach the threshold
  std::vector<Pair> links;  // those whose estimate does: groups and clusters are made of these alone
  std::vector<GroupOfPlaces> groups;
  std::vector<ClusterOfPlaces> clusters;
  std::uint64_t marks = 0;
  std::uint64_t degree_cap = 0;  // 0: nothing was capped
  std::uint64_t capped_keys = 0;
  bool verified = false;
  std::uint64_t dropped = 0;
  std::vector<Skip> skips;  // of the verification
};

void StopIfAsked(Observer& observer) {
  if (observer.StopRequested()) {
    throw Error(ErrorKind::kInterrupted, "interrupted", "",
                "the index is complete; run again for the answer");
  }
}

// Everything that the proposed pairs depend on, but the threshold.
Digest KeyOfPairs(const TreeScope& tree, const Snapshot& snapshot, const StoredMethod& method,
                  const MatchOptions& options) {
  std::string text = fmt::format("{} {} {} {} {}", snapshot.generation(), method.info.Text(),
                                 options.types_together, options.max_degree, options.min_shared);
  for (const ScopeContent& content : tree.scope())
    text.append(reinterpret_cast<const char*>(&content.id), sizeof content.id);
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.high64, hash.low64};
}

// The pairs of the last match if they serve, else by collating the keys.
KeptPairs Propose(FileSystem& files, const std::string& directory, const TreeScope& tree,
                  const Snapshot& snapshot, const StoredMethod& method, std::span<const ContentMarks> marks,
                  const FindOptions& options, Observer& observer) {
  const Digest key = KeyOfPairs(tree, snapshot, method, options.match);
  auto kept = LoadKeptPairs(files, directory, key, static_cast<std::uint32_t>(tree.scope().size()));
  if (kept && kept->minimum <= options.match.minimum && kept->margin >= options.match.margin)
    return std::move(*kept);

  const unsigned threads = ThreadsOf(options.scan.run);
  StageTimer collate(observer, "collate");
  const SharingSets sets = CollectSharingSets(snapshot.SegmentsOf(method), tree.scope(), marks,
                                              options.match.types_together, threads);
  collate.Done(sets.marks(), "marks");
  StopIfAsked(observer);

  StageTimer pair(observer, "pair");
  ProposedPairs proposed = ProposePairs(sets, tree.scope(), marks, method.weight, options.match, threads);
  KeptPairs fresh{key,
                  options.match.minimum,
                  options.match.margin,
                  sets.marks(),
                  proposed.degree_cap,
                  proposed.capped_keys,
                  std::move(proposed.pairs)};
  SaveKeptPairs(files, directory, fresh);
  pair.Done(sets.sets().size(), "sharing sets");
  StopIfAsked(observer);
  return fresh;
}

void Verify(const TreeScope& tree, const FindOptions& options, Findings* found, Observer& observer) {
  StageTimer timer(observer, "verify");
  Verification verification = VerifyPairs(tree, found->pairs, options, observer);
  timer.Done(found->pairs.size(), "pairs");
  found->pairs = std::move(verification.pairs);
  found->dropped = verification.dropped;
  found->skips = std::move(verification.skips);
  found->verified = true;
}

Findings MatchTree(FileSystem& files, const std::string& directory, const TreeScope& tree,
                   const Snapshot& snapshot, const StoredMethod& method, const FindOptions& options,
                   Observer& observer) {
  Findings found;
  const std::vector<ContentMarks> marks = ScopeMarks(snapshot.SegmentsOf(method), tree.scope());
  const KeptPairs proposed = Propose(files, directory, tree, snapshot, method, marks, options, observer);
  found.marks = proposed.marks;
  found.degree_cap = proposed.degree_cap;
  found.capped_keys = proposed.capped_keys;

  found.pairs = JudgePairs(proposed.pairs, tree.scope(), marks, options.match);
  if (options.verify) Verify(tree, options, &found, observer);

  StageTimer group(observer, "group");
  // Chains of maybes would join everything to everything.
  const auto minimum = static_cast<float>(options.match.minimum);
  std::ranges::copy_if(found.pairs, std::back_inserter(found.links),
                       [&](const Pair& pair) { return pair.similarity >= minimum; });
  ParallelFor(std::min(2u, ThreadsOf(options.scan.run)), 2, [&](std::size_t part, unsigned) {
    if (part == 0) found.groups = FormGroups(found.links, tree.scope().size());
    if (part == 1) found.clusters = FormClusters(found.links, tree.scope().size());
  });
  group.Done(found.pairs.size(), "pairs");
  StopIfAsked(observer);
  return found;
}

std::string Hex(const Digest& digest) { return fmt::format("{:016x}{:016x}", digest.high, digest.low); }

// Sets of files with equal bytes, those first that waste the most.
struct IdenticalPlaces {
  std::uint32_t place = 0;
  std::uint64_t links = 0;
  std::uint64_t wasted = 0;
};

std::vector<IdenticalPlaces> FindIdentical(const TreeScope& tree) {
  std::vector<IdenticalPlaces> sets;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    const auto files = tree.FilesOf(place);
    if (files.size() < 2) continue;
    std::set<std::pair<std::uint64_t, std::uint64_t>> inodes;
    for (FileNumber file : files) inodes.emplace(tree.EntryOf(file).device, tree.EntryOf(file).inode);
    sets.push_back({place, files.size() - inodes.size(), (inodes.size() - 1) * tree.scope()[place].size});
  }
  std::ranges::stable_sort(sets, std::greater<>(), &IdenticalPlaces::wasted);
  return sets;
}

// Turns places into paths, one value at a time, so that no second copy of the answer is held.
class Presenter {
 public:
  // `limit` 0: whole values.
  Presenter(const TreeScope& tree, const Findings& found, std::uint64_t limit)
      : tree_(tree), found_(found), limit_(limit == 0 ? ~std::size_t{0} : limit) {}

  IdenticalSet Of(const IdenticalPlaces& set) const {
    const auto files = tree_.FilesOf(set.place);
    IdenticalSet identical{SizeOf(set.place), Hex(tree_.DigestOf(set.place)), {}, set.links, files.size()};
    for (FileNumber file : files.first(std::min(limit_, files.size())))
      identical.files.push_back(tree_.PathOf(file));
    return identical;
  }

  FilePair Of(const Pair& pair) const {
    return {.a = tree_.PathOf(pair.a),
            .b = tree_.PathOf(pair.b),
            .size_a = SizeOf(pair.a),
            .size_b = SizeOf(pair.b),
            .of_a = pair.of_a,
            .of_b = pair.of_b,
            .similarity = pair.similarity,
            .shared_bytes = pair.shared_bytes,
            .shared_marks = pair.shared_marks,
            .verified = found_.verified};
  }

  Group Of(const GroupOfPlaces& group) const {
    Group shown{tree_.PathOf(group.reference), SizeOf(group.reference), {}, group.pairs.size()};
    for (std::uint32_t number : FirstOf(group.pairs)) {
      const Pair& pair = found_.links[number];
      const bool first = pair.a == group.reference;
      const std::uint32_t other = first ? pair.b : pair.a;
      shown.files.push_back({.path = tree_.PathOf(other),
                             .size = SizeOf(other),
                             .similarity = pair.similarity,
                             .of_reference = first ? pair.of_a : pair.of_b,
                             .of_file = first ? pair.of_b : pair.of_a});
    }
    return shown;
  }

  Cluster Of(const ClusterOfPlaces& cluster) const {
    Cluster shown;
    shown.id = IdOf(cluster);
    shown.total_files = cluster.members.size();
    shown.total_links = cluster.pairs.size();
    for (std::uint32_t place : cluster.members) shown.bytes += SizeOf(place);
    double sum = 0;
    for (std::uint32_t number : cluster.pairs) sum += found_.links[number].similarity;
    shown.average = sum / static_cast<double>(cluster.pairs.size());
    shown.weakest = found_.links[cluster.pairs.back()].similarity;  // they are sorted
    const std::vector<std::uint32_t> members = ShownMembers(cluster);
    for (std::uint32_t place : members) {
      shown.files.push_back({tree_.PathOf(place), SizeOf(place), tree_.FilesOf(place).size()});
    }
    for (std::uint32_t number : FirstOf(cluster.pairs)) {
      const Pair& pair = found_.links[number];
      const auto a = std::ranges::lower_bound(members, pair.a);
      const auto b = std::ranges::lower_bound(members, pair.b);
      if (a == members.end() || *a != pair.a || b == members.end() || *b != pair.b) continue;
      shown.links.push_back({static_cast<std::uint32_t>(a - members.begin()),
                             static_cast<std::uint32_t>(b - members.begin()), pair.of_a, pair.of_b,
                             pair.similarity, pair.shared_bytes, pair.shared_marks});
    }
    return shown;
  }

 private:
  std::span<const std::uint32_t> FirstOf(const std::vector<std::uint32_t>& numbers) const {
    return std::span(numbers).first(std::min(limit_, numbers.size()));
  }

  // All members, or those of the strongest links, ascending.
  std::vector<std::uint32_t> ShownMembers(const ClusterOfPlaces& cluster) const {
    if (cluster.members.size() <= limit_) return cluster.members;
    std::set<std::uint32_t> strongest;
    for (std::uint32_t number : cluster.pairs) {
      const Pair& pair = found_.links[number];
      for (std::uint32_t place : {pair.a, pair.b}) {
        if (strongest.size() < limit_) strongest.insert(place);
      }
      if (strongest.size() == limit_) break;
    }
    return {strongest.begin(), strongest.end()};
  }

  std::uint64_t SizeOf(std::uint32_t place) const { return tree_.scope()[place].size; }

  // Of the members' bytes, not their names or numbers: the same cluster keeps its id from run to run.
  std::string IdOf(const ClusterOfPlaces& cluster) const {
    std::vector<Digest> digests;
    for (std::uint32_t place : cluster.members) digests.push_back(tree_.DigestOf(place));
    std::ranges::sort(digests);
    return fmt::format("{:08x}", XXH3_64bits(digests.data(), digests.size() * sizeof(Digest)) >> 32);
  }

  const TreeScope& tree_;
  const Findings& found_;
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

const char* NameOf(Measure measure) {
  switch (measure) {
    case Measure::kBoth:
      return "both";
    case Measure::kResemblance:
      return "resemblance";
    default:
      return "containment";
  }
}

Summary Summarise(const ScannedTree& scanned, const TreeScope& tree, const Findings& found,
                  const std::vector<IdenticalPlaces>& identical, const MethodInfo& method,
                  const MatchOptions& options) {
  Summary summary;
  summary.version = Version();
  summary.roots = scanned.summary.roots;
  summary.method = method;
  summary.files = scanned.summary.files;
  summary.bytes = scanned.summary.bytes;
  summary.contents = tree.scope().size();
  summary.marks = found.marks;
  summary.skips = scanned.skips.size() + found.skips.size();
  summary.capped_keys = found.capped_keys;
  summary.identical_sets = identical.size();
  summary.groups = found.groups.size();
  summary.clusters = found.clusters.size();
  summary.pairs = found.pairs.size();
  summary.minimum = options.minimum;
  summary.measure = NameOf(options.measure);
  summary.degree_cap = found.degree_cap;
  summary.filtered = scanned.summary.filtered;
  summary.hidden = scanned.summary.hidden;
  for (const IdenticalPlaces& set : identical) summary.identical_bytes += set.wasted;
  summary.verified = found.verified;
  summary.dropped = found.dropped;
  std::vector<Skip> skips = scanned.skips;
  skips.insert(skips.end(), found.skips.begin(), found.skips.end());
  summary.skip_counts = CountSkips(skips);
  return summary;
}

// By place: contents with fewer keys than a pair must share.
std::vector<bool> FewMarks(const TreeScope& tree, const Snapshot& snapshot, const StoredMethod& method,
                           const FindOptions& options, Observer& observer) {
  StageTimer timer(observer, "count keys");
  const auto segments = snapshot.SegmentsOf(method);
  const std::vector<std::uint64_t> keys =
      CountKeys(segments, tree.scope(), ScopeMarks(segments, tree.scope()), ThreadsOf(options.scan.run));
  const std::uint64_t least = MinShared(options.match, method.weight);
  std::vector<bool> few;
  for (std::uint64_t count : keys) few.push_back(count < least);
  timer.Done(keys.size(), "contents");
  return few;
}

}  // namespace

void FindSimilar(FileSystem& files, const std::string& directory, const FindOptions& options,
                 ResultSink& sink, Observer& observer) {
  StageTimer whole(observer, "find");
  const auto method = MakeMethod(options.scan.methods.at(0));
  ScannedTree scanned = options.rescan ? ScanTree(files, directory, options.scan, observer)
                                       : TreeFromIndex(files, directory, options.scan, *method);
  if (scanned.summary.interrupted) {
    throw Error(
        ErrorKind::kInterrupted,
        fmt::format("interrupted; {} files were read and are in the index", scanned.summary.read_files), "",
        "run again to go on from there");
  }

  // What is proved by reading must not stand beside what is only remembered.
  if (options.verify && !options.rescan) LeaveOutChanged(options.scan.walk.follow_links, &scanned);

  StageTimer load(observer, "load");
  const TreeScope tree(scanned, scanned.snapshot->catalog().AllContents());
  load.Done(tree.scope().size(), "contents");

  const Findings found =
      MatchTree(files, directory, tree, *scanned.snapshot, ToStored(*method), options, observer);
  const std::vector<IdenticalPlaces> identical = FindIdentical(tree);
  std::optional<FirstLook> first_look;
  if (options.first_look) {
    first_look.emplace(files, directory, scanned, tree,
                       FewMarks(tree, *scanned.snapshot, ToStored(*method), options, observer), options,
                       observer);
  }

  Summary summary = Summarise(scanned, tree, found, identical, method->info(), options.match);
  summary.seconds = whole.Seconds();
  StageTimer report(observer, "report");
  sink.OnSummary(summary);
  const Presenter present(tree, found, options.limit);
  PushFirst(identical, options.limit, [&](const IdenticalPlaces& set) { sink.OnIdentical(present.Of(set)); });
  PushFirst(found.clusters, options.limit,
            [&](const ClusterOfPlaces& cluster) { sink.OnCluster(present.Of(cluster)); });
  PushFirst(found.groups, options.limit,
            [&](const GroupOfPlaces& group) { sink.OnGroup(present.Of(group)); });
  if (options.pairs)
    PushFirst(found.pairs, options.limit, [&](const Pair& pair) { sink.OnPair(present.Of(pair)); });
  if (first_look) first_look->Push(sink);
  PushSkips(scanned, sink);
  for (const Skip& skip : found.skips) sink.OnSkip(skip);
  if (first_look) first_look->PushSkips(sink);
  report.Done(found.groups.size() + found.clusters.size() + identical.size(), "items");
}

}  // namespace kindred
