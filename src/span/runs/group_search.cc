// See group_search.h and the rules in runs.h.
#include "span/runs/group_search.h"

#include <algorithm>

namespace kindred::span {

namespace {

// Up to this many places are searched without dividing them first.
constexpr std::size_t kFewest = 6;
// Limits for a crowd: members visited and places reported, for each place that it has, and for a small crowd.
constexpr std::size_t kMostWork = 32;
constexpr std::size_t kLeastWork = std::size_t{1} << 16;
// These limits are multiplied by this if nothing is to be folded: --every-run may take longer.
constexpr std::size_t kForEveryRun = 16;
// Units compared or places reported between two polls of the listener.
constexpr std::uint64_t kPollEvery = std::uint64_t{1} << 22;

}  // namespace

GroupSearch::GroupSearch(Source& source, std::span<const std::uint64_t> starts, const RunRules& rules,
                         RunListener& listener)
    : starts_(starts),
      rules_(rules),
      listener_(listener),
      extender_(source, rules.grain),
      regions_(rules.seed_length) {
  for (auto& known : known_) known.resize(std::size_t{1} << kKnownBits);
}

std::uint32_t GroupSearch::ContentOf(Position position) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, position) - starts_.begin() - 1);
}

void GroupSearch::Poll(std::uint64_t work) {
  unpolled_ += work;
  if (unpolled_ < kPollEvery) return;
  unpolled_ = 0;
  if (listener_.StopRequested()) throw Stopped();
}

void GroupSearch::Take(std::span<const Seed> group) {
  Poll(group.size());
  FillMembers(group);
  most_before_ = most_behind_ = Extender::kAll;
  left_out_ = false;
  regions_.Clear();
  FindBytes();
  if (TwoInOneContent()) LeaveOutRepeats();
  places_left_ = (kMostWork * members_.size() + kLeastWork) * (rules_.fold == 0 ? kForEveryRun : 1);
  if (members_.size() <= kFewest) {
    Search();
  } else {
    // A run that is long enough reaches over half its least length on one side at least, so places that share
    // one are equal there. Most keys with many places are common only for a line or so, and fall apart here.
    all_.swap(members_);
    SplitBy(Side::kBehind);
    if (members_.size() != all_.size()) {  // else all are in one part
      most_behind_ = rules_.min_length / 2;
      SplitBy(Side::kBefore);
    }
  }
  if (!left_out_) return;
  const std::uint32_t content = ContentOf(group.front().position);
  crowds_.push_back({{content, group.front().position - starts_[content]}, group.size()});
}

// Searches all_ in parts that are equal on one side.
void GroupSearch::SplitBy(Side side) {
  const std::uint64_t half = rules_.min_length / 2;
  by_hash_.clear();
  members_.clear();
  constexpr std::uint32_t kSoon = 8;
  for (std::uint32_t i = 0; i < all_.size(); ++i) {
    if (i + kSoon < all_.size() && all_[i + kSoon].byte != nullptr) {
      const std::uint8_t* const soon = all_[i + kSoon].byte;
      for (std::uint64_t at = 0; at < half; at += 64)
        __builtin_prefetch(side == Side::kBehind ? soon + at : soon - half + at);
    }
    const Position end = starts_[all_[i].content + 1] - 1;
    const Place from = At(all_[i]);
    if (side == Side::kBehind ? end - all_[i].position < half : from.offset < half) continue;
    by_hash_.emplace_back(
        extender_.Hash({from.content, side == Side::kBehind ? from.offset : from.offset - half}, half).low,
        i);
  }
  std::ranges::sort(by_hash_);
  for (std::size_t begin = 0, end; begin < by_hash_.size(); begin = end) {
    members_.clear();
    for (end = begin; end < by_hash_.size() && by_hash_[end].first == by_hash_[begin].first; ++end)
      members_.push_back(all_[by_hash_[end].second]);
    if (members_.size() > 1) Search();
  }
}

// The members.
void GroupSearch::Search() {
  repeats_ = TwoInOneContent() ||
             std::ranges::any_of(members_, [](const Member& member) { return member.regions != 0; });
  // Of bits not all marks promise that, and in periodic data some are left out.
  most_before_ = rules_.grain == Grain::kByte && !repeats_ ? rules_.min_length : Extender::kAll;
  if (members_.size() == 2) {
    SearchTwo();
  } else if (members_.size() > 2) {
    SearchAll();
  }
}

void GroupSearch::FindBytes() {
  for (Member& member : members_) member.byte = extender_.Resident(At(member));
}

