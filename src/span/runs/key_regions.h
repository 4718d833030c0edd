// The periodic regions that the places of one key lie in. A region is a maximal stretch of a content in which
// each unit equals the one a period before it. It matters here if the key occurs in it twice or more, a
// period apart.
//
// A region of a thousand periods has a thousand places of the key, and each pair of them agrees to another
// length. So only four of them are searched: the first two and the last two. docs/inside/spans.md proves that
// this is enough. The proof needs every period that is known at one place to be tried at all other places of
// the key, also at the four places of regions found in that way. Close does that.
//
// Example: in 100 times "abc" the key "cabc" occurs at 2, 5, 8, ..., 296. Only 2, 5, 293 and 296 are
// searched.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace kindred::span {

class KeyRegions {
 public:
  // Counts units through all contents, as Seed does.
  using Position = std::uint64_t;

  struct Region {
    Position begin = 0;
    Position end = 0;
    std::uint64_t period = 0;
    bool operator==(const Region&) const = default;
  };
  // A place of the key, marked or not.
  struct KeyPlace {
    Position position = 0;
    std::uint32_t content = 0;
    std::uint32_t first_region = 0;  // its number in RegionsOf
    std::uint32_t regions = 0;
    bool searched = true;  // false: it lies between the four places of some region
    bool added = false;    // one of the four
  };

  // How far two positions of one content agree; the second is the greater.
  class Agreeing {
   public:
    virtual ~Agreeing() = default;
    virtual std::uint64_t Before(std::uint32_t content, Position a, Position b) = 0;
    virtual std::uint64_t Behind(std::uint32_t content, Position a, Position b) = 0;
  };

  // `least` units that agree at a period's distance are taken for the key again; no key is shorter.
  explicit KeyRegions(std::uint64_t least) : least_(least) {}

  void Clear();
  bool Empty() const { return periods_.empty(); }
  // A region that was found. False if it has one period more than are tried.
  bool Add(const Region& region);
  // Whether both positions, `a` first, lie in one region that is known, some periods apart.
  bool InOne(Position a, Position b) const;

  // Finds all regions of the places, which ascend, and adds the four places of each. `begin` and `end` are
  // those of a content. False if there are too many; then some are missing.
  template <typename Bounds>
  bool Close(std::vector<KeyPlace>* places, const Bounds& bounds, Agreeing& agreeing);

  // Of the places that Close left, by number.
  const std::vector<Region>& regions() const { return stands_in_; }

 private:
  // A region is tried at this many periods at most; a key that has more of them is a crowd.
  static constexpr std::size_t kMostPeriods = 64;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // The region with this period that holds [first, end), else kNone.
  std::uint32_t Known(std::uint64_t period, Position first, Position end) const;
  std::uint32_t Insert(const Region& region);
  void RegionsAt(const KeyPlace& place, Position begin, Position end, Agreeing& agreeing);
  void AddFour(const KeyPlace& place, std::uint32_t region, std::vector<KeyPlace>* places);
  void Finish(std::vector<KeyPlace>* places);

  const std::uint64_t least_;
  std::vector<std::uint64_t> periods_;
  std::vector<Region> all_;
  std::map<std::pair<std::uint64_t, Position>, std::uint32_t> by_begin_;  // period and begin to number
  std::vector<std::uint32_t> here_;                                       // regions of one place
  std::vector<std::uint32_t> numbers_;                                    // of one place after another
  std::unordered_set<Position> known_places_;
  std::unordered_set<Position> four_;
  std::set<std::pair<std::uint32_t, std::uint64_t>> phases_;  // of a region, whose four places were added
  std::vector<Region> stands_in_;
};

template <typename Bounds>
bool KeyRegions::Close(std::vector<KeyPlace>* places, const Bounds& bounds, Agreeing& agreeing) {
  const std::size_t most = 8 * places->size() + 1024;
  for (const KeyPlace& place : *places) known_places_.insert(place.position);
  for (std::size_t i = 0; i < places->size() && places->size() <= most; ++i) {
    KeyPlace place = (*places)[i];
    const auto [begin, end] = bounds(place.content);
    RegionsAt(place, begin, end, agreeing);
    place.first_region = static_cast<std::uint32_t>(numbers_.size());
    place.regions = static_cast<std::uint32_t>(here_.size());
    numbers_.insert(numbers_.end(), here_.begin(), here_.end());
    (*places)[i] = place;
    for (std::uint32_t region : here_) AddFour(place, region, places);
  }
  const bool complete = places->size() <= most;
  Finish(places);
  return complete;
}

}  // namespace kindred::span
