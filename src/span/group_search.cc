// See group_search.h and the rules in runs.h.
#include "span/group_search.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace kindred {

namespace {

// Work of one group whose places agree with none of the representatives.
constexpr std::size_t kMostComparisons = std::size_t{1} << 22;
constexpr std::size_t kMostRepresentatives = 64;
// Fewer places are compared with each other before anything cleverer is tried.
constexpr std::size_t kFewest = 6;
// What winnowing thins out (mark/winnowing.h), in bytes.
constexpr std::uint64_t kShortPeriod = 32;
// A key that stands several times in each period of a region is noticed if it stands no more often than this.
constexpr std::size_t kLookAhead = 4;
// Kinds of extents that one representative of a crowd may have; the rarest are left out.
constexpr std::size_t kMostKinds = 256;
// Families within families of a crowd.
constexpr int kDeepest = 16;

}  // namespace

GroupSearch::GroupSearch(Source& source, std::span<const std::uint64_t> starts, const RunRules& rules,
                         RunListener& listener)
    : starts_(starts),
      rules_(rules),
      listener_(listener),
      extender_(source, rules.grain),
      known_(std::size_t{1} << kKnownBits),
      before_(kFew * kFew),
      behind_(kFew * kFew) {}

std::uint32_t GroupSearch::ContentOf(Position position) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, position) - starts_.begin() - 1);
}

Extent GroupSearch::Extend(const Member& a, const Member& b) {
  const Known& known = KnownOn(b.position - a.position);
  if (known.diagonal == b.position - a.position && a.position >= known.begin && a.position < known.end)
    return {a.position - known.begin, known.end - a.position};
  const Extent extent = extender_.Extend(At(a), At(b));
  if (extent.behind == 0) {
    listener_.OnFault(At(a), At(b));
    return {};
  }
  Remember(a, b, extent);
  return extent;
}

void GroupSearch::Remember(const Member& a, const Member& b, const Extent& extent) {
  if (extent.Length() < kLong) return;
  const Position diagonal = b.position - a.position;
  KnownOn(diagonal) = {diagonal, a.position - extent.before, a.position + extent.behind};
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
  const std::vector<Member> places = WithoutRepeats(group);
  if (places.size() <= kFewest) {
    Search(places);
    return;
  }
  // A run that is long enough reaches over half its least length on one side at least, so places that share
  // one are equal there. Most keys with many places are common only for a line or so, and fall apart here.
  const auto equal_behind = SplitBy(Side::kBehind, places);
  for (const std::vector<Member>& part : equal_behind) Search(part);
  if (equal_behind.size() == 1 && equal_behind[0].size() == places.size()) return;
  for (const std::vector<Member>& part : SplitBy(Side::kBefore, places)) Search(part);
}

std::vector<std::vector<GroupSearch::Member>> GroupSearch::SplitBy(Side side,
                                                                   const std::vector<Member>& places) {
  const std::uint64_t half = rules_.min_length / 2;
  std::vector<std::pair<std::uint64_t, std::size_t>> by_hash;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Member& member = places[i];
    Place from = At(member);
    const Position end = starts_[member.content + 1] - 1;
    if (side == Side::kBehind ? end - member.position < half : from.offset < half) continue;
    if (side == Side::kBefore) from.offset -= half;
    by_hash.emplace_back(extender_.Hash(from, half).low, i);
  }
  std::ranges::sort(by_hash);
  std::vector<std::vector<Member>> parts;
  for (std::size_t begin = 0; begin < by_hash.size();) {
    std::vector<Member> part;
    std::size_t end = begin;
    for (; end < by_hash.size() && by_hash[end].first == by_hash[begin].first; ++end) {
      part.push_back(places[by_hash[end].second]);
    }
    if (part.size() > 1) parts.push_back(std::move(part));
    begin = end;
  }
  return parts;
}

void GroupSearch::Search(std::span<const Member> places) {
  if (places.size() < 2) return;
  if (places.size() <= kFew) {
    SearchFew(places);
  } else {
    ++crowded_keys_;
    SearchMany(places);
  }
}