void GroupSearch::FillMembers(std::span<const Seed> group) {
  members_.clear();
  for (const Seed& seed : group) {
    // Positions ascend, so most are in the content of the one before.
    const bool same = !members_.empty() && seed.position < starts_[members_.back().content + 1];
    members_.push_back({.position = seed.position,
                        .link = seed.link,
                        .content = same ? members_.back().content : ContentOf(seed.position)});
  }
}

std::uint64_t GroupSearch::Reach(Side side, const Member& a, const Member& b, std::uint64_t reached) {
  const Position diagonal = b.position - a.position;
  const bool behind = side == Side::kBehind;
  Known& known = known_[behind ? 1 : 0][(diagonal * 0x9E3779B97F4A7C15) >> (64 - kKnownBits)];
  if (known.diagonal == diagonal) {
    if (behind && a.position >= known.from && a.position < known.end) return known.end - a.position;
    if (!behind && a.position <= known.from && a.position >= known.end) return a.position - known.end;
  }
  const Place at_a = At(a);
  const Place at_b = At(b);
  if (a.byte != nullptr && b.byte != nullptr) {
    const std::uint64_t most =
        behind ? std::min(starts_[a.content + 1] - 1 - a.position, starts_[b.content + 1] - 1 - b.position)
               : std::min({at_a.offset, at_b.offset, most_before_});
    const auto rest = static_cast<std::size_t>(most - std::min(most, reached));
    reached += behind ? EqualFirst(a.byte + reached, b.byte + reached, rest)
                      : EqualLast(a.byte - reached, b.byte - reached, rest);
  } else if (behind) {
    reached += extender_.Behind({a.content, at_a.offset + reached}, {b.content, at_b.offset + reached});
  } else {
    reached += extender_.Before({a.content, at_a.offset - reached}, {b.content, at_b.offset - reached},
                                most_before_ - reached);
  }
  Poll(reached);
  if (reached >= kLong && (behind || reached < most_before_))
    known = {diagonal, a.position, behind ? a.position + reached : a.position - reached};
  return reached;
}

void GroupSearch::SearchTwo() {
  const Member& a = members_[0];
  const Member& b = members_[1];
  if (a.link == b.link && a.link != 0) return;
  const Extent extent = Extend(a, b);
  if (extent.behind == 0) listener_.OnFault(At(a), At(b));
  if (extent.Length() < rules_.min_length || !IsNew(extent)) return;
  if (!Wanted(a, b, extent)) return;
  run_members_ = {0, 1};
  AddRun(extent);
}

void GroupSearch::SearchAll() {
  if (NumberLinks() < 2) return;
  const bool crowd = members_.size() > kFew;
  step_ = crowd ? std::max<std::uint64_t>(rules_.fold, 1) : 1;
  work_left_ = ~std::size_t{0};
  if (crowd) {
    work_left_ = (kMostWork * members_.size() + kLeastWork) * (rules_.fold == 0 ? kForEveryRun : 1);
  }
  Rank();
  while (!parts_.empty() && work_left_ > 0) {
    const Part part = parts_.back();
    parts_.pop_back();
    const std::uint64_t further = before_.Least(part.first_before, part.last_before) + step_;
    FindIntervals(part);
    AddIntervals(further);
    DivideFurther(part, further);
    work_left_ -= std::min(work_left_, part.end - part.begin);
    Poll(16 * (part.end - part.begin));
  }
  left_out_ |= !parts_.empty();
}

// Members without one have separate numbers.
std::uint32_t GroupSearch::NumberLinks() {
  by_link_.clear();
  for (std::uint32_t i = 0; i < members_.size(); ++i) by_link_.emplace_back(members_[i].link, i);
  std::ranges::sort(by_link_);
  link_numbers_.resize(members_.size());
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < by_link_.size(); ++i) {
    const std::uint64_t link = by_link_[i].first;
    if (i > 0 && (link == 0 || link != by_link_[i - 1].first)) ++number;
    link_numbers_[by_link_[i].second] = number;
  }
  return number + 1;
}

std::uint64_t GroupSearch::Reacher::operator()(std::uint32_t a, std::uint32_t b,
                                               std::uint64_t reached) const {
  if (side == Side::kBefore && reached >= search.most_before_) return reached;
  const Member& first = search.members_[std::min(a, b)];
  const Member& second = search.members_[std::max(a, b)];
  const std::uint64_t reach = search.Reach(side, first, second, reached);
  if (reach == 0 && side == Side::kBehind) search.listener_.OnFault(search.At(first), search.At(second));
  return reach;
}

// Places are anywhere in memory, and cache misses are most of the cost.
void GroupSearch::Reacher::Prefetch(std::uint32_t member, std::uint64_t reached) const {
  const std::uint8_t* byte = search.members_[member].byte;
  if (byte != nullptr) __builtin_prefetch(side == Side::kBehind ? byte + reached : byte - reached - 1);
}

