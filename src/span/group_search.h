// The runs through one key after another: what a thread of FindRuns does. See runs.h.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

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
  };
  std::vector<Found>& found() { return found_; }
  std::uint64_t crowded_keys() const { return crowded_keys_; }

 private:
  using Position = std::uint64_t;

  // A place of a group, and the periodic region that it stands in, if any.
  struct Member {
    Position position = 0;
    Position region = 0;       // its begin
    std::uint64_t period = 0;  // 0: none
  };

  // A run through a group, relative to its places.
  struct Candidate {
    Extent extent;
    std::vector<bool> members;  // by number in the group
    std::size_t count = 0;
  };

  Place At(Position position) const;
  bool SameContent(Position a, Position b) const;
  // As Extender::Extend, but what was compared a moment ago is known.
  Extent Extend(Position a, Position b);

  bool FollowsLast(std::span<const Seed> group) const;
  std::vector<Member> WithoutRepeats(std::span<const Seed> group);
  bool Overlaps(Position a, Position b, const Extent& extent) const;
  // Whether a repeat of one in the other says no more than that their region is periodic.
  static bool InOneRegion(const Member& a, const Member& b) {
    return a.period != 0 && a.period == b.period && a.region == b.region &&
           (b.position - a.position) % a.period == 0;
  }
  // Returns the smallest period.
  std::uint64_t AddPeriodic(Position a, Position b, const Extent& extent);
  void SearchFew(const std::vector<Member>& places);
  void SearchMany(std::vector<Member> places);
  void AddCandidate(const std::vector<Member>& places, const Candidate& candidate);
  void Add(std::span<const Position> places, std::uint64_t length);

  // Direct-mapped: what was found on a diagonal last.
  struct Known {
    Position diagonal = 0;  // 0: nothing
    Position begin = 0;
    Position end = 0;
  };
  static constexpr std::size_t kKnown = std::size_t{1} << 18;

  struct PlacedLength {
    Position position;
    std::uint64_t length;
    bool operator==(const PlacedLength&) const = default;
  };
  struct HashPlacedLength {
    std::size_t operator()(const PlacedLength& key) const {
      return static_cast<std::size_t>((key.position * 0x9E3779B97F4A7C15 ^ key.length) * 0xD6E8FEB86659FD93);
    }
  };
  struct HashDigest {
    std::size_t operator()(const Digest& digest) const { return static_cast<std::size_t>(digest.low); }
  };

  std::span<const std::uint64_t> starts_;
  const RunRules& rules_;
  RunListener& listener_;
  Extender extender_;
  std::vector<Known> known_;
  std::unordered_map<PlacedLength, std::uint32_t, HashPlacedLength> by_place_;  // number in found_
  std::unordered_map<Digest, std::uint32_t, HashDigest> by_digest_;
  std::vector<Found> found_;
  std::uint64_t crowded_keys_ = 0;
  // The last group, and how far behind their places all of them agree.
  std::span<const Seed> last_;
  std::uint64_t last_behind_ = 0;
};

}  // namespace kindred
