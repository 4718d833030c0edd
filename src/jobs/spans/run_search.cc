// See run_search.h.
#include "jobs/spans/run_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

#include "base/parallel.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "mark/methods/landmarks.h"
#include "mark/methods/winnowing.h"
#include "run/stage_timer.h"
#include "run/stop.h"

namespace kindred::jobs {

namespace {

// A run of bits is found by landmarks unless it happens to hold none; it should hold this many on average.
constexpr double kLandmarksInRun = 11;  // e^-11: one run in 60,000 is missed
constexpr std::uint64_t kLongestRun = std::uint64_t{1} << 40;
constexpr std::uint64_t kLeastBitRun = 128;         // bytes
constexpr std::size_t kFed = std::size_t{1} << 20;  // bytes that a marker takes at a time

double BitsForLandmarks(std::uint64_t min_length) {
  return 8.0 * static_cast<double>(min_length) -
         static_cast<double>(mark::kLandmarkBefore + mark::kLandmarkBehind);
}

// The ones in a row that make landmarks as dense as that.
int LandmarkRun(std::uint64_t min_length) {
  const double bits_per_landmark = BitsForLandmarks(min_length) / kLandmarksInRun;
  return std::clamp(static_cast<int>(std::floor(std::log2(bits_per_landmark))) - 1, 4, 11);
}

std::string LandmarkParameters(const RunSearch& search) {
  return fmt::format("run={},order={}", LandmarkRun(search.min_length), search.msb_first ? "msb" : "lsb");
}

// The winnowing that guarantees to find runs of the length asked for. A run of bits that begins inside a byte
// holds one whole byte less than it is long.
mark::Winnowing WinnowingOf(const RunSearch& search) {
  return mark::WinnowingFor(search.bits ? search.min_length - 1 : search.min_length);
}

// In units. No seed is shorter.
std::uint64_t SeedLength(const RunSearch& search) {
  const std::uint64_t gram = WinnowingOf(search).gram;
  return search.bits ? std::min(8 * gram, mark::kLandmarkBehind) : gram;
}

// Seeds per byte.
double Density(const RunSearch& search) {
  const double winnowed = 2.0 / (WinnowingOf(search).window + 1);
  return search.bits ? winnowed + 8 * std::ldexp(1.0, -LandmarkRun(search.min_length) - 1) : winnowed;
}

// Marks contents; each pass keeps only the seeds whose keys belong to it.
class SeedMaker {
 public:
  SeedMaker(span::Source& source, const RunSearch& search, unsigned threads, Observer& observer)
      : source_(source),
        starts_(span::Starts(source, GrainOf(search))),
        observer_(observer),
        threads_(threads) {
    markers_.resize(threads);
    extenders_.reserve(threads);
    for (auto& markers : markers_) {
      extenders_.emplace_back(source, GrainOf(search));
      markers.push_back({mark::NewWinnower(WinnowingOf(search)), span::UnitsPerByte(GrainOf(search))});
      if (search.bits) markers.push_back({mark::MakeLandmarks(LandmarkParameters(search))->NewMarker(), 1});
    }
    for (std::uint32_t content = 0; content < source.Count(); ++content) total_ += source.SizeOf(content);
  }

  void Pass(std::uint64_t pass, std::uint64_t passes, span::SeedTable* seeds) {
    base::ParallelFor(threads_, source_.Count(), [&](std::size_t content, unsigned thread) {
      if (observer_.StopRequested()) return;
      Mark(static_cast<std::uint32_t>(content), thread, pass, passes, seeds);
      Tell(source_.SizeOf(static_cast<std::uint32_t>(content)), passes);
    });
  }

 private:
  struct Marking {
    std::unique_ptr<mark::Marker> marker;
    std::uint64_t units_per_offset;
  };

  void Mark(std::uint32_t content, unsigned thread, std::uint64_t pass, std::uint64_t passes,
            span::SeedTable* seeds) {
    for (Marking& marking : markers_[thread]) marking.marker->Begin(0);
    for (std::uint64_t offset = 0; offset < source_.SizeOf(content);) {
      const span::Source::Piece piece = source_.PieceAt(content, offset);
      if (piece.bytes.empty()) return;  // a skip; the source notes it
      // In parts that stay in the cache, with a poll for a stop after each.
      for (std::size_t begin = 0; begin < piece.bytes.size(); begin += kFed) {
        if (observer_.StopRequested()) return;
        const auto part = piece.bytes.subspan(begin, std::min(kFed, piece.bytes.size() - begin));
        for (Marking& marking : markers_[thread]) marking.marker->Feed(part);
      }
      offset = piece.begin + piece.bytes.size();
    }
    std::vector<kindred::Mark> marks;
    std::vector<span::MarkedPlace> places;
    for (Marking& marking : markers_[thread]) {
      marks.clear();
      places.clear();
      marking.marker->Finish(&marks);
      const std::uint64_t units = marking.units_per_offset;
      for (const kindred::Mark& mark : marks)
        places.push_back({mark.key, mark.offset * units, mark.length * units});
      for (const span::Seed& seed :
           span::LinkedSeeds(extenders_[thread], content, starts_[content], places)) {
        if (passes == 1 || seed.key % passes == pass) seeds->Add(thread, seed);
      }
    }
  }

  void Tell(std::uint64_t bytes, std::uint64_t passes) {
    const std::lock_guard lock(mutex_);
    bytes_ += bytes;
    ++files_;
    observer_.OnProgress({"mark", files_, source_.Count() * passes, bytes_, total_ * passes});
  }

