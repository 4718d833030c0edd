// See scope_weights.h.
#include "match/keys/scope_weights.h"

#include <algorithm>

#include "base/coding.h"
#include "base/parallel.h"
#include "base/release_memory.h"

namespace kindred::match {

namespace {

// Appends the entry of a content, without the zeros at its end, and without levels above `coarsest`.
void Encode(const index::ContentMarks& marks, int coarsest, std::vector<std::uint8_t>* out) {
  int end = coarsest + 1;
  while (end > marks.level && marks.weight_at[static_cast<std::size_t>(end) - 1] == 0) --end;
  out->push_back(marks.level);
  out->push_back(static_cast<std::uint8_t>(std::max(0, end - marks.level)));
  for (int level = marks.level; level < end; ++level)
    base::PutVarint(out, marks.weight_at[static_cast<std::size_t>(level)]);
}

// Varints as Encode wrote them, so no bounds check is needed.
const std::uint8_t* NextWeight(const std::uint8_t* at, std::uint64_t* weight) {
  *weight = 0;
  int shift = 0;
  for (; (*at & 0x80) != 0; shift += 7) *weight |= static_cast<std::uint64_t>(*at++ & 0x7f) << shift;
  *weight |= static_cast<std::uint64_t>(*at++) << shift;
  return at;
}

}  // namespace

ScopeWeights::ScopeWeights(std::span<const index::ContentMarks> marks) {
  for (const index::ContentMarks& content : marks) Append(content);
  Finish();
}

void ScopeWeights::Append(const index::ContentMarks& marks) {
  if (offsets_.size() >> kPlacesPerBlock == blocks_.size()) blocks_.emplace_back();
  offsets_.push_back(static_cast<std::uint32_t>(blocks_.back().size()));
  Encode(marks, kMaxLevel, &blocks_.back());
  coarsest_ = std::max<int>(coarsest_, marks.level);
  for (std::size_t level = 0; level < totals_.size(); ++level)
    totals_[level] += marks.weight_at[std::max<std::size_t>(level, marks.level)];
}

void ScopeWeights::Finish() {
  for (std::size_t block = 0; block < blocks_.size(); ++block) {
    std::vector<std::uint8_t> less;
    const std::size_t first = block << kPlacesPerBlock;
    const std::size_t last = std::min(size(), (block + 1) << kPlacesPerBlock);
    for (std::size_t place = first; place < last; ++place) {
      const index::ContentMarks marks = Of(static_cast<std::uint32_t>(place));
      offsets_[place] = static_cast<std::uint32_t>(less.size());
      Encode(marks, coarsest_, &less);
    }
    less.shrink_to_fit();
    blocks_[block] = std::move(less);
  }
  offsets_.shrink_to_fit();
}

std::uint64_t ScopeWeights::bytes() const {
  std::uint64_t all = offsets_.capacity() * sizeof offsets_[0];
  for (const auto& block : blocks_) all += block.capacity();
  return all;
}

std::uint64_t ScopeWeights::At(std::uint32_t place, int level) const {
  const std::uint8_t* at = Entry(place);
  const int own = *at++;
  const int weights = *at++;
  if (level - own >= weights) return 0;
  std::uint64_t weight = 0;
  for (int i = own; i <= level; ++i) at = NextWeight(at, &weight);
  return weight;
}

index::ContentMarks ScopeWeights::Of(std::uint32_t place) const {
  const std::uint8_t* at = Entry(place);
  index::ContentMarks marks;
  marks.level = *at++;
  const int weights = *at++;
  for (int i = 0; i < weights; ++i)
    at = NextWeight(at, &marks.weight_at[static_cast<std::size_t>(marks.level + i)]);
  return marks;
}

namespace {

// Fills `marks` for as many places from `first` on. A segment is read in the order of contents, which is
// nearly that of places.
void FindMarks(std::span<const std::shared_ptr<const index::Segment>> segments, const Scope& scope,
               std::size_t first, std::span<index::ContentMarks> marks) {
  std::vector<std::uint32_t> order;
  std::vector<ContentId> ids;
  for (std::uint32_t i = 0; i < marks.size(); ++i) order.push_back(i);
  std::ranges::sort(order, {}, [&](std::uint32_t i) { return scope[first + i].id; });
  for (std::uint32_t i : order) ids.push_back(scope[first + i].id);
  for (const auto& segment : segments) {
    std::size_t at = 0;
    segment->FindContents(ids, [&](const index::ContentMarks& found) {
      while (ids[at] < found.content) ++at;
      marks[order[at]] = found;
    });
  }
}

}  // namespace

ScopeWeights WeighScope(std::span<const std::shared_ptr<const index::Segment>> segments, const Scope& scope,
                        unsigned threads) {
  constexpr std::size_t kManyContents = 1'000'000;
  // Many places at a time: blocks of a segment that hold contents from all over the tree are read once each.
  constexpr std::size_t kAtATime = 1 << 17;
  ScopeWeights weights;
  for (std::size_t first = 0; first < scope.size(); first += kAtATime) {
    std::vector<index::ContentMarks> marks(std::min(kAtATime, scope.size() - first));
    base::ParallelFor(threads, threads, [&](std::size_t part, unsigned) {
      const std::size_t begin = marks.size() * part / threads, end = marks.size() * (part + 1) / threads;
      FindMarks(segments, scope, first + begin, std::span(marks).subspan(begin, end - begin));
    });
    for (const index::ContentMarks& content : marks) weights.Append(content);
  }
  weights.Finish();
  if (scope.size() >= kManyContents) base::ReleaseFreedMemory();  // of the levels that were dropped
  return weights;
}

}  // namespace kindred::match
