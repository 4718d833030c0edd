// Groups of seeds, searched on several threads in stretches, then joined; see runs.h.
#include "span/runs/runs.h"

#include <algorithm>
#include <memory>

#include "base/parallel.h"
#include "span/runs/group_search.h"
#include "span/runs/placed_runs.h"

namespace kindred::span {

namespace {

constexpr std::size_t kStretch = 64;    // groups
constexpr std::size_t kManyRuns = 512;  // that a thread takes at a time

void StopIfAsked(RunListener& listener) {
  if (listener.StopRequested()) throw Stopped();
}

using Searches = std::vector<std::unique_ptr<GroupSearch>>;

// A run that some thread found.
struct FoundBy {
  std::uint64_t length;
  Digest digest;
  std::span<const Place> places;
  bool operator<(const FoundBy& other) const {
    if (length != other.length) return length > other.length;
    if (digest != other.digest) return digest < other.digest;
    return places.size() > other.places.size();
  }
  bool IsRunOf(const FoundBy& other) const { return length == other.length && digest == other.digest; }
};

// The run that was found several times, maybe with other places each time.
Run JoinOne(std::span<const FoundBy> again) {
  Run run{again[0].length, {again[0].places.begin(), again[0].places.end()}};
  for (const FoundBy& one : again.subspan(1)) {
    if (std::ranges::equal(one.places, run.places)) continue;
    const auto middle = static_cast<std::ptrdiff_t>(run.places.size());
    run.places.insert(run.places.end(), one.places.begin(), one.places.end());
    std::ranges::inplace_merge(run.places, run.places.begin() + middle);
    const auto repeats = std::ranges::unique(run.places);
    run.places.erase(repeats.begin(), repeats.end());
  }
  return run;
}

// What the threads found, each run once, longest first.
std::vector<Run> Join(const Searches& searches, RunListener& listener) {
  std::vector<FoundBy> all;
  for (const auto& search : searches) {
    for (const GroupSearch::Found& found : search->found())
      all.push_back({found.length, found.digest, search->PlacesOf(found)});
  }
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> begins;  // of each run
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || !all[i].IsRunOf(all[i - 1])) begins.push_back(i);
  }
  begins.push_back(all.size());
  std::vector<Run> runs(begins.size() - 1);
  base::ParallelFor(static_cast<unsigned>(searches.size()), (runs.size() + kManyRuns - 1) / kManyRuns,
                    [&](std::size_t block, unsigned) {
                      StopIfAsked(listener);
                      const std::size_t end = std::min(runs.size(), (block + 1) * kManyRuns);
                      for (std::size_t i = block * kManyRuns; i < end; ++i)
                        runs[i] = JoinOne(std::span(all).subspan(begins[i], begins[i + 1] - begins[i]));
                    });
  return runs;
}

// Leaves out runs of some of the places of another one that are hardly longer; see RunRules::fold.
class Folding {
 public:
  // `runs` are longest first.
  Folding(const std::vector<Run>& runs, std::uint64_t fold, std::uint32_t contents, unsigned threads,
          RunListener& listener)
      : runs_(runs),
        fold_(fold),
        threads_(threads),
        listener_(listener),
        placed_(runs, FirstContents(runs, contents), threads) {}

  // The runs that go. What folds a run must itself stay.
  std::vector<bool> Find() const {
    std::vector<std::vector<std::uint32_t>> into(runs_.size());
    base::ParallelFor(threads_, (runs_.size() + kManyRuns - 1) / kManyRuns, [&](std::size_t block, unsigned) {
      StopIfAsked(listener_);
      const std::size_t end = std::min(runs_.size(), (block + 1) * kManyRuns);
      for (std::size_t i = block * kManyRuns; i < end; ++i) into[i] = ThatFold(runs_[i]);
    });
    // Only shorter runs fold a run, and they come after it.
    std::vector<bool> folded(runs_.size(), false);
    for (std::size_t i = runs_.size(); i-- > 0;)
      folded[i] = std::ranges::any_of(into[i], [&](std::uint32_t other) { return !folded[other]; });
    return folded;
  }

 private:
  // Contents that have the first place of some run: runs are looked up by their first places only.
  static std::vector<bool> FirstContents(const std::vector<Run>& runs, std::uint32_t contents) {
    std::vector<bool> first(contents, false);
    for (const Run& run : runs) first[run.places.front().content] = true;
    return first;
  }