  span::Source& source_;
  const std::vector<std::uint64_t> starts_;
  Observer& observer_;
  unsigned threads_;
  std::vector<std::vector<Marking>> markers_;  // by thread
  std::vector<span::Extender> extenders_;      // by thread
  std::uint64_t total_ = 0;
  std::mutex mutex_;
  std::uint64_t files_ = 0;
  std::uint64_t bytes_ = 0;
};

class Listener : public span::RunListener {
 public:
  Listener(const std::function<std::string(std::uint32_t)>& path_of, Observer& observer)
      : path_of_(path_of), observer_(observer) {}

  void OnMatch(const span::Place& a, const span::Place& b, std::uint64_t length) override {
    if (observer_.Traces(TraceClass::kMatches))
      observer_.OnTrace(TraceClass::kMatches, fmt::format("match {} at {} and {}", length, Text(a), Text(b)));
  }
  void OnFault(const span::Place& a, const span::Place& b) override {
    if (observer_.Traces(TraceClass::kFaults))
      observer_.OnTrace(TraceClass::kFaults,
                        fmt::format("fault: equal keys, unequal bytes at {} and {}", Text(a), Text(b)));
  }
  bool StopRequested() override { return observer_.StopRequested(); }

 private:
  std::string Text(const span::Place& place) const {
    return fmt::format("{}:{}", QuotePath(path_of_(place.content)), place.offset);
  }

  const std::function<std::string(std::uint32_t)>& path_of_;
  Observer& observer_;
};

}  // namespace

span::Grain GrainOf(const RunSearch& search) {
  if (!search.bits) return span::Grain::kByte;
  return search.msb_first ? span::Grain::kBitMsbFirst : span::Grain::kBitLsbFirst;
}

void CheckSearch(const RunSearch& search) {
  const OptionName option{search.every_run ? "every_run" : "min_length"};
  const std::uint64_t least = search.bits ? kLeastBitRun : mark::kLeastRun;
  if (search.min_length > kLongestRun) {
    throw Error(ErrorKind::kUsage, "no run is that long", option,
                fmt::format("give at most {}", kLongestRun));
  }
  if (search.min_length >= least) return;
  throw Error(
      ErrorKind::kUsage,
      fmt::format("{} bytes are too few to look for{}", search.min_length, search.bits ? " in bits" : ""),
      option, fmt::format("give {} or more", least));
}

std::string SeedsText(const RunSearch& search) {
  const mark::Winnowing winnowing = WinnowingOf(search);
  std::string text = fmt::format("winnowing:gram={},window={}", winnowing.gram, winnowing.window);
  if (search.bits) text += " and landmarks:" + LandmarkParameters(search);
  return text;
}

std::string GuaranteeText(const RunSearch& search, const span::FoundRuns& found) {
  std::string text = fmt::format("every run of {} bytes or more", search.min_length);
  if (search.bits) {
    const double expected =
        BitsForLandmarks(search.min_length) * std::ldexp(1.0, -LandmarkRun(search.min_length) - 1);
    text += expected > 30 ? " whose places are whole bytes apart; at other bit offsets next to none is missed"
                          : fmt::format(
                                " whose places are whole bytes apart; at other bit offsets about 1 in {:.0f} "
                                "of that length is "
                                "missed",
                                std::exp(expected));
  }
  if (!found.crowds.empty()) text += ", but for crowds";
  return text;
}

std::vector<SpanCrowd> LargestCrowds(const span::FoundRuns& found,
                                     const std::function<std::string(std::uint32_t)>& path_of) {
  constexpr std::size_t kNamed = 10;
  std::vector<SpanCrowd> crowds;
  for (const span::Crowd& crowd : std::span(found.crowds).first(std::min(kNamed, found.crowds.size())))
    crowds.push_back({path_of(crowd.first.content), crowd.first.offset, crowd.places});
  return crowds;
}

span::FoundRuns SearchRuns(span::Source& source, const RunSearch& search, std::uint64_t fold_bytes,
                           const SearchResources& resources,
                           const std::function<std::string(std::uint32_t)>& path_of, Observer& observer) {
  std::uint64_t bytes = 0;
  for (std::uint32_t content = 0; content < source.Count(); ++content) bytes += source.SizeOf(content);
  // If all seeds together would not fit, the files are marked several times, for a part of the keys each;
  // seeds that cannot lead to a new run are dropped after each pass.
  const double need = static_cast<double>(bytes) * Density(search) * sizeof(span::Seed);
  const auto passes = static_cast<std::uint64_t>(std::ceil(std::max(
      1.0, need / static_cast<double>(std::max<std::uint64_t>(resources.memory, std::uint64_t{1} << 20)))));
  span::SeedTable seeds(resources.threads);
  run::StageTimer mark(observer, "mark");
  SeedMaker maker(source, search, resources.threads, observer);
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    maker.Pass(pass, passes, &seeds);
    run::StopIfAsked(observer);
    seeds.Prune();
  }
  mark.Done(seeds.Size(), "distinctive seeds", bytes * passes);

  run::StageTimer extend(observer, "extend");
  Listener listener(path_of, observer);
  const span::Grain grain = GrainOf(search);
  const std::uint64_t units = span::UnitsPerByte(grain);
  span::FoundRuns found = span::FindRuns(source, seeds,
                                         {.min_length = search.min_length * units,
                                          .grain = grain,
                                          .fold = fold_bytes * units,
                                          .threads = resources.threads,
                                          .seed_length = SeedLength(search)},
                                         listener);
  extend.Done(found.runs.size(), "runs");
  run::StopIfAsked(observer);
  return found;
}

}  // namespace kindred::jobs
