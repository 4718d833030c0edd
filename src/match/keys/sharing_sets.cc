// Collating keys into sharing sets; see sharing_sets.h.
#include "match/keys/sharing_sets.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>

#include "base/parallel.h"
#include "match/places.h"

namespace kindred::match {

void SharingSets::Add(std::uint64_t hash, std::span<const std::uint32_t> members,
                      std::span<const std::uint64_t> weights, std::uint64_t keys) {
  if (2 * (sets_.size() + 1) > table_.size()) Grow();
  const std::uint64_t mask = table_.size() - 1;
  std::uint64_t slot = hash & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    Set& set = sets_[table_[slot] - 1];
    if (set.hash != hash || !std::ranges::equal(Members(set), members)) continue;
    set.keys += keys;
    for (std::size_t i = 0; i < members.size(); ++i) weights_[set.first + i] += weights[i];
    return;
  }
  sets_.push_back({members_.size(), hash, keys, static_cast<std::uint32_t>(members.size())});
  members_.insert(members_.end(), members.begin(), members.end());
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  table_[slot] = static_cast<std::uint32_t>(sets_.size());
}

void SharingSets::AddAll(const SharingSets& other) {
  marks_ += other.marks_;
  for (const Set& set : other.sets_) Add(set.hash, other.Members(set), other.Weights(set), set.keys);
}

SharingSets SharingSets::OfDisjoint(std::span<SharingSets> parts, unsigned threads) {
  if (parts.size() == 1) return std::move(parts.front());
  SharingSets all;
  std::vector<std::pair<std::size_t, std::size_t>> starts;  // of each part's sets and members
  std::size_t sets = 0, members = 0;
  for (const SharingSets& part : parts) {
    starts.emplace_back(sets, members);
    sets += part.sets_.size();
    members += part.members_.size();
    all.marks_ += part.marks_;
  }
  all.sets_.resize(sets);
  all.members_.resize(members);
  all.weights_.resize(members);
  base::ParallelFor(threads, parts.size(), [&](std::size_t number, unsigned) {
    SharingSets& part = parts[number];
    const auto [first_set, first_member] = starts[number];
    std::ranges::copy(part.members_, all.members_.begin() + static_cast<std::ptrdiff_t>(first_member));
    std::ranges::copy(part.weights_, all.weights_.begin() + static_cast<std::ptrdiff_t>(first_member));
    for (std::size_t i = 0; i < part.sets_.size(); ++i) {
      all.sets_[first_set + i] = part.sets_[i];
      all.sets_[first_set + i].first += first_member;
    }
    part = {};
  });
  return all;
}

void SharingSets::Grow() {
  table_.assign(std::max<std::size_t>(256, std::bit_ceil(4 * (sets_.size() + 1))), 0);
  const std::uint64_t mask = table_.size() - 1;
  for (std::uint32_t number = 0; number < sets_.size(); ++number) {
    std::uint64_t slot = sets_[number].hash & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = number + 1;
  }
}

std::vector<std::uint64_t> CountKeys(const KeySource& source, unsigned threads) {
  std::vector<std::uint64_t> keys(source.scope.size());
  if (source.segments.empty()) return keys;
  const KeyStream stream(source, threads);
  std::vector<std::vector<std::uint64_t>> counts(threads);
  base::ParallelFor(threads, stream.parts(), [&](std::size_t part, unsigned thread) {
    counts[thread].resize(keys.size());
    stream.ReadKeys(part, [&](index::MergedCursor& cursor) {
      index::Segment::Key key;
      while (cursor.Next(&key)) {
        for (const index::Segment::Occurrence& found : key.occurrences) {
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

namespace {

// read(part, visit) passes the sets of a part.
template <typename Read>
SharingSets CollectFrom(std::size_t parts, Read read, unsigned threads) {
  // Of each part of the stream, divided by the first bits of hashes (tables go by the last).
  constexpr int kDividingBits = 4;
  using Divided = std::array<SharingSets, 1 << kDividingBits>;
  std::vector<Divided> partial(parts);
  base::ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
    read(part, [&to = partial[part]](KeySet set) {
      const std::uint64_t hash = HashOfMembers(set.members);
      to[hash >> (64 - kDividingBits)].Add(hash, set.members, set.weights, 1);
    });
  });
  Divided& all = partial.front();
  base::ParallelFor(threads, all.size(), [&](std::size_t number, unsigned) {
    for (std::size_t part = 1; part < parts; ++part) {
      all[number].AddAll(partial[part][number]);
      partial[part][number] = {};
    }
  });
  return SharingSets::OfDisjoint(all, threads);
}

}  // namespace

SharingSets CollectSharingSets(const KeyStream& stream, unsigned threads) {
  std::atomic<std::uint64_t> marks = 0;
  SharingSets sets = CollectFrom(
      stream.parts(), [&](std::size_t part, auto visit) { marks += stream.Read(part, visit); }, threads);
  sets.CountMarks(marks);
  return sets;
}

SharingSets CollectSharingSets(const Spill& spilled, std::uint64_t marks, unsigned threads) {
  SharingSets sets = CollectFrom(
      spilled.bins(), [&](std::size_t part, auto visit) { spilled.Read(part, visit); }, threads);
  sets.CountMarks(marks);
  return sets;
}

}  // namespace kindred::match
