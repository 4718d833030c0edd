// See group_search.h and the rules in runs.h.
#include "span/group_search.h"

#include <algorithm>
#include <map>

namespace kindred {

namespace {

// Work of one group whose places agree with none of the representatives.
constexpr std::size_t kMostComparisons = std::size_t{1} << 22;
constexpr std::size_t kMostRepresentatives = 64;
// A key that stands several times in each period of a region is noticed if it stands no more often than this.
constexpr std::size_t kLookAhead = 4;
// Kinds of extents that one representative of a crowd may have; the rarest are left out.
constexpr std::size_t kMostKinds = 256;

}  // namespace

GroupSearch::GroupSearch(Source& source, std::span<const std::uint64_t> starts, const RunRules& rules,
                         RunListener& listener)
    : starts_(starts), rules_(rules), listener_(listener), extender_(source, rules.grain), known_(kKnown) {}

Place GroupSearch::At(Position position) const {
  const auto next = std::ranges::upper_bound(starts_, position);
  const auto content = static_cast<std::uint32_t>(next - starts_.begin() - 1);
  return {content, position - starts_[content]};
}

bool GroupSearch::SameContent(Position a, Position b) const {
  return std::ranges::upper_bound(starts_, a) == std::ranges::upper_bound(starts_, b);
}

Extent GroupSearch::Extend(Position a, Position b) {
  const Position diagonal = b - a;  // b is the greater
  Known& known = known_[(diagonal * 0x9E3779B97F4A7C15) >> (64 - 18)];
  if (known.diagonal != diagonal || a < known.begin || a >= known.end) {
    const Extent extent = extender_.Extend(At(a), At(b));
    if (extent.behind == 0) {
      listener_.OnFault(At(a), At(b));
      return {};
    }
    known = {diagonal, a - extent.before, a + extent.behind};
  }
  return {a - known.begin, known.end - a};
}

// Whether all places are those of the last group moved on within runs that were found from there.
bool GroupSearch::FollowsLast(std::span<const Seed> group) const {
  if (group.size() != last_.size()) return false;
  const std::uint64_t step = group.front().position - last_.front().position;
  if (step >= last_behind_) return false;
  return std::ranges::equal(
      last_, group, {}, [&](const Seed& seed) { return seed.position + step; }, &Seed::position);
}

void GroupSearch::Take(std::span<const Seed> group) {
  if (FollowsLast(group)) return;
  last_ = group;
  last_behind_ = 0;
  std::vector<Member> places = WithoutRepeats(group);
  if (places.size() < 2) return;
  if (places.size() <= kFew) {
    SearchFew(places);
  } else {
    ++crowded_keys_;
    SearchMany(std::move(places));
  }
}

bool GroupSearch::Overlaps(Position a, Position b, const Extent& extent) const {
  return extent.Length() > b - a && SameContent(a, b);
}

// The places but for those inside a periodic region: only the first and the last of each region are kept.
std::vector<GroupSearch::Member> GroupSearch::WithoutRepeats(std::span<const Seed> group) {
  std::vector<Member> places;
  std::vector<bool> taken(group.size(), false);
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (taken[i]) continue;
    const Position a = group[i].position;
    places.push_back({a, 0, 0});
    for (std::size_t j = i + 1; j < group.size() && j <= i + kLookAhead; ++j) {
      const Position b = group[j].position;
      if (!SameContent(a, b)) break;
      if (taken[j]) continue;
      const Extent extent = Extend(a, b);
      if (!Overlaps(a, b, extent)) continue;
      const Position begin = a - extent.before;
      const Position end = b + extent.behind;
      const Position period = AddPeriodic(a, b, extent);
      for (std::size_t k = j; k < group.size() && group[k].position < end; ++k) {
        if ((group[k].position - a) % period == 0) taken[k] = true;
      }
      // Where the key stands first and last in the region, marked there or not: so that regions of two files
      // are laid over each other with their begins or their ends together.
      const Position first = a - (a - begin) / period * period;
      places.back() = {first, begin, period};
      places.push_back({first + (end - 1 - first) / period * period, begin, period});
      break;
    }
  }
  std::ranges::sort(places, {}, &Member::position);
  return places;
}

// Two places of one content, whose runs overlap: the region has their distance as a period, and maybe a part
// of it as a smaller one.
std::uint64_t GroupSearch::AddPeriodic(Position a, Position b, const Extent& extent) {
  const Position begin = a - extent.before;
  const Position end = b + extent.behind;
  Position period = b - a;
  for (Position rest = period, factor = 2; rest > 1; ++factor) {
    if (factor * factor > rest) factor = rest;
    while (rest % factor == 0) {
      rest /= factor;
      const Position smaller = period / factor;
      if (Extend(begin, begin + smaller).behind >= end - begin - smaller) period = smaller;
    }
  }
  const std::array<Position, 2> places = {begin, begin + period};
  Add(places, end - begin - period);
  return period;
}