// The places but for those inside a periodic region: only the first two and the last of each are kept.
std::vector<GroupSearch::Member> GroupSearch::WithoutRepeats(std::span<const Seed> group) {
  std::vector<Member> all;
  for (const Seed& seed : group) {
    // Ascending, so most stand in the content of the one before.
    const bool same = !all.empty() && seed.position < starts_[all.back().content + 1];
    all.push_back({seed.position, same ? all.back().content : ContentOf(seed.position), 0, 0});
  }
  std::vector<Member> places;
  std::vector<bool> taken(all.size(), false);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (taken[i]) continue;
    const Member& a = all[i];
    places.push_back(a);
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
      const Position begin = a.position - extent.before;
      const Position end = b.position + extent.behind;
      const std::uint64_t period = AddPeriodic(a, b, extent);
      for (std::size_t k = j; k < all.size() && all[k].position < end; ++k) {
        if ((all[k].position - a.position) % period == 0) taken[k] = true;
      }
      // Where the key stands first and last in the region, marked there or not: so that regions of two files
      // are laid over each other with their begins or their ends together.
      const Position first = a.position - extent.before / period * period;
      const Position last = first + (end - 1 - first) / period * period;
      places.back() = {first, a.content, begin, period};
      // And second: so that a shorter region with another phase can lie wholly inside this one.
      if (first + period < last) places.push_back({first + period, a.content, begin, period});
      places.push_back({last, a.content, begin, period});
      break;
    }
  }
  std::ranges::sort(places, {}, &Member::position);
  return places;
}

// Two places of one content, whose runs overlap: the region has their distance as a period, and maybe a part
// of it as a smaller one.
std::uint64_t GroupSearch::AddPeriodic(const Member& a, const Member& b, const Extent& extent) {
  const Position end = b.position + extent.behind;
  Member begin = a;
  begin.position -= extent.before;
  auto later = [&](std::uint64_t period) {
    Member member = begin;
    member.position += period;
    return member;
  };
  std::uint64_t period = b.position - a.position;
  for (std::uint64_t rest = period, factor = 2; rest > 1; ++factor) {
    if (factor * factor > rest) factor = rest;
    while (rest % factor == 0) {
      rest /= factor;
      const std::uint64_t smaller = period / factor;
      if (extender_.Behind(At(begin), At(later(smaller))) >= end - begin.position - smaller) period = smaller;
    }
  }
  const std::array<Member, 2> starts = {begin, later(period)};
  AddStarts(starts, end - begin.position - period);
  return period;
}

// Fills before_ or behind_ for all pairs. Of three places two agree with the third as far as the shorter of
// their agreements, unless both agree with it equally far: only then are the two compared, and only from
// there on. So each place is compared along one path of a tree, not with every other place.
void GroupSearch::Measure(Side side, std::span<const Member> places) {
  std::vector<std::uint64_t>& agree = side == Side::kBefore ? before_ : behind_;
  auto set = [&](std::size_t i, std::size_t j, std::uint64_t reached) {
    agree[i * kFew + j] = agree[j * kFew + i] = reached;
  };
  std::array<std::uint8_t, kFew> order;
  for (std::size_t i = 0; i < places.size(); ++i) order[i] = static_cast<std::uint8_t>(i);
  // Parts of `order` whose members agree so far with each other.
  struct Part {
    std::size_t begin;
    std::size_t end;
    std::uint64_t reached;
  };
  std::array<Part, kFew> parts;
  std::size_t open = 0;
  parts[open++] = {0, places.size(), 0};
  while (open > 0) {
    const Part part = parts[--open];
    const std::size_t center = order[part.begin];
    const std::span<std::uint8_t> others(order.data() + part.begin + 1, order.data() + part.end);
    for (std::uint8_t other : others) {
      set(center, other,
          Reach(side, places[std::min<std::size_t>(center, other)],
                places[std::max<std::size_t>(center, other)], part.reached));
    }
    std::ranges::sort(others, {}, [&](std::uint8_t other) { return agree[center * kFew + other]; });
    for (std::size_t begin = 0; begin < others.size();) {
      const std::uint64_t reached = agree[center * kFew + others[begin]];
      std::size_t end = begin;
      while (end < others.size() && agree[center * kFew + others[end]] == reached) ++end;
      for (std::size_t i = begin; i < end; ++i) {
        for (std::size_t j = end; j < others.size(); ++j) set(others[i], others[j], reached);
      }
      if (end - begin > 1) parts[open++] = {part.begin + 1 + begin, part.begin + 1 + end, reached};
      begin = end;
    }
  }
}

