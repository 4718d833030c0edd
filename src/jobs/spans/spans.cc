// Scan, choose the contents that may share anything, search them, present what was found. See spans.h.
#include "jobs/spans/spans.h"

#include <algorithm>
#include <map>
#include <utility>

#include "inside/part_spool.h"
#include "jobs/scan/current_tree.h"
#include "jobs/spans/described_runs.h"
#include "jobs/spans/run_search.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "span/runs/placed_runs.h"
#include "tree/bytes/content_source.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/skips.h"
#include "tree/entries/stored_tree.h"
#include "tree/entries/summary_facts.h"
#include "tree/entries/tree_parts.h"
#include "tree/entries/tree_scope.h"
#include "tree/entries/type_filter.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred::jobs {

namespace {

// A run that only some files of a larger set share is reported besides the set's only if it is longer by
// this.
constexpr std::uint64_t kFoldBytes = 32;

// The caller's method, else one that the index has marks of already, else the default.
std::string ChooseMethod(base::FileSystem& files, const std::string& directory,
                         const std::vector<std::string>& asked) {
  if (!asked.empty()) return asked.front();
  const std::string usual = ScanOptions().methods.front();
  const auto snapshot = index::OpenSnapshot(files, directory);
  if (snapshot->segments().empty() || !snapshot->SegmentsOf(tree::ToStored(*tree::MethodFrom(usual))).empty())
    return usual;
  // A method whose parameters name a file cannot be made from what is stored.
  for (const auto& segment : snapshot->segments()) {
    const std::string text = segment->method().info.Text();
    try {
      if (tree::MethodFrom(text)->info() == segment->method().info) return text;
    } catch (const Error&) {
    }
  }
  return usual;
}

// The contents that are long enough, by their place in the tree.
std::vector<std::uint32_t> ChooseContents(const tree::TreeScope& tree, std::uint64_t min_length) {
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
    if (tree.scope()[place].size >= min_length) chosen.push_back(place);
  }
  return chosen;
}

// Runs for the report: with paths, and with the copies of whole files.
class SpanPresenter {
 public:
  // `parts` is nullptr without parts.
  SpanPresenter(const tree::TreeScope& tree, const std::vector<std::uint32_t>& chosen,
                const SpanOptions& options, inside::PartSpool* parts)
      : tree_(tree), chosen_(chosen), options_(options), parts_(parts), units_(options.search.bits ? 8 : 1) {
    for (std::uint32_t place = 0; place < tree.scope().size(); ++place) {
      const std::size_t names = tree.FilesOf(place).size();
      files_.push_back(static_cast<std::uint32_t>(names > 1 ? Named(place).size() : names));
    }
  }

  // Replaces the contents of places by those of the tree, and adds a run for each file with copies.
  std::vector<span::Run> Complete(std::vector<span::Run> runs, const tree::ContentSource& source) const {
    std::vector<bool> is_run(tree_.scope().size(), false);
    const bool all_read = source.Skips().empty();
    for (span::Run& run : runs) {
      if (!all_read)
        std::erase_if(run.places, [&](const span::Place& place) { return source.Failed(place.content); });
      for (span::Place& place : run.places) place.content = chosen_[place.content];
    }
    std::erase_if(runs, [](const span::Run& run) { return run.places.size() < 2; });
    for (const span::Run& run : runs) {
      for (const span::Place& place : run.places)
        is_run[place.content] = is_run[place.content] || IsWhole(place, run.length);
    }
    const auto found = static_cast<std::ptrdiff_t>(runs.size());
    for (std::uint32_t place = 0; place < tree_.scope().size(); ++place) {
      const std::uint64_t size = tree_.scope()[place].size;
      if (!is_run[place] && size >= options_.search.min_length && files_[place] > 1)
        runs.push_back({size * units_, {{place, 0}}});
    }
    // Those that were found are in order, unless one has lost a place.
    if (!std::is_sorted(runs.begin(), runs.begin() + found, span::LongestFirst))
      std::sort(runs.begin(), runs.begin() + found, span::LongestFirst);
    std::sort(runs.begin() + found, runs.end(), span::LongestFirst);
    std::inplace_merge(runs.begin(), runs.begin() + found, runs.end(), span::LongestFirst);
    return runs;
  }

  // Files that hold a run.
  std::uint64_t FilesWith(const span::Run& run) const {
    std::uint64_t files = 0;
    for (std::size_t i = 0; i < run.places.size(); ++i) {
      if (i == 0 || run.places[i].content != run.places[i - 1].content)
        files += files_[run.places[i].content];
    }
    return files;
  }

  // A copy of a whole file is a separate place.
  std::uint64_t PlacesOf(const span::Run& run) const {
    std::uint64_t places = 0;
    for (const span::Place& place : run.places)
      places += IsWhole(place, run.length) ? files_[place.content] : 1;
    return places;
  }

