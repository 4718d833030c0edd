// Groups of seeds, searched on several threads in stretches, then joined; see runs.h.
#include "span/runs.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <unordered_map>

#include "base/parallel.h"
#include "span/group_search.h"

namespace kindred {

namespace {

constexpr std::size_t kStretch = 1024;  // groups

// What each thread found, as one list: the same run may have been found by several.
std::vector<GroupSearch::Found> Join(std::vector<std::unique_ptr<GroupSearch>>& searches) {
  struct HashDigest {
    std::size_t operator()(const Digest& digest) const { return static_cast<std::size_t>(digest.low); }
  };
  std::unordered_map<Digest, std::size_t, HashDigest> numbers;
  std::vector<GroupSearch::Found> all;
  if (searches.size() == 1) return std::move(searches[0]->found());
  for (auto& search : searches) {
    for (GroupSearch::Found& found : search->found()) {
      const auto [entry, is_new] =
          numbers.try_emplace({found.digest.high ^ found.length, found.digest.low}, all.size());
      if (is_new) {
        all.push_back(std::move(found));
      } else {
        auto& positions = all[entry->second].positions;
        positions.insert(positions.end(), found.positions.begin(), found.positions.end());
      }
    }
    search.reset();
  }
  return all;
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

  // Neighbouring groups lie in the same runs, so a thread takes a stretch of them at a time.
  const unsigned threads = std::max(1u, rules.threads);
  std::vector<std::unique_ptr<GroupSearch>> searches;
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
  for (GroupSearch::Found& found : Join(searches)) {
    Run run{found.length, {}};
    std::ranges::sort(found.positions);
    const auto repeats = std::ranges::unique(found.positions);
    found.positions.erase(repeats.begin(), repeats.end());
    for (std::uint64_t position : found.positions) {
      const auto next = std::ranges::upper_bound(starts, position);
      const auto content = static_cast<std::uint32_t>(next - starts.begin() - 1);
      run.places.push_back({content, position - starts[content]});
    }
    result.runs.push_back(std::move(run));
  }
  if (rules.fold > 0) FoldRuns(rules.fold, &result.runs);
  std::ranges::sort(result.runs, [](const Run& a, const Run& b) {
    return a.length != b.length ? a.length > b.length : a.places < b.places;
  });
  return result;
}

}  // namespace kindred
