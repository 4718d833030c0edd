// Checks the guarantee of --every-run against a suffix array. It is, from docs/inside/spans.md:
//
//   1. A maximal run is listed, with all its places, unless each of these lies in a periodic region of one
//      period (a stretch of two periods or more), so that the regions show it.
//   2. Then, wherever it occurs in two of the regions, or twice in one, a listed run has a place in each of
//      them, and lays them over each other so that they agree at least as far there.
//   3. Nothing else is listed: every listed run is maximal, and its bytes are at each of its places.
//
// And the shares: the listed runs that are in A and in B cover of A what SharedBytes counts.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mark/methods/winnowing.h"
#include "span/runs/runs.h"
#include "span/shares/coverage.h"
#include "tests/oracle/memory_source.h"
#include "tests/oracle/suffix_truth.h"

namespace kindred::testing_support {

inline void AddSeeds(MemorySource& source, span::Grain grain, mark::Marker& marker,
                     std::uint64_t units_per_offset, span::SeedTable* seeds) {
  const auto starts = span::Starts(source, grain);
  span::Extender extender(source, grain);
  for (std::uint32_t content = 0; content < source.Count(); ++content) {
    std::vector<Mark> marks;
    marker.Begin(0);
    marker.Feed({reinterpret_cast<const std::uint8_t*>(source[content].data()), source[content].size()});
    marker.Finish(&marks);
    std::vector<span::MarkedPlace> places;
    for (const Mark& mark : marks)
      places.push_back({mark.key, mark.offset * units_per_offset, mark.length * units_per_offset});
    for (const span::Seed& seed : span::LinkedSeeds(extender, content, starts[content], places))
      seeds->Add(0, seed);
  }
}

// Every run of bytes, as the engine finds them.
inline span::FoundRuns SearchBytes(MemorySource& source, std::uint64_t length, unsigned threads = 1,
                                   std::uint64_t fold = 0) {
  span::SeedTable seeds(1);
  const mark::Winnowing winnowing = mark::WinnowingFor(length);
  AddSeeds(source, span::Grain::kByte, *mark::NewWinnower(winnowing), 1, &seeds);
  seeds.Prune();
  span::RunListener listener;
  return span::FindRuns(source, seeds, {length, span::Grain::kByte, fold, threads, winnowing.gram}, listener);
}

class SpanPromise {
 public:
  // `broken()` is empty if all of it is kept.
  SpanPromise(const std::vector<std::string>& contents, std::size_t min_length, const span::FoundRuns& found)
      : contents_(contents), truth_(contents, min_length), found_(found) {
    CheckListed();
    CheckRepeats();
  }

  const std::string& broken() const { return broken_; }
  std::size_t runs() const { return truth_.repeats().size(); }

 private:
  struct Region {
    std::size_t begin;
    std::size_t end;
    auto operator<=>(const Region&) const = default;
  };

  static std::string TextOf(std::size_t length, const std::vector<span::Place>& places) {
    std::string text = std::to_string(length) + " at";
    for (const span::Place& place : places)
      text += " " + std::to_string(place.content) + ":" + std::to_string(place.offset);
    return text + "\n";
  }

  // The maximal stretch with this period that holds `length` bytes from a place on; empty if it is shorter
  // than two periods.
  Region RegionOf(const span::Place& place, std::size_t length, std::size_t period) {
    auto& known = regions_[{place.content, period}];
    auto next = known.upper_bound(place.offset);
    // Regions of one period overlap by less than it.
    for (int tries = 0; tries < 2 && next != known.begin(); ++tries) {
      --next;
      if (next->second >= place.offset + length) return {next->first, next->second};
    }
    const Region region = FindRegion(place, length, period);
    if (region.end != 0) known[region.begin] = region.end;
    return region;
  }

  Region FindRegion(const span::Place& place, std::size_t length, std::size_t period) const {
    const std::string& bytes = contents_[place.content];
    // One period before the place and the other from it on, or both from it on.
    for (std::size_t first : {place.offset, place.offset - std::min<std::size_t>(place.offset, period)}) {
      Region region{first, first + period};
      while (region.begin > 0 && region.begin + period <= bytes.size() &&
             bytes[region.begin - 1] == bytes[region.begin - 1 + period])
        --region.begin;
      while (region.end < bytes.size() && bytes[region.end] == bytes[region.end - period]) ++region.end;
      if (region.end <= bytes.size() && region.end >= place.offset + length &&
          region.end - region.begin >= 2 * period)
        return region;
    }
    return {0, 0};
  }

  // The periods of regions that hold every place of a repeat.
  std::vector<std::size_t> PeriodsOfRegions(const SuffixTruth::Repeat& repeat) {
    std::vector<std::size_t> periods;
    if (repeat.period < repeat.length) periods.push_back(repeat.period);
    for (std::size_t i = 0; i + 1 < repeat.places.size(); ++i) {
      const span::Place& a = repeat.places[i];
      const span::Place& b = repeat.places[i + 1];
      if (a.content == b.content) periods.push_back(b.offset - a.offset);
    }
    std::ranges::sort(periods);
    const auto again = std::ranges::unique(periods);
    periods.erase(again.begin(), again.end());
    std::erase_if(periods, [&](std::size_t period) {
      return std::ranges::any_of(repeat.places, [&](const span::Place& place) {
        return RegionOf(place, repeat.length, period).end == 0;
      });
    });
    return periods;
  }

