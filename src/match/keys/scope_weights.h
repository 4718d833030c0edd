// What each content of a scope weighs, by place: at its own selection level and at every coarser one that
// some other content was marked at, since a pair is compared at the coarser of its two levels. A few bytes a
// content instead of the 144 of ContentMarks: all contents of a scope are weighed at once, however many.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "index/segment/segment.h"
#include "match/scope.h"

namespace kindred::match {

class ScopeWeights {
 public:
  ScopeWeights() = default;
  explicit ScopeWeights(std::span<const index::ContentMarks> marks);

  void Append(const index::ContentMarks& marks);
  // Drops the levels that no content was marked at; nothing may be appended any more.
  void Finish();

  std::size_t size() const { return offsets_.size(); }
  std::uint64_t bytes() const;
  int LevelOf(std::uint32_t place) const { return *Entry(place); }
  // At a level that is not finer than the content's own, and not coarser than coarsest().
  std::uint64_t At(std::uint32_t place, int level) const;
  std::uint64_t Whole(std::uint32_t place) const { return At(place, LevelOf(place)); }
  // As it was appended, except its number and the dropped levels.
  index::ContentMarks Of(std::uint32_t place) const;

  int coarsest() const { return coarsest_; }
  // Of all contents: what the keys of this level and coarser ones weigh.
  std::uint64_t TotalAt(int level) const { return totals_[static_cast<std::size_t>(level)]; }

 private:
  static constexpr int kPlacesPerBlock = 16;  // as a power of two

  const std::uint8_t* Entry(std::uint32_t place) const {
    return blocks_[place >> kPlacesPerBlock].data() + offsets_[place];
  }

  int coarsest_ = 0;
  std::array<std::uint64_t, kMaxLevel + 1> totals_{};
  std::vector<std::uint32_t> offsets_;  // of a place in its block
  std::vector<std::vector<std::uint8_t>>
      blocks_;  // level, how many weights follow, weights from its level on
};

// A content that no segment covers weighs nothing.
ScopeWeights WeighScope(std::span<const std::shared_ptr<const index::Segment>> segments, const Scope& scope,
                        unsigned threads = 1);

}  // namespace kindred::match