Agreement::Ahead GroupSearch::Reacher::AheadOf(std::uint32_t number, std::uint64_t reached) const {
  using Ahead = Agreement::Ahead;
  const Member& member = search.members_[number];
  if (member.byte == nullptr) return {};
  const bool behind = side == Side::kBehind;
  const std::uint64_t left =
      behind ? search.starts_[member.content + 1] - 1 - member.position : search.At(member).offset;
  if (left <= reached) return {Ahead::Kind::kEnd, 0};
  if (left - reached < Ahead::kUnits) return {};
  return {Ahead::Kind::kWord, behind ? FirstWord(member.byte + reached) : LastWord(member.byte - reached)};
}

// Puts the members in order, and all of them into one part.
void GroupSearch::Rank() {
  const auto count = static_cast<std::uint32_t>(members_.size());
  behind_.Measure(count, Reacher{*this, Side::kBehind});
  behind_has_table_ = false;
  before_.Measure(count, Reacher{*this, Side::kBefore});
  before_.MakeTable();
  rank_before_.resize(count);
  for (std::uint32_t rank = 0; rank < count; ++rank) rank_before_[before_.ItemAt(rank)] = rank;
  rank_behind_.resize(count);
  ranked_.clear();
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const std::uint32_t member = behind_.ItemAt(rank);
    rank_behind_[member] = rank;
    ranked_.push_back({member, rank_before_[member], rank, link_numbers_[member], behind_.WithNext(rank)});
  }
  parts_.assign(1, {0, count, 0, count - 1});
}

// All sets of two members or more of a part that agree further behind the key than with the others. Read from
// the last to the first, each comes before the sets that it includes.
void GroupSearch::FindIntervals(const Part& part) {
  intervals_.clear();
  open_.clear();
  for (std::size_t i = part.begin; i < part.end; ++i) {
    const bool last = i + 1 == part.end;
    const std::uint64_t with_next = ranked_[i].with_next;
    const Ranked& one = ranked_[i];
    Interval done{i, i + 1, 0, one.before, one.before, one.link, one.link};
    auto absorb = [&](Interval& open) {
      open.first_before = std::min(open.first_before, done.first_before);
      open.last_before = std::max(open.last_before, done.last_before);
      open.first_link = std::min(open.first_link, done.first_link);
      open.last_link = std::max(open.last_link, done.last_link);
    };
    while (!open_.empty() && (last || open_.back().behind > with_next)) {
      absorb(open_.back());
      done = open_.back();
      done.end = i + 1;
      open_.pop_back();
      // What places with one link share was found before.
      if (done.first_link != done.last_link) intervals_.push_back(done);
    }
    if (last) break;
    if (!open_.empty() && open_.back().behind == with_next) {
      absorb(open_.back());
    } else {
      done.behind = with_next;
      open_.push_back(done);
    }
  }
}

// The largest size of set that may be reported so that the work that is left is enough for all. Of a series
// of sets in which each includes the next, as of files that each go on where another ends, the smallest sets,
// which have the longest runs, are reported.
std::size_t GroupSearch::LargestToReport() {
  std::size_t all = 0;
  for (const Interval& interval : intervals_) all += interval.end - interval.begin;
  if (all <= work_left_) return members_.size();
  sizes_.clear();
  for (const Interval& interval : intervals_) sizes_.push_back(interval.end - interval.begin);
  std::ranges::sort(sizes_);
  std::size_t largest = 0;
  std::size_t left = work_left_;
  for (std::size_t size : sizes_) {
    if (size > left) break;
    left -= size;
    largest = size;
  }
  return largest;
}

// The runs of those sets that agree before the key for less than `further`.
void GroupSearch::AddIntervals(std::uint64_t further) {
  struct Reported {
    std::size_t begin;
    std::uint64_t length;
  };
  std::vector<Reported> reported;  // each holds the next one
  const std::size_t largest = LargestToReport();
  for (auto interval = intervals_.rbegin(); interval != intervals_.rend(); ++interval) {
    const Extent extent{before_.Least(interval->first_before, interval->last_before), interval->behind};
    if (extent.Length() < rules_.min_length || extent.before >= further || !IsNew(extent)) continue;
    if (step_ > 1) {
      while (!reported.empty() && reported.back().begin > interval->begin) reported.pop_back();
      if (!reported.empty() && extent.Length() - reported.back().length < step_) {
        left_out_ = true;
        continue;
      }
    }
    // The first one has all places.
    if (interval->end - interval->begin > largest && interval != intervals_.rbegin()) {
      left_out_ = true;
      continue;
    }
    run_members_.clear();
    for (std::size_t i = interval->begin; i < interval->end; ++i) run_members_.push_back(ranked_[i].member);
    std::ranges::sort(run_members_);
    if (!Wanted(extent)) continue;
    if (step_ > 1) reported.push_back({interval->begin, extent.Length()});
    AddRun(extent);
    work_left_ -= std::min(work_left_, run_members_.size());
  }
}

