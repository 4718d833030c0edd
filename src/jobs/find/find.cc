// The main job, as a list of stages: scan, load, match, group, order, near stage, report. See find.h.
#include "jobs/find/find.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>

#include "base/parallel.h"
#include "jobs/find/find_summary.h"
#include "jobs/find/findings.h"
#include "jobs/find/order.h"
#include "jobs/find/presenter.h"
#include "jobs/match/corpus.h"
#include "jobs/match/near/near_stage.h"
#include "kindred/error.h"
#include "match/pairs/pairs.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "tree/entries/skips.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"
#include "walk/filter.h"
#include "walk/root_plan.h"

namespace kindred::jobs {

namespace {

// Pools have no files to walk or tally.
void RefuseForPools(const Pools& pools, const FindOptions& options) {
  if (pools.Empty()) return;
  const char* option = options.directories ? "directories" : nullptr;
  if (options.sets) option = "sets";
  if (options.near_stage) option = "first_look";
  if (option == nullptr) return;
  throw Error(ErrorKind::kUsage, "does not work with pools", OptionName{option}, "leave it out, or `pools`");
}

// The options of a call, checked.
struct Question {
  explicit Question(const FindOptions& options)
      : filters(options.match),
        method(tree::MethodFrom(options.scan.methods.at(0))),
        pools(options.pools, tree::ToStored(*method)),
        run{.match = options.match,
            .run = options.scan.run,
            .measuring = MeasuringFor(options.verify, options.estimate, options.rescan, options.pools),
            .follow_links = options.scan.walk.follow_links} {
    if (options.sets && !filters.Empty()) {
      throw Error(ErrorKind::kUsage, "interesting sets are made of marks, and filters judge pairs",
                  OptionName{"sets"}, "leave one of them out");
    }
    RefuseForPools(pools, options);
  }
  const FilterStage filters;
  const std::unique_ptr<mark::Method> method;
  const Pools pools;
  const MatchRun run;
};

// Pairs, groups and families.
Findings MatchTree(const Corpus& corpus, const Question& question, FamilyShape shape,
                   const std::function<bool(const Pair&)>& wanted, Observer& observer) {
  const MatchOptions& options = question.run.match;
  Findings found;
  found.matched = MatchPairs(corpus, question.run, question.filters, {wanted, nullptr}, observer);

  run::StageTimer group(observer, "group");
  // Families of pairs that only may reach the threshold would join everything to everything.
  if (!AllReach(found.matched.pairs, options.minimum))
    found.reaching = PairsThatReach(found.matched.pairs, options.minimum);
  found.of_reference = options.measure == Measure::kOfReference;
  const std::size_t contents = corpus.tree.scope().size();
  base::ParallelFor(std::min(2u, run::ThreadsOf(question.run.run)), 2, [&](std::size_t part, unsigned) {
    if (part == 0) found.groups = GroupsOf(found.Grouped(), contents, options.minimum);
    if (part == 1) found.families = match::Families(found.Links(), contents, shape);
  });
  group.Done(found.matched.pairs.size(), "pairs");
  StopMatchIfAsked(observer);
  return found;
}

std::vector<IdenticalPlaces> FindIdentical(const tree::TreeScope& tree) {
  std::vector<IdenticalPlaces> sets;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    const auto files = tree.CopiesOf(place);
    if (files.size() < 2) continue;
    std::set<std::pair<std::uint64_t, std::uint64_t>> inodes;
    std::uint64_t elsewhere = 0;
    for (tree::FileNumber file : files) {
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

// Copies, copied folders, contained files; similar directories and interesting sets if asked for.
void FindLists(const Corpus& corpus, const FindOptions& options, Findings* found, Observer& observer) {
  const tree::TreeScope& tree = corpus.tree;
  if (options.directories || options.only_directories)
    found->directories = DirectoriesOf(corpus.scanned, tree, found->Links(), options.match, observer);
  if (options.sets) {
    found->sets = SetsOf(tree, corpus.marks, options.match, run::ThreadsOf(options.scan.run),
                         options.set_work, observer);
  }
  found->identical = FindIdentical(tree);
  if (!corpus.pools.Empty()) {
    const auto concerns = [&](std::uint32_t place) { return corpus.joined.Concerns(tree, place, place); };
    std::erase_if(found->matched.same_inside, [&](std::uint32_t place) { return !concerns(place); });
    std::erase_if(found->identical, [&](const IdenticalPlaces& set) { return !concerns(set.place); });
  } else if (options.sections.folders) {
    found->folders = FolderCopies(corpus.scanned, tree, observer);
    for (IdenticalPlaces& set : found->identical)
      set.covered = found->folders.Tell(tree, tree.CopiesOf(set.place));
  }
  if (options.sections.contained) found->contained = FindContained(found->Links(), tree.scope());
  for (const ContainedPlace& item : found->contained) found->contained_pairs.insert(item.pair);
}

// Leaves out what is decided, and returns how much that is.
std::uint64_t HideDecided(const HonouredDecisions& decisions, Findings* found) {
  if (!decisions.Hides()) return 0;
  std::uint64_t hidden = std::erase_if(
      found->identical, [&](const IdenticalPlaces& set) { return decisions.HidesCopies(set.place); });
  for (const match::FamilyOfPlaces& family : found->families) {
    found->hidden_families.push_back(decisions.HidesFamily(family.members));
    hidden += found->hidden_families.back();
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
  // Each is in a family, which was counted.
  std::erase_if(found->contained, [&](const ContainedPlace& item) {
    return decisions.HidesFamily(std::array{item.place, item.in});
  });
  return hidden;
}

// By place: contents with fewer keys than a pair must share.
std::vector<bool> FewMarks(const tree::TreeScope& tree, const tree::TreeMarks& marks,
                           const FindOptions& options, Observer& observer) {
  run::StageTimer timer(observer, "count keys");
  const std::vector<std::uint64_t> keys =
      match::CountKeys({marks.segments, tree.scope(), marks.weights}, run::ThreadsOf(options.scan.run));
  const std::uint64_t least = match::MinShared(options.match, marks.method.weight);
  std::vector<bool> few;
  for (std::uint64_t count : keys) few.push_back(count < least);
  timer.Done(keys.size(), "contents");
  return few;
}

NearOptions NearOptionsOf(const FindOptions& options) {
  NearOptions near = options.near;
  near.walk = options.scan.walk;
  near.run = options.scan.run;
  near.verify = options.verify;
  near.limit = options.limit;
  // As for marks: suffixes do not matter unless the options say so.
  return WithKey(std::move(near),
                 options.match.same_suffix ? tally::KeyKind::kSkewSuffix : tally::KeyKind::kSkew);
}

// What the caller asked to see.
void DescribeQuestion(const FindOptions& options, Weight weight, Summary* summary) {
  summary->sections = options.sections;
  summary->with_directories = options.directories || options.only_directories;
  summary->only_directories = options.only_directories;
  summary->with_pairs = options.pairs;
  summary->with_near_stage = options.near_stage;
  summary->with_sets = options.sets;
  summary->set_minimum = match::MinShared(options.match, weight);
}

// Sets that copied folders cover come last: a list that is cut shows the others.
std::vector<IdenticalPlaces> UncoveredFirst(std::vector<IdenticalPlaces> sets) {
  std::ranges::stable_partition(sets, [](const IdenticalPlaces& set) { return !set.covered; });
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

void PushLists(const Findings& found, const ListOrder& order, const FindOptions& options,
               const Presenter& present, ResultSink& sink) {
  const FindSections& show = options.sections;
  const auto first = [&](bool wanted, const auto& items, const auto& push) {
    if (wanted) PushFirst(items, options.limit, push);
  };
  first(show.folders, FoldersInOrder(options.order, found.folders.sets()),
        [&](const CopiedFolders& set) { sink.On(set); });
  first(show.identical, UncoveredFirst(found.identical),
        [&](const IdenticalPlaces& set) { sink.On(present.Of(set)); });
  first(show.inside, found.matched.same_inside, [&](std::uint32_t place) { sink.On(present.Inside(place)); });
  first(show.families, order.families,
        [&](std::uint32_t number) { sink.On(present.Of(found.families[number])); });
  first(show.contained, found.contained, [&](const ContainedPlace& item) { sink.On(present.Of(item)); });
  first(show.groups, order.groups, [&](std::uint32_t number) { sink.On(present.Of(found.groups[number])); });
}

void PushPairs(std::span<const Pair> pairs, const tree::TreeScope& tree, const FindOptions& options,
               const Presenter& present, ResultSink& sink) {
  if (options.limit == 0 && !options.pair_order) {
    for (const Pair& pair : pairs) sink.On(present.Of(pair));
    return;
  }
  const FindOrder by = options.pair_order.value_or(FindOrder::kSimilarity);
  for (const std::size_t place : FirstPairs(by, pairs, tree, options.limit))
    sink.On(present.Of(pairs[place]));
}

// Boilerplate is looked for in the tree as it is in the index now; pools have no files to look at.
void PushBoilerplate(const FindOptions& options, const Summary& summary, const Suggest& suggest,
                     ResultSink& sink) {
  constexpr std::uint64_t kFew = 3;
  const bool few = options.boilerplate == FindBoilerplate::kFewIfCounted;
  if (options.boilerplate == FindBoilerplate::kNone || (few && summary.boilerplate == 0) || !suggest) return;
  suggest(few ? kFew : options.limit, sink);
}

}  // namespace

void CheckQuestion(const FindOptions& options) {
  const Question question(options);
  if (options.rescan) walk::PlanRoots(options.scan.walk, walk::Filter(options.scan.walk));
}

void FindSimilar(base::FileSystem& files, const std::string& index_directory, const FindOptions& options,
                 const Suggest& suggest, ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "find");
  const Question question(options);
  // Without a rescan, verified results must not be mixed with remembered ones: what changed is left out.
  Corpus corpus(files, index_directory,
                {.scan = options.scan,
                 .rescan = options.rescan,
                 .only_unchanged = options.verify,
                 .types = options.types,
                 .templates = options.match.templates},
                *question.method, question.pools, observer);
  const tree::TreeScope& tree = corpus.tree;

  HonouredDecisions decisions = corpus.Decisions(options.decided);
  std::function<bool(const Pair&)> wanted;
  if (!corpus.pools.Empty())
    wanted = [&](const Pair& pair) { return corpus.joined.Concerns(tree, pair.a, pair.b); };
  Findings found =
      MatchTree(corpus, question, options.families, decisions.Wanted(std::move(wanted)), observer);
  FindLists(corpus, options, &found, observer);
  const std::uint64_t decided = HideDecided(decisions, &found);
  ListOrder order = OrderLists(options.order, tree, &found);
  std::erase_if(order.families, [&](std::uint32_t number) { return found.IsHidden(number); });
  std::optional<NearStage> near_stage;
  if (options.near_stage) {
    near_stage.emplace(files, index_directory, corpus.scanned, tree,
                       FewMarks(tree, corpus.marks, options, observer), NearOptionsOf(options), observer);
  }

  Summary summary = SummaryOf(corpus, found, whole.Seconds());
  DescribeQuestion(options, question.method->weight(), &summary);
  summary.decided = decided;
  summary.unrelated = decisions.unrelated();
  run::StageTimer report(observer, "report");
  sink.On(summary);
  const Presenter present(tree, found, corpus.joined.Unnamed(tree), options.limit);
  if (!options.only_directories) PushLists(found, order, options, present, sink);
  PushFirst(found.directories.pairs, options.limit, [&](const DirectoryPair& pair) { sink.On(pair); });
  PushFirst(found.sets.sets, options.limit,
            [&](const match::SetOfPlaces& set) { sink.On(ShownSet(set, tree, options.limit)); });
  if (options.pairs) PushPairs(found.matched.pairs, tree, options, present, sink);
  PushBoilerplate(options, summary, suggest, sink);
  if (near_stage) near_stage->Push(sink);
  tree::PushSkips(corpus.scanned.roots, corpus.scanned.skips, sink);
  for (const Skip& skip : found.matched.skips) sink.On(skip);
  if (near_stage) near_stage->PushSkips(sink);
  report.Done(found.groups.size() + found.families.size() + found.identical.size(), "items");
}

}  // namespace kindred::jobs
