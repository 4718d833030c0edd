// Compares two files in memory.
#include "jobs/spans/compare_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "inside/named_part.h"
#include "jobs/spans/described_runs.h"
#include "jobs/spans/run_search.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "match/measure.h"
#include "read/files/read_input.h"
#include "read/types/text_detector.h"
#include "run/run_limits.h"
#include "run/stop.h"
#include "span/shares/coverage.h"

namespace kindred::jobs {

namespace {

struct Loaded {
  std::string path;
  std::vector<std::uint8_t> bytes;
  ContentType type = ContentType::kOther;
  Entry entry;                            // of standard input nothing
  std::vector<std::uint64_t> pages = {};  // as ResolvedInput::pages
};

Loaded Load(const Input& input, std::uint64_t most, Observer& observer) {
  const std::string& path = input.name();
  if (observer.Traces(TraceClass::kFiles)) observer.OnTrace(TraceClass::kFiles, "file " + QuotePath(path));
  auto go_on = [&](std::span<const std::uint8_t>) {
    run::StopIfAsked(observer);
    return true;
  };
  read::LoadedFile loaded = read::LoadInput(input, most, go_on);
  if (loaded.too_large) {
    throw Error(ErrorKind::kFailed,
                fmt::format("larger than {}, which is a quarter of the memory", SizeText(most)), path,
                "give more with `memory`");
  }
  if (!loaded.outcome.ok) read::ThrowUnread(loaded.outcome, "the file", path);
  if (observer.Traces(TraceClass::kReads)) {
    observer.OnTrace(TraceClass::kReads,
                     fmt::format("read {}: {} bytes at 0", QuotePath(path), loaded.bytes.size()));
  }
  read::TextDetector text;
  text.Feed(loaded.bytes);
  return {path, std::move(loaded.bytes), text.Decide(), loaded.outcome.entry};
}

class LoadedSource : public span::Source {
 public:
  explicit LoadedSource(const std::array<Loaded, 2>& files) : files_(files) {}
  std::uint32_t Count() const override { return 2; }
  std::uint64_t SizeOf(std::uint32_t content) const override { return files_[content].bytes.size(); }
  Piece PieceAt(std::uint32_t content, std::uint64_t) override { return {files_[content].bytes, 0, nullptr}; }