  // The places of a run that are shown: a run has two at least.
  std::uint64_t PlacesShown() const {
    return options_.limit == 0 ? 0 : std::max<std::uint64_t>(options_.limit, 2);
  }

  // `number` is the run's among those that were described.
  Span Of(const span::Run& run, const DescribedRuns& described, std::size_t number) const {
    const std::uint64_t limit = options_.limit == 0 ? ~std::uint64_t{0} : PlacesShown();
    Span span{run.length, options_.search.bits, {}, 0, FilesWith(run), described.WordsOf(number)};
    std::size_t place_number = 0;
    auto add = [&](tree::FileNumber file, std::uint64_t offset, std::uint64_t copies, std::uint64_t links) {
      if (span.total_places++ >= limit) return;
      span.places.push_back({tree_.PathOf(file), offset, copies, links});
      described.Describe(number, place_number, &span.places.back());
      if (parts_ != nullptr && tree_.InsideOf(file) != nullptr) {
        const std::string container = tree_.DirectoryOf(file);
        span.places.back().page = parts_->PageAt(container.substr(0, container.size() - 2),
                                                 tree_.EntryOf(file).name, offset / units_);
      }
    };
    for (const span::Place& place : run.places) {
      place_number = static_cast<std::size_t>(&place - run.places.data());
      const std::vector<OneFile> files = Named(place.content);
      // In a run of the whole file each copy is a separate place; in other runs copies are only counted.
      if (IsWhole(place, run.length)) {
        for (const OneFile& file : files) add(file.name, 0, 1, file.links);
      } else {
        add(files.front().name, place.offset, files.size(),
            tree_.FilesOf(place.content).size() - files.size());
      }
    }
    return span;
  }

  // Bytes of distinct contents that lie in a run.
  std::uint64_t SharedBytes(const std::vector<span::Run>& runs, unsigned threads) const {
    const auto contents = static_cast<std::uint32_t>(tree_.scope().size());
    const span::PlacedRuns placed(runs, std::vector<bool>(contents, true), threads);
    std::uint64_t units = 0;
    for (std::uint32_t content = 0; content < contents; ++content) {
      std::uint64_t reached = 0;
      for (const span::PlacedRun& run : placed.In(content)) {
        const std::uint64_t end = run.offset + run.length;
        if (end > reached) units += end - std::max(run.offset, reached);
        reached = std::max(end, reached);
      }
    }
    return units / units_;
  }

 private:
  // A file by its first name. Its further names (hard links) are the same file, not copies.
  struct OneFile {
    tree::FileNumber name{};
    std::uint64_t links = 0;
  };
  std::vector<OneFile> Named(std::uint32_t place) const {
    std::vector<OneFile> files;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> by_inode;
    for (tree::FileNumber file : tree_.FilesOf(place)) {
      const Entry& entry = tree_.EntryOf(file);
      const auto [known, is_new] = by_inode.try_emplace({entry.device, entry.inode}, files.size());
      if (is_new || tree_.InsideOf(file) != nullptr) {  // a part has the inode of its file
        files.push_back({file, 0});
      } else {
        ++files[known->second].links;
      }
    }
    return files;
  }

  bool IsWhole(const span::Place& place, std::uint64_t length) const {
    return place.offset == 0 && length == tree_.scope()[place.content].size * units_;
  }

  const tree::TreeScope& tree_;
  const std::vector<std::uint32_t>& chosen_;
  const SpanOptions& options_;
  inside::PartSpool* parts_;
  std::uint64_t units_;
  std::vector<std::uint32_t> files_;  // of each content
};

// Whether a run only shows that a file holds its own part: a tar has the bytes of its members.
bool IsOwnPart(const tree::TreeScope& tree, const std::vector<std::uint32_t>& chosen, const span::Run& run) {
  if (!tree.HasParts() || run.places.size() != 2) return false;
  auto holds = [&](std::uint32_t file, std::uint32_t part) {
    return tree.CopiesOf(part).empty() && std::ranges::all_of(tree.PartsOf(part), [&](tree::FileNumber name) {
             return tree.ContainerOf(name) == file;
           });
  };
  const std::uint32_t a = chosen[run.places[0].content];
  const std::uint32_t b = chosen[run.places[1].content];
  return a != b && (holds(a, b) || holds(b, a));
}

// `tree` and `chosen` must outlive it.
DescribedRuns::Settings HowToDescribe(const tree::TreeScope& tree, const std::vector<std::uint32_t>& chosen,
                                      std::uint64_t places, const SpanOptions& options) {
  return {.places = places,
          .units = span::UnitsPerByte(GrainOf(options.search)),
          .context = options.context,
          .is_text =
              [&](std::uint32_t content) {
                return tree.scope()[chosen[content]].type.type == ContentType::kText;
              },
          .in_source =
              [&](std::uint32_t place) {
                return static_cast<std::uint32_t>(std::ranges::lower_bound(chosen, place) - chosen.begin());
              }};
}