void GroupSearch::SearchFew(const std::vector<Member>& places) {
  const std::size_t count = places.size();
  std::vector<Extent> extents(count * count);
  std::uint64_t all_behind = ~std::uint64_t{0};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const Extent extent = Extend(places[i].position, places[j].position);
      extents[i * count + j] = extents[j * count + i] = extent;
      all_behind = std::min(all_behind, extent.behind);
    }
  }
  // Repeats inside periodic regions were taken out: then a later group may have places that this one lacks.
  last_behind_ = count == last_.size() ? all_behind : 0;

  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::vector<bool>>> seen;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const Extent& extent = extents[i * count + j];
      if (extent.Length() < rules_.min_length) continue;
      const Position distance = places[j].position - places[i].position;
      if (Overlaps(places[i].position, places[j].position, extent)) {
        if (AddPeriodic(places[i].position, places[j].position, extent) != distance) continue;
      } else if (InOneRegion(places[i], places[j])) {
        continue;
      }
      Candidate candidate{extent, std::vector<bool>(count, false), 0};
      for (std::size_t k = 0; k < count; ++k) {
        const Extent& other = extents[i * count + k];
        candidate.members[k] = k == i || (other.before >= extent.before && other.behind >= extent.behind);
        candidate.count += candidate.members[k];
      }
      auto& same = seen[{extent.before, extent.behind}];
      if (std::ranges::find(same, candidate.members) != same.end()) continue;
      AddCandidate(places, candidate);
      same.push_back(std::move(candidate.members));
    }
  }
}

// Each place is compared with the first; those that share nothing with it are left for the next round.
void GroupSearch::SearchMany(std::vector<Member> places) {
  const std::size_t rounds =
      std::clamp<std::size_t>(kMostComparisons / places.size(), 1, kMostRepresentatives);
  for (std::size_t round = 0; round < rounds && places.size() > 1; ++round) {
    std::vector<Member> rest;
    std::vector<Member> near = {places[0]};
    std::vector<Extent> extents = {{}};
    std::uint64_t all_behind = ~std::uint64_t{0};
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (InOneRegion(places[0], places[i])) continue;
      const Extent extent = Extend(places[0].position, places[i].position);
      all_behind = std::min(all_behind, extent.behind);
      if (extent.Length() < rules_.min_length) {
        rest.push_back(places[i]);
      } else if (Overlaps(places[0].position, places[i].position, extent)) {
        AddPeriodic(places[0].position, places[i].position, extent);
      } else {
        near.push_back(places[i]);
        extents.push_back(extent);
      }
    }
    if (round == 0 && near.size() == last_.size()) last_behind_ = all_behind;

    std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> kinds;
    for (std::size_t i = 1; i < near.size(); ++i) ++kinds[{extents[i].before, extents[i].behind}];
    std::vector<std::pair<std::size_t, Extent>> most;
    for (const auto& [kind, count] : kinds) most.push_back({count, {kind.first, kind.second}});
    std::ranges::stable_sort(most, std::greater<>(), [](const auto& kind) { return kind.first; });
    if (most.size() > kMostKinds) most.resize(kMostKinds);

    std::vector<Candidate> candidates;
    for (const auto& [times, extent] : most) {
      Candidate candidate{extent, std::vector<bool>(near.size(), false), 0};
      for (std::size_t i = 0; i < near.size(); ++i) {
        candidate.members[i] =
            i == 0 || (extents[i].before >= extent.before && extents[i].behind >= extent.behind);
        candidate.count += candidate.members[i];
      }
      candidates.push_back(std::move(candidate));
    }
    // Whether `other` has all the places of `one`, and more, and is hardly shorter.
    auto folds = [&](const Candidate& other, const Candidate& one) {
      return other.count > one.count && other.extent.before <= one.extent.before &&
             other.extent.behind <= one.extent.behind &&
             one.extent.Length() - other.extent.Length() < kFoldMany * UnitsPerByte(rules_.grain);
    };
    for (const Candidate& one : candidates) {
      if (std::ranges::none_of(candidates, [&](const Candidate& other) { return folds(other, one); }))
        AddCandidate(near, one);
    }
    places = std::move(rest);
  }
}

void GroupSearch::AddCandidate(const std::vector<Member>& places, const Candidate& candidate) {
  std::vector<Position> members;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (candidate.members[i]) members.push_back(places[i].position - candidate.extent.before);
  }
  Add(members, candidate.extent.Length());
}

// A run at places whose units from there on are equal. Its bytes tell which run it is.
void GroupSearch::Add(std::span<const Position> places, std::uint64_t length) {
  if (length < rules_.min_length) return;
  std::uint32_t number;
  if (const auto known = by_place_.find({places.front(), length}); known != by_place_.end()) {
    number = known->second;
  } else {
    const Digest digest = extender_.Hash(At(places.front()), length);
    const auto [entry, is_new] =
        by_digest_.try_emplace({digest.high ^ length, digest.low}, static_cast<std::uint32_t>(found_.size()));
    number = entry->second;
    if (is_new) {
      found_.push_back({length, digest, {}});
      listener_.OnMatch(At(places[0]), At(places[1]), length);
    }
  }
  for (Position place : places) {
    if (by_place_.try_emplace({place, length}, number).second) found_[number].positions.push_back(place);
  }
}

}  // namespace kindred