  void CheckListed() {
    std::map<std::size_t, std::vector<const SuffixTruth::Repeat*>> by_length;
    for (const auto& repeat : truth_.repeats()) by_length[repeat.length].push_back(&repeat);
    for (const span::Run& run : found_.runs) {
      if (std::ranges::none_of(by_length[run.length], [&](const SuffixTruth::Repeat* repeat) {
            return std::ranges::includes(repeat->places, run.places);
          }))
        broken_ += "no maximal run: " + TextOf(run.length, run.places);
    }
  }

  void CheckRepeats() {
    std::set<std::pair<std::uint64_t, std::vector<span::Place>>> listed;
    for (const span::Run& run : found_.runs) {
      if (!listed.insert({run.length, run.places}).second)
        broken_ += "listed twice: " + TextOf(run.length, run.places);
    }
    for (const auto& repeat : truth_.repeats()) {
      if (listed.contains({repeat.length, repeat.places})) continue;
      if (std::ranges::none_of(PeriodsOfRegions(repeat),
                               [&](std::size_t period) { return RegionsTell(repeat, period); }))
        broken_ += "missed: " + TextOf(repeat.length, repeat.places);
    }
  }

  bool RegionsTell(const SuffixTruth::Repeat& repeat, std::size_t period) {
    // One place in each region; two where there are two.
    std::map<std::pair<std::uint32_t, Region>, std::vector<span::Place>> by_region;
    for (const span::Place& place : repeat.places) {
      auto& places = by_region[{place.content, RegionOf(place, repeat.length, period)}];
      if (places.size() < 2) places.push_back(place);
    }
    for (auto one = by_region.begin(); one != by_region.end(); ++one) {
      for (auto other = one; other != by_region.end(); ++other) {
        if (one == other && one->second.size() < 2) continue;
        if (!IsLaidOver(repeat.length, period, one->second[0], one->first.second, other->second[0],
                        other->first.second))
          return false;
      }
    }
    return true;
  }

  // Whether a listed run has the repeat inside it at the phase of `a` in its region and of `b` in its own.
  bool IsLaidOver(std::size_t length, std::size_t period, const span::Place& a, const Region& of_a,
                  const span::Place& b, const Region& of_b) const {
    for (const span::Run& run : found_.runs) {
      if (run.length < length) continue;
      for (const span::Place& p : run.places) {
        if (p.content != a.content || p.offset >= of_a.end || p.offset + run.length <= of_a.begin) continue;
        for (const span::Place& q : run.places) {
          if (q.content != b.content || p == q) continue;
          // From the first place of the repeat on that is in the run and in the region of a.
          const std::size_t from = std::max<std::size_t>(p.offset, of_a.begin);
          const std::size_t phase = (from + period * a.offset - a.offset) % period;
          std::size_t at = from + (period - phase) % period;
          for (; at + length <= std::min<std::size_t>(p.offset + run.length, of_a.end); at += period) {
            const std::size_t there = at - p.offset + q.offset;
            if (there >= of_b.begin && there + length <= of_b.end &&
                (there + period * b.offset - b.offset) % period == 0)
              return true;
          }
        }
      }
    }
    return false;
  }

  const std::vector<std::string>& contents_;
  const SuffixTruth truth_;
  const span::FoundRuns& found_;
  // By content and period: begins and ends.
  std::map<std::pair<std::uint32_t, std::size_t>, std::map<std::size_t, std::size_t>> regions_;
  std::string broken_;
};

// Empty if the runs of two contents cover of each what it shares with the other, counted otherwise.
inline std::string SharesThatDiffer(const std::vector<std::string>& contents, std::size_t length,
                                    const span::FoundRuns& found) {
  std::string broken;
  for (std::uint32_t one = 0; one < 2; ++one) {
    const std::string& a = contents[one];
    const std::string& b = contents[1 - one];
    std::vector<bool> listed(a.size(), false);
    for (const span::Run& run : found.runs) {
      if (run.places.front().content == run.places.back().content) continue;
      for (const span::Place& place : run.places) {
        if (place.content != one) continue;
        std::fill_n(listed.begin() + static_cast<std::ptrdiff_t>(place.offset), run.length, true);
      }
    }
    auto bytes = [](const std::string& text) {
      return std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    };
    const auto covered = static_cast<std::uint64_t>(std::ranges::count(listed, true));
    const std::uint64_t shared = span::SharedBytes(bytes(a), bytes(b), length);
    if (covered != shared)
      broken += std::to_string(covered) + " of content " + std::to_string(one) + " listed, " +
                std::to_string(shared) + " shared\n";
  }
  return broken;
}

}  // namespace kindred::testing_support
