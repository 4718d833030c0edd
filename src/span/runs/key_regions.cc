// See key_regions.h.
#include "span/runs/key_regions.h"

#include <algorithm>

namespace kindred::span {

void KeyRegions::Clear() {
  periods_.clear();
  all_.clear();
  by_begin_.clear();
  numbers_.clear();
  known_places_.clear();
  four_.clear();
  phases_.clear();
  stands_in_.clear();
}

std::uint32_t KeyRegions::Insert(const Region& region) {
  const auto [at, is_new] =
      by_begin_.try_emplace({region.period, region.begin}, static_cast<std::uint32_t>(all_.size()));
  if (is_new) all_.push_back(region);
  return at->second;
}

bool KeyRegions::Add(const Region& region) {
  if (std::ranges::find(periods_, region.period) == periods_.end()) {
    if (periods_.size() == kMostPeriods) return false;
    periods_.push_back(region.period);
  }
  Insert(region);
  return true;
}

// Regions of one period overlap by less than it, so those that begin last before `first` are the only ones.
std::uint32_t KeyRegions::Known(std::uint64_t period, Position first, Position end) const {
  auto at = by_begin_.upper_bound({period, first});
  for (int tries = 0; tries < 2 && at != by_begin_.begin(); ++tries) {
    --at;
    if (at->first.first != period) break;
    if (all_[at->second].end >= end) return at->second;
  }
  return kNone;
}

bool KeyRegions::InOne(Position a, Position b) const {
  return std::ranges::any_of(periods_, [&](std::uint64_t period) {
    return (b - a) % period == 0 && Known(period, a, b + least_) != kNone;
  });
}

// Fills here_: the regions in which the key recurs a period behind the place or before it.
void KeyRegions::RegionsAt(const KeyPlace& place, Position begin, Position end, Agreeing& agreeing) {
  here_.clear();
  for (std::uint64_t period : periods_) {
    for (bool behind : {true, false}) {
      if (!behind && place.position < begin + period) continue;
      const Position a = behind ? place.position : place.position - period;
      const Position b = a + period;
      if (b + least_ > end) continue;
      std::uint32_t region = Known(period, a, b + least_);
      if (region == kNone) {
        const std::uint64_t equal = agreeing.Behind(place.content, a, b);
        if (equal < least_) continue;
        region = Insert({a - agreeing.Before(place.content, a, b), b + equal, period});
      }
      if (std::ranges::find(here_, region) == here_.end()) here_.push_back(region);
    }
  }
}

void KeyRegions::AddFour(const KeyPlace& place, std::uint32_t number, std::vector<KeyPlace>* places) {
  const Region& region = all_[number];
  const std::uint64_t period = region.period;
  const std::uint64_t phase = (place.position - region.begin) % period;
  if (!phases_.insert({number, phase}).second) return;
  const Position first = region.begin + phase;
  const Position last = first + (region.end - least_ - first) / period * period;
  for (Position position : {first, first + period, last - period, last}) {
    if (position < first || position > last) continue;
    four_.insert(position);
    if (known_places_.insert(position).second)
      places->push_back({.position = position, .content = place.content});
  }
}

// Decides which places are searched, and sorts them.
void KeyRegions::Finish(std::vector<KeyPlace>* places) {
  for (KeyPlace& place : *places) {
    const auto first_region = static_cast<std::uint32_t>(stands_in_.size());
    place.added = four_.contains(place.position);
    for (std::uint32_t i = 0; i < place.regions; ++i) {
      const Region& region = all_[numbers_[place.first_region + i]];
      stands_in_.push_back(region);
      // The four are themselves the outermost, so what has two before it and two behind lies between them.
      const bool between = place.position - region.begin >= 2 * region.period &&
                           region.end - place.position >= 2 * region.period + least_;
      if (between && !place.added) place.searched = false;
    }
    // Few, and by period, as a run is laid out in them.
    std::sort(stands_in_.begin() + first_region, stands_in_.end(),
              [](const Region& a, const Region& b) { return a.period < b.period; });
    place.first_region = first_region;
  }
  std::ranges::sort(*places, {}, &KeyPlace::position);
}

}  // namespace kindred::span