// Members of the part that agree before the key for at least `further` become separate parts.
void GroupSearch::DivideFurther(const Part& part, std::uint64_t further) {
  if (further >= most_before_) return;
  const std::uint32_t ranks = part.last_before - part.first_before + 1;
  segments_.assign(ranks, 0);
  std::uint32_t segments = 0;
  for (std::uint32_t i = 0; i < ranks; ++i) {
    segments_[i] = segments;
    if (before_.WithNext(part.first_before + i) < further) ++segments;
  }
  if (segments + 1 >= ranks && segments_.back() + 1 == ranks) return;  // each on its own
  MakeTableBehind();
  segments = segments_.back() + 1;
  segment_ends_.assign(segments + 1, 0);
  auto segment_of = [&](const Ranked& ranked) { return segments_[ranked.before - part.first_before]; };
  for (std::size_t i = part.begin; i < part.end; ++i) ++segment_ends_[segment_of(ranked_[i]) + 1];
  for (std::uint32_t i = 0; i < segments; ++i) segment_ends_[i + 1] += segment_ends_[i];
  divided_.resize(part.end - part.begin);
  for (std::size_t i = part.begin; i < part.end; ++i)
    divided_[segment_ends_[segment_of(ranked_[i])]++] = ranked_[i];
  std::ranges::copy(divided_, ranked_.begin() + static_cast<std::ptrdiff_t>(part.begin));
  for (std::uint32_t i = 0, rank = 0; i < segments; ++i) {
    Part next{part.begin + (i == 0 ? 0 : segment_ends_[i - 1]), part.begin + segment_ends_[i],
              part.first_before + rank, 0};
    while (rank < ranks && segments_[rank] == i) ++rank;
    next.last_before = part.first_before + rank - 1;
    if (next.first_before == next.last_before) continue;
    for (std::size_t k = next.begin; k + 1 < next.end; ++k)
      ranked_[k].with_next = behind_.Least(ranked_[k].behind, ranked_[k + 1].behind);
    parts_.push_back(next);
  }
}

void GroupSearch::MakeTableBehind() {
  if (!behind_has_table_) behind_.MakeTable();
  behind_has_table_ = true;
}

Extent GroupSearch::ExtentOf(std::uint32_t a, std::uint32_t b) {
  MakeTableBehind();
  const auto behind = std::minmax(rank_behind_[a], rank_behind_[b]);
  const auto before = std::minmax(rank_before_[a], rank_before_[b]);
  return {before_.Least(before.first, before.second), behind_.Least(behind.first, behind.second)};
}

void GroupSearch::AddRun(const Extent& extent) {
  run_places_.clear();
  bool in_region = false;
  const Member* spread = nullptr;
  for (std::uint32_t number : run_members_) {
    const Member& member = members_[number];
    in_region |= member.regions != 0;
    if (member.regions != 0 && rules_.fold == 0) {
      if (spread != nullptr && SpreadAlike(*spread, member, extent)) continue;
      SpreadPlaces(member, extent);
      spread = &member;
    } else {
      run_places_.push_back(At(member));
      run_places_.back().offset -= extent.before;
    }
  }
  if (in_region) {
    std::ranges::sort(run_places_);
    const auto again = std::ranges::unique(run_places_);
    run_places_.erase(again.begin(), again.end());
    std::uint64_t hash = extent.Length();
    for (const Place& place : run_places_)
      hash = (hash ^ (starts_[place.content] + place.offset)) * 0xD6E8FEB86659FD93 + (hash >> 29);
    if (!reported_.insert(hash).second) return;
  }
  Poll(16 * run_places_.size());
  places_left_ -= std::min(places_left_, run_places_.size());
  AddPlaces(run_places_, extent.Length());
}

// A run at places whose units from there on are equal.
void GroupSearch::AddPlaces(std::span<const Place> places, std::uint64_t length) {
  if (length < rules_.min_length) return;
  const Digest digest = extender_.Hash(places.front(), length);
  if (digest == Digest()) return;  // cannot be read any more
  found_.push_back({length, digest, places_.size(), places.size()});
  places_.insert(places_.end(), places.begin(), places.end());
}

}  // namespace kindred::span