// How far two places agree on one side; they do for the first `reached` units.
std::uint64_t GroupSearch::Reach(Side side, const Member& a, const Member& b, std::uint64_t reached) {
  const Known& known = KnownOn(b.position - a.position);
  if (known.diagonal == b.position - a.position && a.position >= known.begin && a.position < known.end)
    return side == Side::kBefore ? a.position - known.begin : known.end - a.position;
  Place at_a = At(a);
  Place at_b = At(b);
  if (side == Side::kBefore) {
    at_a.offset -= reached;
    at_b.offset -= reached;
    return reached + extender_.Before(at_a, at_b);
  }
  at_a.offset += reached;
  at_b.offset += reached;
  return reached + extender_.Behind(at_a, at_b);
}

void GroupSearch::SearchFew(std::span<const Member> places) {
  const std::size_t count = places.size();
  Measure(Side::kBehind, places);
  Measure(Side::kBefore, places);
  auto extent_of = [&](std::size_t i, std::size_t j) {
    return Extent{before_[i * kFew + j], behind_[i * kFew + j]};
  };
  wanted_.clear();
  std::uint64_t all_behind = ~std::uint64_t{0};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const Extent extent = extent_of(i, j);
      all_behind = std::min(all_behind, extent.behind);
      if (extent.behind == 0) listener_.OnFault(At(places[i]), At(places[j]));
      if (extent.Length() < rules_.min_length) continue;
      Remember(places[i], places[j], extent);
      if (Overlap(places[i], places[j], extent)) {
        // With one period between them this is the region's own run, which may stand elsewhere, too.
        const std::uint64_t distance = places[j].position - places[i].position;
        if (AddPeriodic(places[i], places[j], extent) != distance) continue;
      } else if (InOneRegion(places[i], places[j])) {
        continue;
      }
      wanted_.push_back({extent, i});
    }
  }
  // Repeats inside periodic regions were taken out: then a later group may have places that this one lacks.
  if (count == last_.size()) last_behind_ = all_behind;

  std::ranges::sort(wanted_, {}, [](const PairExtent& pair) {
    return std::tuple(pair.extent.before, pair.extent.behind, pair.i);
  });
  // To agree over an extent is an equivalence, so each place has one run with it.
  std::uint64_t done = 0;
  static_assert(kFew <= 64);
  for (std::size_t k = 0; k < wanted_.size(); ++k) {
    const auto& [extent, i] = wanted_[k];
    if (k == 0 || wanted_[k - 1].extent != extent) done = 0;
    if ((done >> i & 1) != 0) continue;
    std::uint64_t members = std::uint64_t{1} << i;
    for (std::size_t j = 0; j < count; ++j) {
      if (j != i && before_[i * kFew + j] >= extent.before && behind_[i * kFew + j] >= extent.behind)
        members |= std::uint64_t{1} << j;
    }
    done |= members;
    Add(places, extent, [&](std::size_t j) { return (members >> j & 1) != 0; });
  }
}

// Each place is compared with the first; those that share nothing with it are left for the next round.
void GroupSearch::SearchMany(std::span<const Member> all) {
  std::vector<Member> places(all.begin(), all.end());
  const std::size_t rounds =
      std::clamp<std::size_t>(kMostComparisons / places.size(), 1, kMostRepresentatives);
  for (std::size_t round = 0; round < rounds && places.size() > 1; ++round) {
    std::vector<Member> rest;
    std::vector<Member> near = {places[0]};
    std::vector<Extent> extents = {{}};
    std::uint64_t all_behind = ~std::uint64_t{0};
    for (std::size_t i = 1; i < places.size(); ++i) {
      if (InOneRegion(places[0], places[i])) continue;
      const Extent extent = Extend(places[0], places[i]);
      all_behind = std::min(all_behind, extent.behind);
      if (extent.Length() < rules_.min_length) {
        rest.push_back(places[i]);
      } else if (Overlap(places[0], places[i], extent)) {
        AddPeriodic(places[0], places[i], extent);
      } else {
        near.push_back(places[i]);
        extents.push_back(extent);
      }
    }
    if (round == 0 && near.size() == last_.size()) last_behind_ = all_behind;
    AddKinds(near, extents);
    SearchBeyond(Side::kBehind, near, extents);
    SearchBeyond(Side::kBefore, near, extents);
    places = std::move(rest);
  }
}