  // The runs that have all the places of this one, and more, and are shorter by less than fold_.
  std::vector<std::uint32_t> ThatFold(const Run& run) const {
    std::vector<std::uint32_t> those;
    const Place& first = run.places.front();
    const auto there = placed_.In(first.content);
    auto next = std::ranges::lower_bound(there, first.offset, {}, &PlacedRun::offset);
    for (; next != there.end() && next->offset - first.offset < fold_; ++next) {
      const std::uint64_t later = next->offset - first.offset;
      if (next->count <= run.places.size() || later + next->length > run.length ||
          next->length + fold_ <= run.length)
        continue;
      if (HasAll(runs_[next->number].places, run.places, later)) those.push_back(next->number);
    }
    return those;
  }

  // Whether `all` has every place of `some`, `later` units further on.
  static bool HasAll(const std::vector<Place>& all, const std::vector<Place>& some, std::uint64_t later) {
    auto next = all.begin();
    return std::ranges::all_of(some, [&](const Place& place) {
      const Place wanted{place.content, place.offset + later};
      // Mostly near the last one, so in steps that double.
      std::ptrdiff_t step = 1;
      for (; step < all.end() - next && *(next + step) < wanted; step *= 2) next += step;
      next = std::lower_bound(next, next + std::min(step + 1, all.end() - next), wanted);
      return next != all.end() && *next == wanted;
    });
  }

  const std::vector<Run>& runs_;
  const std::uint64_t fold_;
  const unsigned threads_;
  RunListener& listener_;
  const PlacedRuns placed_;
};

void FoldRuns(std::uint64_t fold, std::uint32_t contents, unsigned threads, RunListener& listener,
              std::vector<Run>* runs) {
  const std::vector<bool> folded = Folding(*runs, fold, contents, threads, listener).Find();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < runs->size(); ++i) {
    if (folded[i]) continue;
    if (kept != i) (*runs)[kept] = std::move((*runs)[i]);
    ++kept;
  }
  runs->resize(kept);
}

// For runs sorted longest first.
void SortEquallyLong(std::vector<Run>* runs) {
  for (auto begin = runs->begin(); begin != runs->end();) {
    const auto end =
        std::find_if(begin, runs->end(), [&](const Run& run) { return run.length != begin->length; });
    std::sort(begin, end, LongestFirst);
    begin = end;
  }
}

}  // namespace

bool LongestFirst(const Run& a, const Run& b) {
  return a.length != b.length ? a.length > b.length : a.places < b.places;
}

std::vector<std::uint64_t> Starts(const Source& source, Grain grain) {
  std::vector<std::uint64_t> starts = {0};
  for (std::uint32_t content = 0; content < source.Count(); ++content) {
    // One unit between contents, so that a position behind the last byte of one is not the first of the next.
    starts.push_back(starts.back() + source.SizeOf(content) * UnitsPerByte(grain) + 1);
  }
  return starts;
}

namespace {

FoundRuns Search(Source& source, const SeedTable& seeds, const RunRules& rules, RunListener& listener) {
  const std::vector<std::uint64_t> starts = Starts(source, rules.grain);
  const std::vector<std::span<const Seed>> groups = seeds.Groups();

  // Neighbouring groups lie in the same files, so a thread takes some of them at a time.
  const unsigned threads = std::max(1u, rules.threads);
  Searches searches;
  for (unsigned thread = 0; thread < threads; ++thread) {
    searches.push_back(std::make_unique<GroupSearch>(source, starts, rules, listener));
  }
  const std::size_t stretches = (groups.size() + kStretch - 1) / kStretch;
  base::ParallelFor(threads, stretches, [&](std::size_t stretch, unsigned thread) {
    StopIfAsked(listener);
    const std::size_t end = std::min(groups.size(), (stretch + 1) * kStretch);
    for (std::size_t i = stretch * kStretch; i < end; ++i) searches[thread]->Take(groups[i]);
  });

  FoundRuns result;
  for (const auto& search : searches)
    result.crowds.insert(result.crowds.end(), search->crowds().begin(), search->crowds().end());
  std::ranges::sort(result.crowds, [](const Crowd& a, const Crowd& b) {
    return a.places != b.places ? a.places > b.places : a.first < b.first;
  });
  result.runs = Join(searches, listener);
  for (const Run& run : result.runs) listener.OnMatch(run.places[0], run.places[1], run.length);
  if (rules.fold > 0) FoldRuns(rules.fold, source.Count(), threads, listener, &result.runs);
  StopIfAsked(listener);
  SortEquallyLong(&result.runs);
  return result;
}

}  // namespace

FoundRuns FindRuns(Source& source, const SeedTable& seeds, const RunRules& rules, RunListener& listener) {
  try {
    return Search(source, seeds, rules, listener);
  } catch (const Stopped&) {
    return {};
  }
}

}  // namespace kindred::span
