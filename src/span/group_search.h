// The runs through one key after another: what a thread of FindRuns does. See runs.h.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "span/place_table.h"
#include "span/runs.h"

namespace kindred {

class GroupSearch {
 public:
  GroupSearch(Source& source, std::span<const std::uint64_t> starts, const RunRules& rules,
              RunListener& listener);

  // The places of one key. Groups should come in the order of their first places.
  void Take(std::span<const Seed> group);

  struct Found {
    std::uint64_t length = 0;
    Digest digest;
    std::vector<std::uint64_t> positions;  // each once, in no order
    std::uint64_t last_added = 0;          // a hash of the places that were added last
  };
  std::vector<Found>& found() { return found_; }
  std::uint64_t crowded_keys() const { return crowded_keys_; }

 private:
  using Position = std::uint64_t;

  // A place of a group, and the periodic region that it stands in, if any.
  struct Member {
    Position position = 0;
    std::uint32_t content = 0;
    Position region = 0;       // its begin
    std::uint64_t period = 0;  // 0: none
  };

  std::uint32_t ContentOf(Position position) const;
  Place At(const Member& member) const { return {member.content, member.position - starts_[member.content]}; }
  // As Extender::Extend, but what was compared a moment ago is known. `b` stands behind `a`.
  Extent Extend(const Member& a, const Member& b);

  bool FollowsLast(std::span<const Seed> group) const;
  std::vector<Member> WithoutRepeats(std::span<const Seed> group);
  static bool Overlap(const Member& a, const Member& b, const Extent& extent) {
    return a.content == b.content && extent.Length() > b.position - a.position;
  }
  // Whether a repeat of one in the other says no more than that their region is periodic.
  static bool InOneRegion(const Member& a, const Member& b) {
    return a.period != 0 && a.period == b.period && a.region == b.region &&
           (b.position - a.position) % a.period == 0;
  }
  // Returns the smallest period.
  std::uint64_t AddPeriodic(const Member& a, const Member& b, const Extent& extent);
  enum class Side { kBefore, kBehind };
  std::vector<std::vector<Member>> SplitBy(Side side, const std::vector<Member>& places);
  void Search(std::span<const Member> places);
  void SearchFew(std::span<const Member> places);
  void SearchMany(std::span<const Member> places);
  void SearchBeyond(Side side, std::span<const Member> places, std::span<const Extent> extents);
  void AddKinds(std::span<const Member> places, std::span<const Extent> extents);
  void Measure(Side side, std::span<const Member> places);
  std::uint64_t Reach(Side side, const Member& a, const Member& b, std::uint64_t reached);
  // A run at some of the places: those for which `is_member(number)` is true.
  template <typename IsMember>
  void Add(std::span<const Member> places, const Extent& extent, IsMember is_member);
  // A run of `length` from each of the positions on.
  void AddStarts(std::span<const Member> starts, std::uint64_t length);

  // Direct-mapped: what was found on a diagonal last. Only long runs are kept: short ones are soon compared
  // again.
  struct Known {
    Position diagonal = 0;  // 0: nothing
    Position begin = 0;
    Position end = 0;
  };
  static constexpr int kKnownBits = 16;
  static constexpr std::uint64_t kLong = 4096;
  Known& KnownOn(Position diagonal) { return known_[(diagonal * 0x9E3779B97F4A7C15) >> (64 - kKnownBits)]; }
  void Remember(const Member& a, const Member& b, const Extent& extent);

  struct HashDigest {
    std::size_t operator()(const Digest& digest) const { return static_cast<std::size_t>(digest.low); }
  };

  std::span<const std::uint64_t> starts_;
  const RunRules& rules_;
  RunListener& listener_;
  Extender extender_;
  std::vector<Known> known_;
  // Of SearchFew, used again and again.
  std::vector<std::uint64_t> before_;  // by two numbers of places
  std::vector<std::uint64_t> behind_;
  struct PairExtent {
    Extent extent;
    std::size_t i;
  };
  std::vector<PairExtent> wanted_;
  std::vector<Member> starts_of_run_;
  PlaceTable by_place_;  // number in found_
  std::unordered_map<Digest, std::uint32_t, HashDigest> by_digest_;
  std::vector<Found> found_;
  std::uint64_t crowded_keys_ = 0;
  int depth_ = 0;  // of SearchBeyond
  // The last group, and how far behind their places all of them agree.
  std::span<const Seed> last_;
  std::uint64_t last_behind_ = 0;
};

}  // namespace kindred