 private:
  const std::array<Loaded, 2>& files_;
};

bool AreOneFile(const Loaded& a, const Loaded& b) {
  return a.entry.inode != 0 && a.entry.inode == b.entry.inode && a.entry.device == b.entry.device;
}

// Identical files are one run, whatever their size.
std::vector<span::Run> WholeFile(const std::array<Loaded, 2>& files, std::uint64_t units) {
  if (files[0].bytes.empty()) return {};
  return {{files[0].bytes.size() * units, {{0, 0}, {1, 0}}}};
}

Span SpanOf(const span::Run& run, const std::array<Loaded, 2>& files, bool bits,
            const DescribedRuns& described, std::size_t number) {
  const bool both = run.places.front().content != run.places.back().content;
  Span span{run.length, bits, {}, run.places.size(), both ? 2u : 1u, described.WordsOf(number)};
  for (std::size_t i = 0; i < run.places.size(); ++i) {
    span.places.push_back({files[run.places[i].content].path, run.places[i].offset, 1});
    described.Describe(number, i, &span.places.back());
    span.places.back().page =
        inside::PageOf(files[run.places[i].content].pages, run.places[i].offset / (bits ? 8 : 1));
  }
  // Places come by content: A's first. A reader expects the first of A and then the first of B.
  const auto in_b = std::ranges::find(run.places, 1u, &span::Place::content) - run.places.begin();
  if (in_b > 1 && in_b < std::ssize(run.places))
    std::rotate(span.places.begin() + 1, span.places.begin() + in_b, span.places.begin() + in_b + 1);
  return span;
}

// The parts of a file that have been shown.
class Shown {
 public:
  // Returns how many bytes were not.
  std::uint64_t Add(std::uint64_t begin, std::uint64_t end) {
    std::uint64_t fresh = end - begin;
    // Those that overlap or touch it become one with it.
    auto part = parts_.upper_bound(begin);
    if (part != parts_.begin() && std::prev(part)->second >= begin) --part;
    while (part != parts_.end() && part->first <= end) {
      const std::uint64_t first = std::max(part->first, begin);
      const std::uint64_t last = std::min(part->second, end);
      if (first < last) fresh -= std::min(fresh, last - first);
      begin = std::min(part->first, begin);
      end = std::max(part->second, end);
      part = parts_.erase(part);
    }
    parts_[begin] = end;
    return fresh;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> parts_;  // begins and ends
};

// For a reader: each place of a run in A with a place of it in B, longest first. A pair that shows hardly
// anything new on either side is left out: lines that are alike in part share runs with many others.
std::vector<SideBySide::Run> PairsToShow(const std::vector<span::Run>& runs, std::uint64_t min_length,
                                         Observer& observer) {
  std::array<Shown, 2> shown;
  std::vector<SideBySide::Run> pairs;
  for (const span::Run& run : runs) {
    run::StopIfAsked(observer);
    std::array<std::vector<std::uint64_t>, 2> places;
    for (const span::Place& place : run.places) places[place.content].push_back(place.offset);
    if (places[0].empty() || places[1].empty()) continue;
    for (std::size_t i = 0; i < std::max(places[0].size(), places[1].size()); ++i) {
      const std::uint64_t a = places[0][std::min(i, places[0].size() - 1)];
      const std::uint64_t b = places[1][std::min(i, places[1].size() - 1)];
      // Two statements: both sides must be marked.
      const std::uint64_t fresh_a = shown[0].Add(a, a + run.length);
      const std::uint64_t fresh_b = shown[1].Add(b, b + run.length);
      if (2 * std::max(fresh_a, fresh_b) >= std::min(min_length, run.length))
        pairs.push_back({a, b, run.length});
    }
  }
  std::ranges::stable_sort(pairs, {}, &SideBySide::Run::a);
  return pairs;
}

// All shared bytes of a file, which its runs account for; and as a share, in which runs of trivial bytes
// alone do not count, as in every report.
void MeasureShare(const Loaded& one, const Loaded& other, std::uint64_t* bytes, double* share,
                  Observer& observer) {
  std::uint64_t counted = *bytes = 0;
  const span::TrivialWindows trivial(one.bytes, kRunLength);
  const auto asked = [&] { return observer.StopRequested(); };
  for (const span::Stretch& part : span::SharedStretches(one.bytes, other.bytes, kRunLength, asked)) {
    *bytes += part.end - part.begin;
    counted += trivial.Counted(part);
  }
  *share = match::ShareOf(counted, one.bytes.size());
  run::StopIfAsked(observer);
}

FileComparison MeasureBoth(const std::string& a, const std::string& b, const std::array<Loaded, 2>& files,
                           Observer& observer) {
  FileComparison comparison;
  comparison.a = a, comparison.b = b;
  comparison.size_a = files[0].bytes.size(), comparison.size_b = files[1].bytes.size();
  comparison.identical = files[0].bytes == files[1].bytes;
  comparison.same_file = comparison.identical && AreOneFile(files[0], files[1]);
  if (comparison.identical) {
    comparison.shared_a = comparison.size_a, comparison.shared_b = comparison.size_b;
    comparison.of_a = match::ShareOf(comparison.size_a, comparison.size_a);
    comparison.of_b = match::ShareOf(comparison.size_b, comparison.size_b);
  } else {
    MeasureShare(files[0], files[1], &comparison.shared_a, &comparison.of_a, observer);
    MeasureShare(files[1], files[0], &comparison.shared_b, &comparison.of_b, observer);
  }
  return comparison;
}

void PushSideBySide(const FileComparison& comparison, const std::array<Loaded, 2>& files,
                    std::vector<SideBySide::Run> pairs, ResultSink& sink) {
  const auto text = [](const Loaded& file) {
    return std::string_view(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
  };
  const bool both_text = std::ranges::all_of(
      files, [](const Loaded& file) { return file.bytes.empty() || file.type == ContentType::kText; });
  sink.On(SideBySide{comparison, text(files[0]), text(files[1]), both_text, std::move(pairs)});
}

}  // namespace

void CompareTwoFiles(const Input& a, const Input& b, const FileCompareOptions& options, ResultSink& sink,
                     Observer& observer) {
  run::StopIfAsked(observer);
  CheckSearch(options.search);
  if (options.side_by_side && options.search.bits)
    throw Error(ErrorKind::kUsage, "bits cannot be shown side by side", OptionName{"bits"},
                "use `side_by_side = false`");
  const std::uint64_t memory = run::MemoryOf(options.run);
  const inside::ResolvedInput named_a(a, options.inside, memory / 4, observer);
  const inside::ResolvedInput named_b(b, options.inside, memory / 4, observer);
  std::array<Loaded, 2> files = {Load(named_a.input(), memory / 4, observer),
                                 Load(named_b.input(), memory / 4, observer)};
  files[0].pages = named_a.pages();
  files[1].pages = named_b.pages();

  FileComparison comparison = MeasureBoth(a.name(), b.name(), files, observer);
  comparison.min_length = options.search.min_length;
  comparison.bits = options.search.bits;

  LoadedSource source(files);
  const auto path_of = [&](std::uint32_t content) { return files[content].path; };
  span::FoundRuns found;
  if (!comparison.identical) {
    found =
        SearchRuns(source, options.search, 0, {run::ThreadsOf(options.run), memory / 4}, path_of, observer);
  } else if (options.side_by_side || !comparison.same_file) {
    found.runs = WholeFile(files, options.search.bits ? 8 : 1);
  }
  std::vector<span::Run>& runs = found.runs;
  comparison.spans = runs.size();
  comparison.guarantee = GuaranteeText(options.search, found);
  comparison.crowded_keys = found.crowds.size();
  comparison.crowds = LargestCrowds(found, path_of);
  const auto is_text = [&](std::uint32_t content) { return files[content].type == ContentType::kText; };
  if (options.side_by_side) {
    PushSideBySide(comparison, files, PairsToShow(runs, options.search.min_length, observer), sink);
    return;
  }
  // Of two files no run is in many.
  OrderRuns(options.order,
            {.files = [](const span::Run&) { return 2; },
             .places = [](const span::Run& run) { return run.places.size(); }},
            &runs);
  comparison.order = OrderText(options.order);
  const std::size_t shown =
      options.limit == 0 ? runs.size() : std::min<std::size_t>(runs.size(), options.limit);
  const DescribedRuns described(
      source, std::span(runs).first(shown),
      {.units = span::UnitsPerByte(GrainOf(options.search)), .context = options.context, .is_text = is_text},
      observer);
  sink.On(comparison);
  for (std::size_t i = 0; i < shown; ++i) {
    run::StopIfAsked(observer);
    sink.On(SpanOf(runs[i], files, options.search.bits, described, i));
  }
}

}  // namespace kindred::jobs
