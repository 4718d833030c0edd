// Scan, match by estimates, order, and the optional trial. See order_files.h; match/groups/likeness_order.h
// has the order itself. What is inside of files does not count: a compressor reads their bytes.
#include "jobs/order/order_files.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "jobs/match/corpus.h"
#include "jobs/match/pairs/filter_stage.h"
#include "jobs/match/pairs/matched_pairs.h"
#include "jobs/order/order_trial.h"
#include "kindred/order_values.h"
#include "match/groups/likeness_order.h"
#include "model/entry.h"
#include "run/stage_timer.h"
#include "tree/entries/shown_paths.h"
#include "tree/entries/skips.h"
#include "tree/entries/summary_facts.h"
#include "tree/entries/tree_parts.h"
#include "tree/entries/tree_scope.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

namespace {

// A file with the path that it is known by.
struct Named {
  tree::FileNumber file;
  std::uint32_t place = 0;
  std::string path;

  std::string_view Name() const { return BaseName(path); }
};

// By place, and of each place in the order of the walk.
std::vector<Named> FilesByPlace(const tree::TreeScope& tree) {
  std::vector<Named> files;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    for (const tree::FileNumber file : tree.CopiesOf(place))
      files.push_back({file, place, tree.PathOf(file)});
  }
  return files;
}

bool BySuffix(const Named& a, const Named& b) {
  return std::tuple(SuffixOf(a.Name()), a.Name(), std::string_view(a.path)) <
         std::tuple(SuffixOf(b.Name()), b.Name(), std::string_view(b.path));
}

// Contents in the order of their first file by suffix and name, so that what shares nothing is placed among
// its kind. `files` are by place.
std::vector<std::uint32_t> RanksOf(const std::vector<Named>& files, std::size_t contents) {
  std::vector<const Named*> firsts(contents, nullptr);
  for (const Named& file : files) {
    if (firsts[file.place] == nullptr) firsts[file.place] = &file;
  }
  std::ranges::sort(firsts, [](const Named* a, const Named* b) { return BySuffix(*a, *b); });
  std::vector<std::uint32_t> rank(contents);
  for (std::uint32_t i = 0; i < firsts.size(); ++i) rank[firsts[i]->place] = i;
  return rank;
}

