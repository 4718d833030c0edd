// The runs through one key after another: what a thread of FindRuns does. See runs.h for the rules.
//
// The places of a key are put in order twice, by how far they agree behind the key and by how far before it
// (agreement.h). A maximal run is a set of places that agree exactly that far behind and before it. In the
// order behind, such sets are intervals, as in a suffix array; where places agree to different lengths before
// the key, the same is done again for those that agree further. Places with equal links (seeds.h) need not be
// compared before the key: what only they share was found from the mark before.
//
// Example: a key K in four places, with what is before and behind it:
//     place 0   1ab K xyz1       agreement behind:  {0 1 2 3} 0, {0 1 2} 2, {0 1} 3
//     place 1   2ab K xyz2       agreement before:  {0 1 2 3} 1, {0 1 3} 2
//     place 2   3cb K xyq
//     place 3   4ab K w
// The intervals of the order behind give the runs "bK" in all places, "bKxy" in {0 1 2} and "abKxyz" in
// {0 1}. Places 0, 1 and 3 agree further before the key; the same for them alone adds "abK" in {0 1 3}.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "span/runs/agreement.h"
#include "span/runs/key_regions.h"
#include "span/runs/runs.h"

namespace kindred::span {

// Thrown where the listener asks to stop.
struct Stopped {};

class GroupSearch : private KeyRegions::Agreeing {
 public:
  GroupSearch(Source& source, std::span<const std::uint64_t> starts, const RunRules& rules,
              RunListener& listener);

  // The places of one key.
  void Take(std::span<const Seed> group);

  // A run. The same one may be found again from another key, with the same places or, in periodic data,
  // others.
  struct Found {
    std::uint64_t length = 0;
    Digest digest;
    std::size_t first = 0;  // number of its first place
    std::size_t count = 0;
  };
  std::span<const Found> found() const { return found_; }
  // Of a run, ascending.
  std::span<const Place> PlacesOf(const Found& found) const {
    return std::span(places_).subspan(found.first, found.count);
  }
  // Keys of which not all runs were reported.
  std::span<const Crowd> crowds() const { return crowds_; }

 private:
  using Position = KeyRegions::Position;
  using Region = KeyRegions::Region;

  // A place of a group, and the periodic regions that it lies in: none, one, or several that meet there.
  struct Member {
    Position position = 0;
    std::uint64_t link = 0;
    std::uint32_t content = 0;
    std::uint32_t first_region = 0;  // its number in regions_
    std::uint32_t regions = 0;
    // The byte there, if all bytes of the content are in memory.
    const std::uint8_t* byte = nullptr;
  };
  // Members in the order of agreement behind the key.
  struct Ranked {
    std::uint32_t member = 0;
    std::uint32_t before = 0;     // its ranks in the orders of agreement before the key
    std::uint32_t behind = 0;     // and behind it
    std::uint32_t link = 0;       // the number of its link
    std::uint64_t with_next = 0;  // how far it agrees behind the key with the next one here
  };
  // Members at some ranks before the key, all of which agree there: a part of ranked_.
  struct Part {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint32_t first_before = 0;
    std::uint32_t last_before = 0;
  };
  // A set of them: those that agree `behind` units behind the key.
  struct Interval {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint64_t behind = 0;
    std::uint32_t first_before = 0;  // the least and the greatest rank before the key
    std::uint32_t last_before = 0;
    std::uint32_t first_link = 0;  // the least and the greatest number of a link
    std::uint32_t last_link = 0;
  };
  enum class Side { kBefore, kBehind };

  std::uint32_t ContentOf(Position position) const;
  Place At(const Member& member) const { return {member.content, member.position - starts_[member.content]}; }

  void FillMembers(std::span<const Seed> group);
  void FindBytes();
  void LeaveOutRepeats();
  void FindPeriods();
  std::span<const Region> RegionsOf(const Member& member) const {
    return std::span(regions_.regions()).subspan(member.first_region, member.regions);
  }
  bool TwoInOneContent() const;
  static bool Overlap(const Member& a, const Member& b, const Extent& extent) {
    return a.content == b.content && extent.Length() > b.position - a.position;
  }
  // Whether that one repeats in the other only means that their region is periodic.
  bool InOneRegion(const Member& a, const Member& b) const;
  // Returns the smallest period of the region that two members lie in whose runs overlap.
  std::uint64_t AddPeriodic(const Member& a, const Member& b, const Extent& extent);
  std::uint64_t SmallestPeriod(Place begin, std::uint64_t length, std::uint64_t period);
  std::uint64_t Before(std::uint32_t content, Position a, Position b) override;
  std::uint64_t Behind(std::uint32_t content, Position a, Position b) override;

