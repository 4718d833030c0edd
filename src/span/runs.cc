// Groups of seeds, searched on several threads in stretches, then joined; see runs.h.
#include "span/runs.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>

#include "base/parallel.h"
#include "span/group_search.h"

namespace kindred {

namespace {

constexpr std::size_t kStretch = 64;    // groups
constexpr std::size_t kManyRuns = 512;  // that a thread takes at a time

using Searches = std::vector<std::unique_ptr<GroupSearch>>;

// A run that some thread found.
struct FoundBy {
  const GroupSearch* search;
  const GroupSearch::Found* found;
  auto Identity() const {
    return std::tuple(found->length, found->digest.high, found->digest.low, found->count);
  }
  bool IsRunOf(const FoundBy& other) const {
    return found->length == other.found->length && found->digest == other.found->digest;
  }
};

// Places of positions that ascend.
std::vector<Place> PlacesAt(std::span<const std::uint64_t> positions, std::span<const std::uint64_t> starts) {
  std::vector<Place> places;
  places.reserve(positions.size());
  std::uint32_t content = 0;
  for (std::uint64_t position : positions) {
    if (places.empty() || position >= starts[content + 1])
      content = static_cast<std::uint32_t>(std::ranges::upper_bound(starts, position) - starts.begin() - 1);
    places.push_back({content, position - starts[content]});
  }
  return places;
}

// The run that was found several times, maybe with other places each time.
Run JoinOne(std::span<const FoundBy> again, std::span<const std::uint64_t> starts) {
  std::vector<std::uint64_t> all;
  for (const FoundBy& one : again) {
    const auto positions = one.search->PositionsOf(*one.found);
    if (std::ranges::equal(positions, all)) continue;
    const auto middle = static_cast<std::ptrdiff_t>(all.size());
    all.insert(all.end(), positions.begin(), positions.end());
    std::ranges::inplace_merge(all, all.begin() + middle);
    const auto repeats = std::ranges::unique(all);
    all.erase(repeats.begin(), repeats.end());
  }
  return {again.front().found->length, PlacesAt(all, starts)};
}

// What the threads found, each run once.
std::vector<Run> Join(const Searches& searches, std::span<const std::uint64_t> starts) {
  std::vector<FoundBy> all;
  for (const auto& search : searches) {
    for (const GroupSearch::Found& found : search->found()) all.push_back({search.get(), &found});
  }
  std::ranges::sort(all, std::greater<>(), &FoundBy::Identity);
  std::vector<std::size_t> begins;  // of each run
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || !all[i].IsRunOf(all[i - 1])) begins.push_back(i);
  }
  begins.push_back(all.size());
  std::vector<Run> runs(begins.size() - 1);
  ParallelFor(static_cast<unsigned>(searches.size()), (runs.size() + kManyRuns - 1) / kManyRuns,
              [&](std::size_t block, unsigned) {
                const std::size_t end = std::min(runs.size(), (block + 1) * kManyRuns);
                for (std::size_t i = block * kManyRuns; i < end; ++i)
                  runs[i] = JoinOne(std::span(all).subspan(begins[i], begins[i + 1] - begins[i]), starts);
              });
  return runs;
}

// The runs by their places, to find those that lie inside another.
class PlacedRuns {
 public:
  explicit PlacedRuns(const std::vector<Run>& runs) : runs_(runs) {
    for (std::uint32_t number = 0; number < runs.size(); ++number) {
      for (const Place& place : runs[number].places) placed_.push_back({place, number});
    }
    std::ranges::sort(placed_);
  }

  // Whether another run, not left out itself, has all the places of this one, and more, and is shorter by
  // less than `fold`.
  bool Folds(const Run& run, std::uint64_t fold, const std::vector<bool>& left_out) const {
    const Place& first = run.places.front();
    auto next = std::ranges::lower_bound(placed_, std::pair{first, std::uint32_t{0}});
    for (; next != placed_.end() && next->first.content == first.content &&
           next->first.offset - first.offset < fold;
         ++next) {
      if (left_out[next->second]) continue;
      const Run& other = runs_[next->second];
      const std::uint64_t later = next->first.offset - first.offset;
      if (later + other.length > run.length || other.length + fold <= run.length ||
          other.places.size() <= run.places.size())
        continue;
      if (std::ranges::all_of(run.places, [&](const Place& place) {
            return std::ranges::binary_search(other.places, Place{place.content, place.offset + later});
          }))
        return true;
    }
    return false;
  }

 private:
  const std::vector<Run>& runs_;
  std::vector<std::pair<Place, std::uint32_t>> placed_;
};

void FoldRuns(std::uint64_t fold, std::vector<Run>* runs) {
  std::vector<bool> folded(runs->size(), false);
  {
    const PlacedRuns placed(*runs);
    std::vector<std::size_t> shortest_first(runs->size());
    std::iota(shortest_first.begin(), shortest_first.end(), std::size_t{0});
    std::ranges::stable_sort(shortest_first, {}, [&](std::size_t i) { return (*runs)[i].length; });
    for (std::size_t i : shortest_first) folded[i] = placed.Folds((*runs)[i], fold, folded);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < runs->size(); ++i) {
    if (folded[i]) continue;
    if (kept != i) (*runs)[kept] = std::move((*runs)[i]);
    ++kept;
  }
  runs->resize(kept);
}

}  // namespace

std::vector<std::uint64_t> Starts(const Source& source, Grain grain) {
  std::vector<std::uint64_t> starts = {0};
  for (std::uint32_t content = 0; content < source.Count(); ++content) {
    // One unit between contents, so that a position behind the last byte of one is not the first of the next.
    starts.push_back(starts.back() + source.SizeOf(content) * UnitsPerByte(grain) + 1);
  }
  return starts;
}

FoundRuns FindRuns(Source& source, const SeedTable& seeds, const RunRules& rules, RunListener& listener) {
  const std::vector<std::uint64_t> starts = Starts(source, rules.grain);
  const std::vector<std::span<const Seed>> groups = seeds.Groups();

  // Neighbouring groups lie in the same files, so a thread takes some of them at a time.
  const unsigned threads = std::max(1u, rules.threads);
  Searches searches;
  for (unsigned thread = 0; thread < threads; ++thread) {
    searches.push_back(std::make_unique<GroupSearch>(source, starts, rules, listener));
  }
  const std::size_t stretches = (groups.size() + kStretch - 1) / kStretch;
  ParallelFor(threads, stretches, [&](std::size_t stretch, unsigned thread) {
    if (listener.StopRequested()) return;
    const std::size_t end = std::min(groups.size(), (stretch + 1) * kStretch);
    for (std::size_t i = stretch * kStretch; i < end; ++i) searches[thread]->Take(groups[i]);
  });

  FoundRuns result;
  for (const auto& search : searches) result.crowded_keys += search->crowded_keys();
  result.runs = Join(searches, starts);
  for (const Run& run : result.runs) listener.OnMatch(run.places[0], run.places[1], run.length);
  if (rules.fold > 0) FoldRuns(rules.fold, &result.runs);
  std::ranges::sort(result.runs, [](const Run& a, const Run& b) {
    return a.length != b.length ? a.length > b.length : a.places < b.places;
  });
  return result;
}

}  // namespace kindred