// What was searched, and how.
SpanSummary Summarise(const tree::ScannedTree& scanned, const tree::TreeScope& tree,
                      std::span<const std::uint32_t> chosen, const RunSearch& search,
                      const span::FoundRuns& found) {
  SpanSummary summary;
  summary.roots = scanned.summary.roots;
  summary.files = scanned.summary.files;
  for (std::uint32_t place = 0; place < tree.scope().size(); ++place)
    summary.contents += !tree.CopiesOf(place).empty();
  summary.bytes = scanned.summary.bytes;
  for (std::uint32_t place : chosen) summary.read_bytes += tree.scope()[place].size;
  summary.min_length = search.min_length;
  summary.bits = search.bits;
  summary.seeds = SeedsText(search);
  summary.guarantee = GuaranteeText(search, found);
  summary.crowded_keys = found.crowds.size();
  return summary;
}

}  // namespace

void FindSpans(base::FileSystem& files, const std::string& directory, const SpanOptions& options,
               ResultSink& sink, Observer& observer) {
  CheckSearch(options.search);
  run::StageTimer whole(observer, "spans");
  ScanOptions scan = options.scan;
  scan.methods = {ChooseMethod(files, directory, options.scan.methods)};
  const auto method = tree::MethodFrom(scan.methods.front());
  tree::ScannedTree scanned = CurrentTree(files, directory, scan, *method, options.rescan, observer);
  if (!options.rescan) tree::LeaveOutChanged(scan.walk.follow_links, &scanned);
  tree::AddParts(&scanned);
  tree::KeepTypes(options.types, &scanned);
  const tree::TreeScope tree(scanned, scanned.snapshot->catalog().AllContents());
  const std::vector<std::uint32_t> chosen = ChooseContents(tree, options.search.min_length);

  std::vector<std::uint64_t> sizes;
  for (std::uint32_t place : chosen) sizes.push_back(tree.scope()[place].size);
  // A quarter of the memory is for bytes, a half for seeds; what is found takes the rest.
  const std::uint64_t memory = run::MemoryOf(scan.run);
  tree::ContentSource source(
      std::move(sizes), [&](std::uint32_t content) { return tree::FilesOf(tree, chosen[content]); },
      scan.walk.follow_links, memory / 4, observer);
  std::optional<inside::PartSpool> parts;
  if (tree.HasParts()) {
    parts.emplace(scanned.look, run::SpillDirectory(directory), scan.walk.follow_links,
                  [&] { return observer.StopRequested(); });
    source.ReadPartsFrom(&*parts);
  }
  const auto path_of = [&](std::uint32_t content) { return tree.PathOf(chosen[content]); };
  span::FoundRuns found = SearchRuns(source, options.search, options.search.every_run ? 0 : kFoldBytes,
                                     {run::ThreadsOf(scan.run), memory / 2}, path_of, observer);

  std::erase_if(found.runs, [&](const span::Run& run) { return IsOwnPart(tree, chosen, run); });
  const SpanPresenter present(tree, chosen, options, parts ? &*parts : nullptr);
  std::vector<span::Run> runs = present.Complete(std::move(found.runs), source);
  OrderRuns(options.order,
            {.files = [&](const span::Run& run) { return present.FilesWith(run); },
             .places = [&](const span::Run& run) { return present.PlacesOf(run); }},
            &runs);
  run::StopIfAsked(observer);
  const std::size_t shown =
      options.limit == 0 ? runs.size() : std::min<std::size_t>(runs.size(), options.limit);
  const DescribedRuns described(source, std::span(runs).first(shown),
                                HowToDescribe(tree, chosen, present.PlacesShown(), options), observer);
  const std::vector<Skip> unreadable = source.Skips();

  SpanSummary summary = Summarise(scanned, tree, chosen, options.search, found);
  static_cast<RunFacts&>(summary) = tree::RunFactsOf(scanned, unreadable, whole.Seconds());
  summary.spans = runs.size();
  summary.shared_bytes = present.SharedBytes(runs, run::ThreadsOf(scan.run));
  summary.crowds = LargestCrowds(found, path_of);
  summary.order = OrderText(options.order);
  summary.widespread = static_cast<std::uint64_t>(
      std::ranges::count_if(runs, [&](const span::Run& run) { return present.FilesWith(run) > kManyFiles; }));
  sink.On(summary);
  for (std::size_t i = 0; i < shown; ++i) {
    run::StopIfAsked(observer);
    sink.On(present.Of(runs[i], described, i));
  }
  tree::PushSkips(scanned.roots, scanned.skips, sink);
  for (const Skip& skip : unreadable) sink.On(skip);
}

}  // namespace kindred::jobs
