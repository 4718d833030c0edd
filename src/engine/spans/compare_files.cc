// Two files in memory, held against each other.
#include "engine/spans/compare_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "engine/scan/scan.h"
#include "engine/spans/run_search.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "match/measure.h"
#include "read/file_reader.h"
#include "read/text_detector.h"
#include "span/coverage.h"

namespace kindred::engine {

namespace {

struct Loaded {
  std::string path;
  std::vector<std::uint8_t> bytes;
  ContentType type = ContentType::kOther;
};

Loaded Load(const std::string& path, std::uint64_t most, Observer& observer) {
  Loaded file{path, {}, ContentType::kOther};
  read::TextDetector text;
  read::FileReader reader;
  bool too_large = false;
  auto piece = [&](std::span<const std::uint8_t> bytes) {
    too_large = file.bytes.size() + bytes.size() > most;
    if (too_large) return false;
    text.Feed(bytes);
    file.bytes.insert(file.bytes.end(), bytes.begin(), bytes.end());
    return true;
  };
  if (observer.Traces(TraceClass::kFiles)) observer.OnTrace(TraceClass::kFiles, "file " + QuotePath(path));
  const read::FileReader::Outcome outcome = path == "-" ? reader.ReadDescriptor(STDIN_FILENO, piece)
                                                        : reader.Read(
                                                              AT_FDCWD, path, true,
                                                              [&](const Entry& entry) {
                                                                too_large = entry.size > most;
                                                                return !too_large;
                                                              },
                                                              piece);
  if (too_large) {
    throw Error(ErrorKind::kFailed,
                fmt::format("larger than {}, which is what --memory leaves for it", SizeText(most)), path,
                "give more with --memory");
  }
  if (!outcome.ok) {
    throw Error(ErrorKind::kFailed,
                fmt::format("cannot {} the file: {}", outcome.stage, read::TypedReason(outcome)), path);
  }
  if (observer.Traces(TraceClass::kReads)) {
    observer.OnTrace(TraceClass::kReads,
                     fmt::format("read {}: {} bytes at 0", QuotePath(path), file.bytes.size()));
  }
  file.type = text.Decide();
  return file;
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

// Identical files are one run, whatever their size.
std::vector<span::Run> WholeFile(const std::array<Loaded, 2>& files, std::uint64_t units) {
  if (files[0].bytes.empty()) return {};
  return {{files[0].bytes.size() * units, {{0, 0}, {1, 0}}}};
}

Span SpanOf(const span::Run& run, const std::array<Loaded, 2>& files, bool bits) {
  Span span{run.length, bits, {}, run.places.size()};
  for (const span::Place& place : run.places)
    span.places.push_back({files[place.content].path, place.offset, 1});
  // Places come by content: A's first. A reader expects the first of A and then the first of B.
  const auto in_b = std::ranges::find(run.places, 1u, &span::Place::content) - run.places.begin();
  if (in_b > 1 && in_b < std::ssize(run.places))
    std::rotate(span.places.begin() + 1, span.places.begin() + in_b, span.places.begin() + in_b + 1);
  return span;
}

// For a reader: each place of a run in A with a place of it in B, longest first. A pair that shows hardly
// anything new on either side is left out: lines that are alike in part share runs with many others.
std::vector<SideBySide::Run> PairsToShow(const std::vector<span::Run>& runs,
                                         const std::array<Loaded, 2>& files, std::uint64_t min_length) {
  std::array<std::vector<bool>, 2> shown = {std::vector<bool>(files[0].bytes.size()),
                                            std::vector<bool>(files[1].bytes.size())};
  auto show = [&](int side, std::uint64_t begin, std::uint64_t length) {
    std::uint64_t fresh = 0;
    for (std::uint64_t i = begin; i < begin + length; ++i) {
      fresh += !shown[side][i];
      shown[side][i] = true;
    }
    return fresh;
  };
  std::vector<SideBySide::Run> pairs;
  for (const span::Run& run : runs) {
    std::array<std::vector<std::uint64_t>, 2> places;
    for (const span::Place& place : run.places) places[place.content].push_back(place.offset);
    if (places[0].empty() || places[1].empty()) continue;
    for (std::size_t i = 0; i < std::max(places[0].size(), places[1].size()); ++i) {
      const std::uint64_t a = places[0][std::min(i, places[0].size() - 1)];
      const std::uint64_t b = places[1][std::min(i, places[1].size() - 1)];
      // Two statements: both sides must be marked.
      const std::uint64_t fresh_a = show(0, a, run.length);
      const std::uint64_t fresh_b = show(1, b, run.length);
      if (2 * std::max(fresh_a, fresh_b) >= std::min(min_length, run.length))
        pairs.push_back({a, b, run.length});
    }
  }
  std::ranges::stable_sort(pairs, {}, &SideBySide::Run::a);
  return pairs;
}

}  // namespace

void CompareTwoFiles(const std::string& a, const std::string& b, const FileCompareOptions& options,
                     ResultSink& sink, Observer& observer) {
  CheckSearch(options.search);
  if (options.side_by_side && options.search.bits)
    throw Error(ErrorKind::kUsage, "bits cannot be shown side by side", "--bits",
                "use 'kindred spans --bits'");
  const std::uint64_t memory = MemoryOf(options.run);
  const std::array<Loaded, 2> files = {Load(a, memory / 4, observer), Load(b, memory / 4, observer)};

  FileComparison comparison{.a = a, .b = b, .size_a = files[0].bytes.size(), .size_b = files[1].bytes.size()};
  comparison.identical = files[0].bytes == files[1].bytes;
  comparison.shared_a =
      comparison.identical ? comparison.size_a : span::SharedBytes(files[0].bytes, files[1].bytes);
  comparison.shared_b =
      comparison.identical ? comparison.size_b : span::SharedBytes(files[1].bytes, files[0].bytes);
  comparison.of_a = match::ShareOf(comparison.shared_a, comparison.size_a);
  comparison.of_b = match::ShareOf(comparison.shared_b, comparison.size_b);
  comparison.min_length = options.search.min_length;
  comparison.bits = options.search.bits;

  LoadedSource source(files);
  const std::vector<span::Run> runs =
      comparison.identical ? WholeFile(files, options.search.bits ? 8 : 1)
                           : SearchRuns(
                                 source, options.search, 0, {ThreadsOf(options.run), memory / 4},
                                 [&](std::uint32_t content) { return files[content].path; }, observer)
                                 .runs;
  comparison.spans = runs.size();
  if (options.side_by_side) {
    auto text = [](const Loaded& file) {
      return std::string_view(reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size());
    };
    const bool both_text = std::ranges::all_of(
        files, [](const Loaded& file) { return file.bytes.empty() || file.type == ContentType::kText; });
    sink.On(SideBySide{comparison, text(files[0]), text(files[1]), both_text,
                       PairsToShow(runs, files, options.search.min_length)});
    return;
  }
  sink.On(comparison);
  for (std::size_t i = 0; i < runs.size() && (options.limit == 0 || i < options.limit); ++i)
    sink.On(SpanOf(runs[i], files, options.search.bits));
}

}  // namespace kindred::engine
