// See query_lookup.h. A query of 30 KB has some 6,000 keys, each in another block of a large segment, so the
// keys are looked up in parts, side by side.
#include "jobs/query/query_lookup.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "match/keys/template_keys.h"

namespace kindred::jobs {

namespace {

// What a content shares with the query, in keys and in what they weigh on both sides.
struct SharedKeys {
  ContentId content = 0;
  std::uint32_t keys = 0;  // 0: the slot is free
  std::uint64_t weight_a = 0;
  std::uint64_t weight_b = 0;
};

// Sums by content, in a flat table with linear probing: allocating a node for each content would cost more
// than the lookup.
class SharedSums {
 public:
  // `expected` contents go in before it must grow.
  explicit SharedSums(std::size_t expected) : table_(std::bit_ceil(2 * expected + 2)) {}

  void Add(const SharedKeys& shared) {
    if (2 * used_ >= table_.size()) Grow();
    SharedKeys& place = PlaceOf(shared.content);
    used_ += place.keys == 0 ? 1 : 0;
    place.content = shared.content;
    place.keys += shared.keys;
    place.weight_a += shared.weight_a;
    place.weight_b += shared.weight_b;
  }

  template <typename Visit>
  void ForEach(Visit visit) const {
    for (const SharedKeys& place : table_) {
      if (place.keys != 0) visit(place);
    }
  }

 private:
  SharedKeys& PlaceOf(ContentId content) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = content * std::size_t{0x9E3779B97F4A7C15} >> std::countl_zero(mask);
    while (table_[at].keys != 0 && table_[at].content != content) at = (at + 1) & mask;
    return table_[at];
  }

  void Grow() {
    std::vector<SharedKeys> old(2 * table_.size());
    old.swap(table_);
    for (const SharedKeys& place : old) {
      if (place.keys != 0) PlaceOf(place.content) = place;
    }
  }

  std::vector<SharedKeys> table_;  // a power of two
  std::size_t used_ = 0;
};

// The contents that share enough, ascending.
std::vector<SharedKeys> SumUp(const index::Segment& segment, const QueryKeys& query, std::uint64_t min_shared,
                              unsigned threads) {
  // Low keys occur in far more contents than high ones, so threads take small parts as they come.
  constexpr std::size_t kPart = 128;          // keys
  constexpr std::size_t kWorthAThread = 512;  // keys
  const bool bytes = segment.method().weight == Weight::kBytes;
  threads = static_cast<unsigned>(std::clamp<std::size_t>(query.keys.size() / kWorthAThread, 1, threads));
  std::vector<SharedSums> sums;
  const auto expected = std::min<std::size_t>(segment.totals().contents, 1 << 14);
  for (unsigned thread = 0; thread < threads; ++thread) sums.emplace_back(expected);
  base::ParallelFor(threads, (query.keys.size() + kPart - 1) / kPart, [&](std::size_t part, unsigned thread) {
    std::size_t at = part * kPart;  // keys are found in ascending order
    const auto keys = std::span(query.keys).subspan(at, std::min(kPart, query.keys.size() - at));
    segment.Lookup(keys, [&](const index::Segment::Key& key) {
      while (query.keys[at] != key.key) ++at;
      for (const index::Segment::Occurrence& occurrence : key.occurrences) {
        sums[thread].Add({occurrence.content, 1, query.weights[at],
                          std::uint64_t{occurrence.count} * (bytes ? key.length : 1)});
      }
    });
  });
  for (std::size_t thread = 1; thread < sums.size(); ++thread)
    sums[thread].ForEach([&](const SharedKeys& shared) { sums[0].Add(shared); });
  std::vector<SharedKeys> enough;
  sums[0].ForEach([&](const SharedKeys& shared) {
    if (shared.keys >= min_shared) enough.push_back(shared);
  });
  std::ranges::sort(enough, {}, &SharedKeys::content);
  return enough;
}

// What the keys of templates weigh in the candidates, to be taken out of their totals.
class Boilerplate {
 public:
  Boilerplate(const index::Segment& segment, std::span<const SharedKeys> candidates,
              std::span<const std::uint64_t> ignored) {
    if (candidates.empty() || ignored.empty()) return;
    const bool bytes = segment.method().weight == Weight::kBytes;
    segment.Lookup(ignored, [&](const index::Segment::Key& key) {
      for (const index::Segment::Occurrence& occurrence : key.occurrences) {
        if (!std::ranges::binary_search(candidates, occurrence.content, {}, &SharedKeys::content)) continue;
        auto& weights = weights_[occurrence.content];
        const std::uint64_t weight = std::uint64_t{occurrence.count} * (bytes ? key.length : 1);
        for (int level = 0; level <= KeyLevel(key.key); ++level) weights[level] += weight;
      }
    });
  }

  void LeaveOutOf(index::ContentMarks* marks) const {
    const auto found = weights_.find(marks->content);
    if (found == weights_.end()) return;
    for (int level = marks->level; level <= kMaxLevel; ++level)
      marks->weight_at[level] -= std::min(found->second[level], marks->weight_at[level]);
  }

 private:
  std::unordered_map<ContentId, std::array<std::uint64_t, kMaxLevel + 1>> weights_;
};

}  // namespace

QueryKeys KeysOf(const tree::ReadContent& content, const index::StoredMethod& method,
                 std::span<const std::uint64_t> ignored) {
  const std::uint64_t kept = ~std::uint64_t{0} << (64 - method.key_bits);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> sorted;  // key, weight
  for (const Mark& mark : content.marks[0]) {
    sorted.emplace_back(mark.key & kept, method.weight == Weight::kBytes ? mark.length : 1);
  }
  std::ranges::sort(sorted);
  QueryKeys query;
  query.level = content.levels[0];
  match::SortedKeys templates(ignored);
  for (const auto& [key, weight] : sorted) {
    if (templates.Has(key)) continue;
    if (query.keys.empty() || query.keys.back() != key) {
      query.keys.push_back(key);
      query.weights.push_back(0);
    }
    query.weights.back() += weight;
    for (int level = 0; level <= KeyLevel(key); ++level) query.weight_at[level] += weight;
  }
  return query;
}

void LookUp(const index::Segment& segment, const QueryKeys& query, std::uint64_t min_shared,
            std::span<const std::uint64_t> ignored, unsigned threads, std::vector<Candidate>* candidates) {
  const std::vector<SharedKeys> enough = SumUp(segment, query, min_shared, threads);
  const Boilerplate boilerplate(segment, enough, ignored);
  std::vector<ContentId> wanted;
  for (const SharedKeys& shared : enough) wanted.push_back(shared.content);
  candidates->reserve(candidates->size() + enough.size());
  auto next = enough.begin();
  segment.FindContents(wanted, [&](index::ContentMarks marks) {
    while (next->content != marks.content) ++next;
    boilerplate.LeaveOutOf(&marks);
    const int level = std::max<int>(query.level, marks.level);
    candidates->push_back({marks.content,
                           {.keys = next->keys,
                            .weight_a = next->weight_a,
                            .total_a = query.weight_at[level],
                            .weight_b = next->weight_b,
                            .total_b = marks.weight_at[level],
                            .level = level}});
  });
}

}  // namespace kindred::jobs
