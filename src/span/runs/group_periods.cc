// Periodic data in GroupSearch: which places of a region are searched, and what is reported of it. The rule
// is in runs.h, the proof in docs/inside/spans.md.
#include <algorithm>
#include <array>

#include "span/runs/group_search.h"

namespace kindred::span {

namespace {

// In bytes. Of shorter periods only the ends of a region are marked (mark/methods/winnowing.h).
constexpr std::uint64_t kShortPeriod = 32;
// A key that occurs several times in each period of a region is recognised up to this number of times.
constexpr std::size_t kLookAhead = 4;

}  // namespace

bool GroupSearch::TwoInOneContent() const {
  return std::ranges::adjacent_find(members_, {}, &Member::content) != members_.end();
}

// Finds regions from members close to each other. Only regions whose places were left out by the marks or the
// seeds must be found; of any other all places are searched.
void GroupSearch::FindPeriods() {
  const std::vector<Member>& all = members_;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Member& a = all[i];
    for (std::size_t ahead = 1; ahead <= kLookAhead && i + ahead < all.size(); ++ahead) {
      const std::size_t j = i + ahead;
      const Member& b = all[j];
      if (a.content != b.content) break;
      // Periodic data repeats at equal distances. Where places are few, all neighbours are tried: a short
      // region may have just two of them. Equal links come from a row of seeds of which only the ends were
      // kept.
      const std::uint64_t distance = b.position - a.position;
      const bool near = ahead == 1 && distance <= kShortPeriod * UnitsPerByte(rules_.grain);
      const bool again = j + ahead < all.size() && all[j + ahead].position - b.position == distance;
      const bool row = ahead == 1 && b.link != 0 && j + 1 < all.size() && all[j + 1].link == b.link;
      if (!near && !again && !row && all.size() > kFew) continue;
      if (regions_.InOne(a.position, b.position)) continue;
      const Extent extent = Extend(a, b);
      if (Overlap(a, b, extent)) AddPeriodic(a, b, extent);
    }
  }
}

// Of the places inside a periodic region only the first two and the last two are kept, marked or not.
void GroupSearch::LeaveOutRepeats() {
  FindPeriods();
  if (regions_.Empty()) return;
  key_places_.clear();
  for (const Member& member : members_)
    key_places_.push_back({.position = member.position, .content = member.content});
  const auto bounds = [&](std::uint32_t content) {
    return std::pair(starts_[content], starts_[content + 1] - 1);
  };
  if (!regions_.Close(&key_places_, bounds, *this)) left_out_ = true;
  thinned_.clear();
  auto marked = members_.begin();
  for (const KeyRegions::KeyPlace& place : key_places_) {
    while (marked != members_.end() && marked->position < place.position) ++marked;
    if (!place.searched) continue;
    // What the four places share may not have been found from the mark before.
    const bool keep_link = !place.added && marked != members_.end() && marked->position == place.position;
    thinned_.push_back({.position = place.position,
                        .link = keep_link ? marked->link : 0,
                        .content = place.content,
                        .first_region = place.first_region,
                        .regions = place.regions});
  }
  members_.swap(thinned_);
  FindBytes();
}

std::uint64_t GroupSearch::Before(std::uint32_t content, Position a, Position b) {
  return Reach(Side::kBefore, {.position = a, .content = content}, {.position = b, .content = content});
}

std::uint64_t GroupSearch::Behind(std::uint32_t content, Position a, Position b) {
  return Reach(Side::kBehind, {.position = a, .content = content}, {.position = b, .content = content});
}

bool GroupSearch::InOneRegion(const Member& a, const Member& b) const {
  const auto of_b = RegionsOf(b);
  return std::ranges::any_of(RegionsOf(a), [&](const Region& region) {
    // At one period's distance it is the region's own run.
    return b.position - a.position > region.period && (b.position - a.position) % region.period == 0 &&
           std::ranges::find(of_b, region) != of_b.end();
  });
}

// Two places of one content, whose runs overlap: the region has their distance as a period, and maybe a part
// of it as a smaller one. Every key of the region leads here.
std::uint64_t GroupSearch::AddPeriodic(const Member& a, const Member& b, const Extent& extent) {
  const Position begin = a.position - extent.before;
  const Position end = b.position + extent.behind;
  const std::uint64_t distance = b.position - a.position;
  const Place first{a.content, begin - starts_[a.content]};
  const auto [known, is_new] = smallest_periods_.try_emplace(
      (begin * 0x9E3779B97F4A7C15 ^ end) * 0xD6E8FEB86659FD93 ^ distance, distance);
  if (is_new) {
    known->second = SmallestPeriod(first, end - begin, distance);
    if (known->second < distance) {
      AddPeriodic(a, {.position = a.position + known->second, .content = a.content},
                  {extent.before, end - a.position - known->second});
    } else {
      AddPlaces(std::array{first, Place{first.content, first.offset + distance}}, end - begin - distance);
    }
  }
  if (!regions_.Add({begin, end, known->second})) left_out_ = true;
  return known->second;
}