// Where the files of each place begin in a list by place.
std::vector<std::size_t> FirstOfPlaces(const std::vector<Named>& files, std::size_t contents) {
  std::vector<std::size_t> first(contents + 1, 0);
  for (const Named& file : files) ++first[file.place + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  return first;
}

std::vector<tree::FileNumber> NumbersOf(const std::vector<Named>& files) {
  std::vector<tree::FileNumber> numbers;
  for (const Named& file : files) numbers.push_back(file.file);
  return numbers;
}

struct ArrangedFiles {
  std::vector<tree::FileNumber> numbers;
  std::vector<OrderedFile> files;
};

// Copies behind each other. Empty files are equal, but have nothing in common.
ArrangedFiles Arrange(const tree::TreeScope& tree, const std::vector<Named>& files,
                      const std::vector<Pair>& pairs, OrderSummary* summary) {
  const std::size_t contents = tree.scope().size();
  const std::vector<std::size_t> first = FirstOfPlaces(files, contents);
  std::vector<std::uint64_t> bytes;
  for (std::uint32_t place = 0; place < contents; ++place)
    bytes.push_back(tree.scope()[place].size * (first[place + 1] - first[place]));
  const std::vector<match::OrderedPlace> order =
      match::OrderByLikeness(pairs, tree.scope(), bytes, RanksOf(files, contents));

  ArrangedFiles all;
  std::size_t begin = 0;  // of the tree, in `all`
  auto close_tree = [&] {
    if (all.files.size() - begin < 2 || all.files[begin].size == 0) return;
    ++summary->stretches;
    summary->stretch_files += all.files.size() - begin;
    for (std::size_t i = begin; i < all.files.size(); ++i) all.files[i].stretch = summary->stretches;
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const match::OrderedPlace& next = order[i];
    if (i > 0 && next.tree != order[i - 1].tree) close_tree(), begin = all.files.size();
    const std::uint64_t size = tree.scope()[next.place].size;
    for (std::size_t number = first[next.place]; number < first[next.place + 1]; ++number) {
      OrderedFile file{.path = files[number].path, .size = size};
      if (number > first[next.place]) {
        if (size > 0) file.like = files[number - 1].path, file.share = 1, file.copy = true;
      } else if (next.like != match::kNoLike) {
        file.like = files[first[next.like]].path;
        file.share = next.share;
      }
      file.shared_bytes = static_cast<std::uint64_t>(file.share * static_cast<double>(size) + 0.5);
      summary->shared_bytes += file.shared_bytes;
      all.numbers.push_back(files[number].file);
      all.files.push_back(std::move(file));
    }
  }
  close_tree();
  return all;
}

// Regular files that are there, though nothing is known of their bytes.
std::vector<OrderedFile> UnreadFiles(const tree::ScannedTree& scanned) {
  const tree::ShownPaths shown(scanned.roots);
  std::vector<OrderedFile> files;
  for (const Skip& skip : scanned.skips) {
    if (skip.stage == "walk" || skip.stage == tree::kInsideStage || skip.reason == "vanished") continue;
    files.push_back({.path = shown.Of(skip.path), .unread = true});
  }
  return files;
}

OrderSummary::Trial TryOrders(const tree::TreeScope& tree, std::vector<Named> files,
                              const ArrangedFiles& ordered, const OrderOptions& options, std::uint64_t bytes,
                              Observer& observer) {
  run::StageTimer timer(observer, "try");
  OrderTrial trial(tree, options.trial_command, options.scan.walk.follow_links, 3 * bytes, observer);
  OrderSummary::Trial sizes{.command = options.trial_command};
  std::ranges::sort(files, {}, &Named::path);
  sizes.by_name = trial.Try(NumbersOf(files));
  std::ranges::sort(files, BySuffix);
  sizes.by_suffix = trial.Try(NumbersOf(files));
  sizes.in_order = trial.Try(ordered.numbers);
  sizes.bytes = trial.given();
  timer.Done(3 * files.size(), "files", 3 * sizes.bytes);
  return sizes;
}

}  // namespace

void OrderFiles(base::FileSystem& files, const std::string& directory, const OrderOptions& options,
                ResultSink& sink, Observer& observer) {
  run::StageTimer whole(observer, "order");
  ScanOptions scan = options.scan;
  scan.inside.types = {"none"};
  const FilterStage filters(options.match);
  const auto method = tree::MethodFrom(scan.methods.at(0));
  const Pools no_pools;
  // Pairs of the last find are asked for more often: those of this match are not kept.
  const Corpus corpus(files, directory,
                      {.scan = scan,
                       .rescan = options.rescan,
                       .parts = false,
                       .types = options.types,
                       .templates = options.match.templates,
                       .keep = false},
                      *method, no_pools, observer);
  const tree::TreeScope& tree = corpus.tree;
  const tree::ScannedTree& scanned = corpus.scanned;

  const MatchedPairs matched =
      MatchPairs(corpus, {options.match, scan.run, Measuring::kNone}, filters, {}, observer);
  run::StageTimer arrange(observer, "arrange");
  OrderSummary summary;
  const std::vector<Named> named = FilesByPlace(tree);
  const ArrangedFiles ordered =
      Arrange(tree, named, PairsThatReach(matched.pairs, options.match.minimum), &summary);
  const std::vector<OrderedFile> unread = UnreadFiles(scanned);
  arrange.Done(named.size(), "files");
  StopMatchIfAsked(observer);
  if (!options.trial_command.empty())
    summary.trial = TryOrders(tree, named, ordered, options, scanned.summary.bytes, observer);

  static_cast<RunFacts&>(summary) = tree::RunFactsOf(scanned, matched.skips, whole.Seconds());
  static_cast<MatchFacts&>(summary) = matched;
  summary.roots = scanned.summary.roots;
  summary.files = ordered.files.size();
  summary.contents = tree.scope().size();
  summary.bytes = scanned.summary.bytes;
  summary.unread = unread.size();
  sink.On(summary);
  for (const OrderedFile& file : ordered.files) sink.On(file);
  for (const OrderedFile& file : unread) sink.On(file);
  tree::PushSkips(scanned.roots, scanned.skips, sink);
}

}  // namespace kindred::jobs