// Places that part from the first one at the same point may go on together without it: those that do for
// kFoldMany bytes are searched on their own.
void GroupSearch::SearchBeyond(Side side, std::span<const Member> places, std::span<const Extent> extents) {
  const std::uint64_t more = kFoldMany * UnitsPerByte(rules_.grain);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<Member>> families;
  for (std::size_t i = 1; i < places.size(); ++i) {
    Place from = At(places[i]);
    const std::uint64_t reached = side == Side::kBehind ? extents[i].behind : extents[i].before;
    if (side == Side::kBehind) {
      from.offset += reached;
      if (from.offset + more > starts_[places[i].content + 1] - 1 - starts_[places[i].content]) continue;
    } else {
      if (from.offset < reached + more) continue;
      from.offset -= reached + more;
    }
    families[{reached, extender_.Hash(from, more).low}].push_back(places[i]);
  }
  if (++depth_ <= kDeepest) {
    for (const auto& [where, family] : families) Search(family);
  }
  --depth_;
}

// The runs of the first place with the others, whose extents with it are given: those that many have.
void GroupSearch::AddKinds(std::span<const Member> places, std::span<const Extent> extents) {
  struct Kind {
    Extent extent;
    std::size_t times = 0;
    std::size_t members = 0;  // that agree at least so far
  };
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> times;
  for (std::size_t i = 1; i < places.size(); ++i) ++times[{extents[i].before, extents[i].behind}];
  std::vector<Kind> kinds;
  for (const auto& [extent, count] : times) kinds.push_back({{extent.first, extent.second}, count, 0});
  std::ranges::stable_sort(kinds, std::greater<>(), &Kind::times);
  if (kinds.size() > kMostKinds) kinds.resize(kMostKinds);
  auto covers = [](const Extent& whole, const Extent& part) {
    return whole.before >= part.before && whole.behind >= part.behind;
  };
  for (Kind& kind : kinds) {
    for (std::size_t i = 1; i < places.size(); ++i) kind.members += covers(extents[i], kind.extent);
  }
  // Whether `other` has all the places of `one`, and more, and is hardly shorter.
  auto folds = [&](const Kind& other, const Kind& one) {
    return other.members > one.members && covers(one.extent, other.extent) &&
           one.extent.Length() - other.extent.Length() < kFoldMany * UnitsPerByte(rules_.grain);
  };
  for (const Kind& one : kinds) {
    if (std::ranges::any_of(kinds, [&](const Kind& other) { return folds(other, one); })) continue;
    Add(places, one.extent, [&](std::size_t i) { return i == 0 || covers(extents[i], one.extent); });
  }
}

template <typename IsMember>
void GroupSearch::Add(std::span<const Member> places, const Extent& extent, IsMember is_member) {
  starts_of_run_.clear();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!is_member(i)) continue;
    starts_of_run_.push_back(places[i]);
    starts_of_run_.back().position -= extent.before;
  }
  AddStarts(starts_of_run_, extent.Length());
}

// A run at places whose units from there on are equal. Its bytes tell which run it is.
void GroupSearch::AddStarts(std::span<const Member> starts, std::uint64_t length) {
  if (length < rules_.min_length) return;
  std::uint32_t number = by_place_.Find(starts.front().position, length);
  if (number == PlaceTable::kNone) {
    const Digest digest = extender_.Hash(At(starts.front()), length);
    if (digest == Digest()) return;  // cannot be read any more
    const auto [entry, is_new] =
        by_digest_.try_emplace({digest.high ^ length, digest.low}, static_cast<std::uint32_t>(found_.size()));
    number = entry->second;
    if (is_new) {
      found_.push_back({length, digest, {}, 0});
      listener_.OnMatch(At(starts[0]), At(starts[1]), length);
    }
  }
  // The same places come again from every key inside the run.
  std::uint64_t hash = starts.size();
  for (const Member& start : starts) hash = (hash ^ start.position) * 0x9E3779B97F4A7C15;
  if (found_[number].last_added == hash) return;
  found_[number].last_added = hash;
  for (const Member& start : starts) {
    if (by_place_.Insert(start.position, length, number)) found_[number].positions.push_back(start.position);
  }
}

}  // namespace kindred
