// Collating keys into sharing sets; see sharing_sets.h.
#include "match/sharing_sets.h"

#include <xxhash.h>

#include <algorithm>

#include "base/parallel.h"
#include "match/places.h"

namespace kindred {

void SharingSets::Add(std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights,
                      std::uint64_t keys) {
  if (2 * (sets_.size() + 1) > table_.size()) Grow();
  const std::uint64_t mask = table_.size() - 1;
  std::uint64_t slot = XXH3_64bits(members.data(), members.size_bytes()) & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    Set& set = sets_[table_[slot] - 1];
    if (!std::ranges::equal(Members(set), members)) continue;
    set.keys += keys;
    for (std::size_t i = 0; i < members.size(); ++i) weights_[set.first + i] += weights[i];
    return;
  }
  sets_.push_back({members_.size(), static_cast<std::uint32_t>(members.size()), keys});
  members_.insert(members_.end(), members.begin(), members.end());
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  table_[slot] = static_cast<std::uint32_t>(sets_.size());
}

void SharingSets::AddAll(const SharingSets& other) {
  marks_ += other.marks_;
  for (const Set& set : other.sets_) Add(other.Members(set), other.Weights(set), set.keys);
}

void SharingSets::Grow() {
  table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), 0);
  const std::uint64_t mask = table_.size() - 1;
  for (std::uint32_t number = 0; number < sets_.size(); ++number) {
    const auto members = Members(sets_[number]);
    std::uint64_t slot = XXH3_64bits(members.data(), members.size_bytes()) & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = number + 1;
  }
}

std::vector<std::uint64_t> CountKeys(const KeySource& source, unsigned threads) {
  std::vector<std::uint64_t> keys(source.scope.size());
  if (source.segments.empty()) return keys;
  const KeyStream stream(source, threads);
  std::vector<std::vector<std::uint64_t>> counts(threads);
  ParallelFor(threads, stream.parts(), [&](std::size_t part, unsigned thread) {
    counts[thread].resize(keys.size());
    stream.ReadKeys(part, [&](MergedCursor& cursor) {
      Segment::Key key;
      while (cursor.Next(&key)) {
        for (const Segment::Occurrence& found : key.occurrences) {
          const std::uint32_t place = stream.places().Of(found.content);
          if (place != kNotInScope) ++counts[thread][place];
        }
      }
    });
  });
  for (const auto& of_thread : counts) {
    for (std::size_t place = 0; place < of_thread.size(); ++place) keys[place] += of_thread[place];
  }
  return keys;
}

SharingSets CollectSharingSets(const KeyStream& stream, unsigned threads) {
  std::vector<SharingSets> partial(stream.parts());
  ParallelFor(threads, partial.size(), [&](std::size_t part, unsigned) {
    SharingSets& sets = partial[part];
    sets.CountMarks(stream.Read(part, [&](KeySet set) { sets.Add(set.members, set.weights, 1); }));
  });
  SharingSets sets = std::move(partial[0]);
  for (std::size_t part = 1; part < partial.size(); ++part) {
    sets.AddAll(partial[part]);
    partial[part] = {};
  }
  return sets;
}

}  // namespace kindred