  void Search();
  void SplitBy(Side side);
  void SearchTwo();
  void SearchAll();
  // Returns how many there are.
  std::uint32_t NumberLinks();
  void Rank();
  void FindIntervals(const Part& part);
  std::size_t LargestToReport();
  void AddIntervals(std::uint64_t most_before);
  void DivideFurther(const Part& part, std::uint64_t least_before);
  bool IsNew(const Extent& extent) const {
    return extent.behind > 0 && extent.behind < most_behind_ && extent.before < most_before_;
  }
  bool MayOverlap(const Extent& extent) const;
  bool AllInRegions(const Extent& extent, std::uint64_t period) const;
  bool Wanted(const Extent& extent);
  bool Wanted(const Member& a, const Member& b, const Extent& extent);
  // How far two places agree on one side; it is known that they do for the first `reached` units. `b` is
  // behind `a`.
  std::uint64_t Reach(Side side, const Member& a, const Member& b, std::uint64_t reached = 0);
  Extent Extend(const Member& a, const Member& b) {
    return {Reach(Side::kBefore, a, b), Reach(Side::kBehind, a, b)};
  }
  // The members as Agreement sees them.
  struct Reacher {
    GroupSearch& search;
    Side side;
    std::uint64_t operator()(std::uint32_t a, std::uint32_t b, std::uint64_t reached) const;
    void Prefetch(std::uint32_t member, std::uint64_t reached) const;
    Agreement::Ahead AheadOf(std::uint32_t member, std::uint64_t reached) const;
  };
  Extent ExtentOf(std::uint32_t a, std::uint32_t b);
  void MakeTableBehind();
  // Of run_members_.
  void AddRun(const Extent& extent);
  void SpreadPlaces(const Member& member, const Extent& extent);
  bool SpreadAlike(const Member& a, const Member& b, const Extent& extent) const;
  // Throws Stopped if the listener asks to stop; polls it only after some work.
  void Poll(std::uint64_t work);
  void AddPlaces(std::span<const Place> places, std::uint64_t length);

  // A direct-mapped cache: what was found on a diagonal last. Only long runs are kept: comparing short ones
  // again is cheap.
  struct Known {
    Position diagonal = 0;  // 0: nothing
    Position from = 0;      // of the first place
    Position end = 0;       // where the agreement ends, before or behind it
  };
  static constexpr int kKnownBits = 12;
  static constexpr std::uint64_t kLong = 4096;

  std::span<const std::uint64_t> starts_;
  const RunRules& rules_;
  RunListener& listener_;
  Extender extender_;
  std::array<std::vector<Known>, 2> known_;  // by side
  // Of one group, used again and again.
  std::vector<Member> members_;
  std::vector<Member> thinned_;
  KeyRegions regions_;
  std::vector<KeyRegions::KeyPlace> key_places_;
  std::vector<Member> all_;                                       // of the key, while members_ are a part
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_hash_;  // of all_
  std::vector<std::pair<std::uint64_t, std::uint32_t>> by_link_;
  std::vector<std::uint32_t> link_numbers_;  // by member
  Agreement before_;
  Agreement behind_;
  bool behind_has_table_ = false;
  std::vector<std::uint32_t> rank_before_;  // by member
  std::vector<std::uint32_t> rank_behind_;
  std::vector<Ranked> ranked_;
  std::vector<Ranked> divided_;
  std::vector<std::uint32_t> segments_;  // of DivideFurther, by rank
  std::vector<std::size_t> segment_ends_;
  std::vector<Part> parts_;
  std::vector<Interval> open_;
  std::vector<Interval> intervals_;
  std::vector<std::size_t> sizes_;  // of intervals
  std::vector<std::uint32_t> run_members_;
  std::vector<Place> run_places_;
  std::vector<Position> spread_;  // of SpreadPlaces
  std::vector<Position> wider_;
  bool repeats_ = false;  // some members lie in a periodic region, or two of them in one content
  // Members that agree this far before the key have a mark there in common.
  std::uint64_t most_before_ = 0;
  std::uint64_t most_behind_ = 0;  // runs that go further are found from other keys
  std::uint64_t step_ = 1;       // a run of some of the places of another is reported if it is longer by this
  std::size_t work_left_ = 0;    // of Search
  std::size_t places_left_ = 0;  // that may still be reported of the key
  bool left_out_ = false;

  std::vector<Found> found_;
  std::vector<Place> places_;  // of all of found_
  // Periodic regions that were found, hashed, to their smallest period.
  std::unordered_map<std::uint64_t, std::uint64_t> smallest_periods_;
  std::unordered_set<std::uint64_t>
      reported_;  // runs of periodic regions that were reported, hashed: every key of a region finds them
  std::vector<Crowd> crowds_;
  std::uint64_t unpolled_ = 0;  // work since the listener was asked
};

}  // namespace kindred::span
