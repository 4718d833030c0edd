// Periodic data in GroupSearch: which places of a region are searched, and what is told of it. The rule is in
// runs.h. A region is a maximal stretch with a period that is at least twice as long as this; regions with
// one period may overlap by less than the period, regions with different ones may lie inside each other.
#include <algorithm>
#include <array>

#include "span/group_search.h"

namespace kindred::span {

namespace {

// What winnowing thins out (mark/winnowing.h), in bytes.
constexpr std::uint64_t kShortPeriod = 32;
// A key that stands several times in each period of a region is noticed if it stands no more often than this.
constexpr std::size_t kLookAhead = 4;

}  // namespace

bool GroupSearch::TwoInOneContent() const {
  return std::ranges::adjacent_find(members_, {}, &Member::content) != members_.end();
}

// Of the places inside a periodic region only the first two and the last are kept.
void GroupSearch::LeaveOutRepeats() {
  const std::vector<Member>& all = members_;
  thinned_.clear();
  standings_.clear();
  std::vector<bool> taken(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (taken[i]) continue;
    const Member& a = all[i];
    for (std::size_t ahead = 1; ahead <= kLookAhead && i + ahead < all.size(); ++ahead) {
      const std::size_t j = i + ahead;
      const Member& b = all[j];
      if (a.content != b.content) break;
      // Periodic data repeats at equal distances; of a short period only the first two places are marked.
      // Where places are few, all neighbours are tried: a short region may have just two of them.
      const std::uint64_t distance = b.position - a.position;
      const bool near = ahead == 1 && distance <= kShortPeriod * UnitsPerByte(rules_.grain);
      const bool again = j + ahead < all.size() && all[j + ahead].position - b.position == distance;
      if (taken[j] || (!near && !again && all.size() > kFew)) continue;
      const Extent extent = Extend(a, b);
      if (!Overlap(a, b, extent)) continue;
      const Position end = b.position + extent.behind;
      const std::uint64_t period = AddPeriodic(a, b, extent);
      for (std::size_t k = i; k < all.size() && all[k].position < end; ++k) {
        if ((all[k].position - a.position) % period == 0) taken[k] = true;
      }
      // Where the key stands first and last in the region, marked there or not: so that regions of two files
      // are laid over each other with their begins or their ends together.
      const Region region{a.position - extent.before, period};
      const Position first = a.position - extent.before / period * period;
      const Position last = first + (end - 1 - first) / period * period;
      standings_.push_back({first, a.content, region});
      // And second: so that a shorter region with another phase can lie wholly inside this one.
      if (first + period < last) standings_.push_back({first + period, a.content, region});
      standings_.push_back({last, a.content, region});
      break;
    }
    if (!taken[i]) thinned_.push_back(a);
  }
  members_.swap(thinned_);
  if (!standings_.empty()) AddStandings();
}

// Adds the places of standings_ to the members, each once: where a region goes over into the next one, which
// may have nearly a period in common with it, a place stands in both; and one that was left alone because its
// neighbours are far away may be found to stand in a region from another place.
void GroupSearch::AddStandings() {
  std::ranges::sort(standings_, {}, &Standing::position);
  stands_in_.clear();
  thinned_.clear();
  auto alone = members_.begin();
  for (const Standing& standing : standings_) {
    while (alone != members_.end() && alone->position < standing.position) thinned_.push_back(*alone++);
    if (alone != members_.end() && alone->position == standing.position) ++alone;
    if (thinned_.empty() || thinned_.back().position != standing.position) {
      const auto number = static_cast<std::uint32_t>(stands_in_.size());
      thinned_.push_back(
          {.position = standing.position, .content = standing.content, .first_region = number});
    }
    stands_in_.push_back(standing.region);
    ++thinned_.back().regions;
  }
  thinned_.insert(thinned_.end(), alone, members_.end());
  members_.swap(thinned_);
}

bool GroupSearch::InOneRegion(const Member& a, const Member& b) const {
  const auto of_b = std::span(stands_in_).subspan(b.first_region, b.regions);
  return std::ranges::any_of(std::span(stands_in_).subspan(a.first_region, a.regions),
                             [&](const Region& region) {
                               return (b.position - a.position) % region.period == 0 &&
                                      std::ranges::find(of_b, region) != of_b.end();
                             });
}

// Two places of one content, whose runs overlap: the region has their distance as a period, and maybe a part
// of it as a smaller one.
std::uint64_t GroupSearch::AddPeriodic(const Member& a, const Member& b, const Extent& extent) {
  const Position end = b.position + extent.behind;
  Member begin = a;
  begin.position -= extent.before;
  std::uint64_t period = b.position - a.position;
  for (std::uint64_t rest = period, factor = 2; rest > 1; ++factor) {
    if (factor * factor > rest) factor = rest;
    while (rest % factor == 0) {
      rest /= factor;
      const std::uint64_t smaller = period / factor;
      Member later = begin;
      later.position += smaller;
      if (extender_.Behind(At(begin), At(later)) >= end - begin.position - smaller) period = smaller;
    }
  }
  // Every key of the region leads here.
  if (regions_.insert((begin.position * 0x9E3779B97F4A7C15 ^ end) * 0xD6E8FEB86659FD93 ^ period).second) {
    Place later = At(begin);
    later.offset += period;
    AddPlaces(std::array{At(begin), later}, end - begin.position - period);
  }
  return period;
}

// Whether a run that two members share tells more than that they stand in one periodic region. What it tells
// of the region is added.
bool GroupSearch::Wanted(const Member& a, const Member& b, const Extent& extent) {
  // With one period between them this is the region's own run, which may stand elsewhere, too.
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

// Whether two of run_members_ that agree exactly so far tell more than that a region is periodic.
bool GroupSearch::Wanted(const Extent& extent) {
  if (!MayOverlap(extent) || run_members_.size() > kFew) return true;
  bool wanted = false;
  for (std::size_t i = 0; i < run_members_.size(); ++i) {
    for (std::size_t j = i + 1; j < run_members_.size(); ++j) {
      if (ExtentOf(run_members_[i], run_members_[j]) != extent) continue;
      wanted |= Wanted(members_[run_members_[i]], members_[run_members_[j]], extent);
    }
  }
  return wanted;
}

}  // namespace kindred::span