// Of `length` units that have this period; a smaller one is a part of it.
std::uint64_t GroupSearch::SmallestPeriod(Place begin, std::uint64_t length, std::uint64_t period) {
  for (std::uint64_t rest = period, factor = 2; rest > 1; ++factor) {
    if (factor * factor > rest) factor = rest;
    while (rest % factor == 0) {
      rest /= factor;
      const std::uint64_t smaller = period / factor;
      if (extender_.Behind(begin, {begin.content, begin.offset + smaller}) >= length - smaller)
        period = smaller;
    }
  }
  return period;
}

// Adds to run_places_ where a run of the member occurs: in each of its regions as many places as cover it.
void GroupSearch::SpreadPlaces(const Member& member, const Extent& extent) {
  const std::uint64_t length = extent.Length();
  spread_.assign(1, member.position - extent.before);
  for (const Region& region : RegionsOf(member)) {
    const std::uint64_t period = region.period;
    const std::uint64_t stride = std::max(period, length / period * period);
    wider_.clear();
    for (Position at : spread_) {
      if (at < region.begin || at + length > region.end) {
        wider_.push_back(at);
        continue;
      }
      Position first = region.begin + (at - region.begin) % period;
      const Position last = first + (region.end - length - first) / period * period;
      if ((last - first) / stride + wider_.size() > places_left_) {
        left_out_ = true;
        wider_.push_back(at);
        continue;
      }
      for (; first < last; first += stride) wider_.push_back(first);
      wider_.push_back(last);
    }
    std::ranges::sort(wider_);
    const auto again = std::ranges::unique(wider_);
    wider_.erase(again.begin(), again.end());
    spread_.swap(wider_);
  }
  for (Position at : spread_) run_places_.push_back({member.content, at - starts_[member.content]});
}

// Whether SpreadPlaces adds the same places for both: what the smallest region makes of them decides.
bool GroupSearch::SpreadAlike(const Member& a, const Member& b, const Extent& extent) const {
  const auto of_a = RegionsOf(a);
  const auto of_b = RegionsOf(b);
  if (!std::ranges::equal(of_a, of_b)) return false;
  const Region& region = of_a.front();
  auto inside = [&](const Member& member) {
    return member.position - region.begin >= extent.before && member.position + extent.behind <= region.end;
  };
  return inside(a) && inside(b) && (b.position - a.position) % region.period == 0;
}

// Whether a run that two members share is more than evidence of one periodic region. The region's own run is
// added here.
bool GroupSearch::Wanted(const Member& a, const Member& b, const Extent& extent) {
  // With one period between them this is the region's own run, which may occur elsewhere, too.
  if (Overlap(a, b, extent)) return AddPeriodic(a, b, extent) == b.position - a.position;
  return !InOneRegion(a, b);
}

// Whether two of run_members_ may lie in one periodic region.
bool GroupSearch::MayOverlap(const Extent& extent) const {
  if (!repeats_) return false;
  for (std::size_t i = 0; i + 1 < run_members_.size(); ++i) {
    const Member& a = members_[run_members_[i]];
    const Member& b = members_[run_members_[i + 1]];
    if (a.content == b.content && (a.regions != 0 || b.position - a.position < extent.Length())) return true;
  }
  return false;
}

// Whether each of run_members_ has the run inside a region of this period.
bool GroupSearch::AllInRegions(const Extent& extent, std::uint64_t period) const {
  return std::ranges::all_of(run_members_, [&](std::uint32_t number) {
    const Member& member = members_[number];
    return std::ranges::any_of(RegionsOf(member), [&](const Region& region) {
      return region.period == period && region.end - region.begin >= 2 * period &&
             member.position - region.begin >= extent.before && member.position + extent.behind <= region.end;
    });
  });
}

// Whether a run of run_members_, two of which agree exactly this far, is more than evidence of a periodic
// region. It does if one of them lies in no such region.
bool GroupSearch::Wanted(const Extent& extent) {
  if (!MayOverlap(extent) || run_members_.size() > kFew) return true;
  bool wanted = false;
  for (std::size_t i = 0; i < run_members_.size(); ++i) {
    for (std::size_t j = i + 1; j < run_members_.size(); ++j) {
      if (ExtentOf(run_members_[i], run_members_[j]) != extent) continue;
      const Member& a = members_[run_members_[i]];
      const Member& b = members_[run_members_[j]];
      wanted |= Wanted(a, b, extent);
      if (wanted || Overlap(a, b, extent)) continue;
      wanted = std::ranges::none_of(RegionsOf(a), [&](const Region& region) {
        return (b.position - a.position) % region.period == 0 && AllInRegions(extent, region.period);
      });
    }
  }
  return wanted;
}

}  // namespace kindred::span
