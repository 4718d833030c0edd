// Windows are dealt into buckets by the first bits of their hashes, so that a bucket's table fits the cache
// and buckets are independent. In a bucket, the first window with some bytes stands for all others with them;
// the contexts of these are the window's list. Equal lists of contexts have one number.
#include "span/window_lists.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"

namespace kindred::span {

namespace {

constexpr int kBucketBits = 8;
constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
constexpr std::size_t kShards = 64;
constexpr std::uint32_t kAlone = 0;  // the list of a window that occurs in its own context only

struct Window {
  std::uint64_t hash;
  std::uint32_t position;  // in the bytes of all contexts
};

// A polynomial over 2^64, mixed so that its first bits are good, too.
template <typename Visit>
void ForEachWindow(std::span<const std::uint8_t> bytes, std::size_t least, Visit visit) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  std::uint64_t leaving = 1;
  for (std::size_t i = 0; i < least; ++i) leaving *= kMultiplier;
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < least; ++i) hash = hash * kMultiplier + bytes[i] + 1;
  for (std::size_t at = 0;; ++at) {
    visit(at, (hash ^ hash >> 32) * 0xD6E8FEB86659FD93);
    if (at + least == bytes.size()) return;
    hash = hash * kMultiplier + bytes[at + least] + 1 - (bytes[at] + 1u) * leaving;
  }
}

// Lists of contexts, each once. Number 0 is kAlone.
class ListNumbers {
 public:
  std::uint32_t NumberOf(std::span<const std::uint32_t> contexts) {
    const std::uint64_t hash = XXH3_64bits(contexts.data(), contexts.size_bytes());
    Shard& shard = shards_[hash % kShards];
    const std::lock_guard lock(shard.mutex);
    auto [first, last] = shard.by_hash.equal_range(hash);
    for (; first != last; ++first) {
      if (std::ranges::equal(shard.lists[first->second], contexts))
        return static_cast<std::uint32_t>(first->second * kShards + hash % kShards + 1);
    }
    shard.by_hash.emplace(hash, shard.lists.size());
    shard.lists.emplace_back(contexts.begin(), contexts.end());
    return static_cast<std::uint32_t>((shard.lists.size() - 1) * kShards + hash % kShards + 1);
  }
  std::uint32_t End() const {
    std::size_t most = 0;
    for (const Shard& shard : shards_) most = std::max(most, shard.lists.size());
    return static_cast<std::uint32_t>(most * kShards + 1);
  }
  // Empty if there is none with this number.
  std::span<const std::uint32_t> ContextsOf(std::uint32_t number) const {
    const Shard& shard = shards_[(number - 1) % kShards];
    const std::size_t place = (number - 1) / kShards;
    if (place >= shard.lists.size()) return {};
    return shard.lists[place];
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_multimap<std::uint64_t, std::size_t> by_hash;
    std::vector<std::vector<std::uint32_t>> lists;
  };
  std::array<Shard, kShards> shards_;
};

// All windows of all contexts, dealt by hash. In a bucket they are by position, whatever the threads did.
class Buckets {
 public:
  Buckets(const DistinctContexts& contexts, std::size_t least, unsigned threads) {
    const std::size_t parts = std::min<std::size_t>(contexts.size(), threads * 4);
    std::vector<std::array<std::size_t, kBuckets>> counts(parts);
    auto for_part = [&](std::size_t part, auto visit) {
      const std::size_t last = contexts.size() * (part + 1) / parts;
      for (auto context = static_cast<std::uint32_t>(contexts.size() * part / parts); context < last;
           ++context) {
        const std::uint32_t begin = contexts.BeginOf(context);
        ForEachWindow(contexts.BytesOf(context), least, [&](std::size_t at, std::uint64_t hash) {
          visit(static_cast<std::uint32_t>(begin + at), hash);
        });
      }
    };
    base::ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
      counts[part].fill(0);
      for_part(part, [&](std::uint32_t, std::uint64_t hash) { ++counts[part][hash >> (64 - kBucketBits)]; });
    });
    std::size_t sum = 0;
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
      first_[bucket] = sum;
      for (auto& count : counts) sum += std::exchange(count[bucket], sum);
    }
    first_[kBuckets] = sum;
    windows_.resize(sum);
    base::ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
      for_part(part, [&](std::uint32_t position, std::uint64_t hash) {
        windows_[counts[part][hash >> (64 - kBucketBits)]++] = {hash, position};
      });
    });
  }

  std::span<const Window> operator[](std::size_t bucket) const {
    return std::span(windows_).subspan(first_[bucket], first_[bucket + 1] - first_[bucket]);
  }

 private:
  std::vector<Window> windows_;
  std::array<std::size_t, kBuckets + 1> first_{};
};

// The lists of the windows of one bucket, into `list_of` by position.
void ListBucket(std::span<const Window> windows, const DistinctContexts& contexts, std::size_t least,
                ListNumbers* numbers, std::vector<std::uint32_t>* list_of) {
  if (windows.empty()) return;
  std::vector<std::uint32_t> table(std::bit_ceil(2 * windows.size()), 0);  // number of the window, plus one
  const std::size_t mask = table.size() - 1;
  const std::uint8_t* bytes = contexts.bytes().data();
  // (window that stands for it, context) of each window that has equals; both fit 32 bits.
  std::vector<std::uint64_t> shared;
  std::vector<bool> has_equal(windows.size());
  auto note = [&](std::uint32_t first, std::uint32_t position) {
    shared.push_back(std::uint64_t{first} << 32 | contexts.ContextAt(position));
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equals;  // window, the one that stands for it
  for (std::uint32_t i = 0; i < windows.size(); ++i) {
    std::size_t slot = windows[i].hash & mask;
    while (table[slot] != 0) {
      const Window& other = windows[table[slot] - 1];
      if (other.hash == windows[i].hash &&
          std::memcmp(bytes + other.position, bytes + windows[i].position, least) == 0)
        break;
      slot = (slot + 1) & mask;
    }
    if (table[slot] == 0) {
      table[slot] = i + 1;
      continue;
    }
    const std::uint32_t first = table[slot] - 1;
    if (!has_equal[first]) {
      has_equal[first] = true;
      note(first, windows[first].position);
      equals.emplace_back(first, first);
    }
    note(first, windows[i].position);
    equals.emplace_back(i, first);
  }
  std::ranges::sort(shared);
  shared.erase(std::unique(shared.begin(), shared.end()), shared.end());
  std::vector<std::uint32_t> list_of_first(windows.size(), kAlone);
  std::vector<std::uint32_t> list;
  for (std::size_t i = 0; i < shared.size();) {
    const std::uint64_t first = shared[i] >> 32;
    list.clear();
    for (; i < shared.size() && shared[i] >> 32 == first; ++i)
      list.push_back(static_cast<std::uint32_t>(shared[i]));
    if (list.size() > 1) list_of_first[first] = numbers->NumberOf(list);
  }
  for (const auto& [window, first] : equals) (*list_of)[windows[window].position] = list_of_first[first];
}

// All contents of the contexts, ascending.
std::vector<std::uint32_t> UnionOf(std::span<const std::uint32_t> list, const DistinctContexts& contexts) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t context : list) {
    const auto some = contexts.ContentsOf(context);
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

// By number of a list, the first one that has the same contents. So segments of different contexts that occur
// in the same contents are seen to be of one run.
std::vector<std::uint32_t> FirstWithTheSameContents(std::span<const std::vector<std::uint32_t>> lists) {
  std::vector<std::uint32_t> same(lists.size());
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash;
  for (std::uint32_t i = 0; i < lists.size(); ++i) {
    same[i] = i;
    if (lists[i].size() < 2) continue;  // of no interest
    const std::uint64_t hash = XXH3_64bits(lists[i].data(), lists[i].size() * sizeof lists[i][0]);
    auto [known, last] = by_hash.equal_range(hash);
    while (known != last && lists[known->second] != lists[i]) ++known;
    if (known != last) {
      same[i] = known->second;
    } else {
      by_hash.emplace(hash, i);
    }
  }
  return same;
}

}  // namespace

WindowLists::WindowLists(const DistinctContexts& contexts, std::uint64_t least, unsigned threads) {
  const auto length = static_cast<std::size_t>(least);
  std::vector<std::uint32_t> list_of(contexts.bytes().size(), kAlone);
  ListNumbers numbers;
  {
    const Buckets buckets(contexts, length, threads);
    base::ParallelFor(threads, kBuckets, [&](std::size_t bucket, unsigned) {
      ListBucket(buckets[bucket], contexts, length, &numbers, &list_of);
    });
  }
  // Lists of contents: those of several contexts first, then one for each context alone.
  const std::uint32_t end = numbers.End();
  lists_.resize(end + contexts.size());
  base::ParallelFor(threads, lists_.size(), [&](std::size_t list, unsigned) {
    if (list == kAlone) return;
    if (list < end) {
      lists_[list] = UnionOf(numbers.ContextsOf(static_cast<std::uint32_t>(list)), contexts);
    } else {
      const auto own = contexts.ContentsOf(static_cast<std::uint32_t>(list - end));
      lists_[list].assign(own.begin(), own.end());
    }
  });
  const std::vector<std::uint32_t> same = FirstWithTheSameContents(lists_);
  first_segment_.reserve(contexts.size() + 1);
  for (std::uint32_t context = 0; context < contexts.size(); ++context) {
    first_segment_.push_back(segments_.size());
    const std::uint32_t begin = contexts.BeginOf(context);
    const auto windows = static_cast<std::uint32_t>(contexts.BytesOf(context).size() - length + 1);
    for (std::uint32_t at = 0, next; at < windows; at = next) {
      auto list_at = [&](std::uint32_t window) {
        const std::uint32_t several = list_of[begin + window];
        return same[several == kAlone ? end + context : several];
      };
      const std::uint32_t list = list_at(at);
      next = at + 1;
      while (next < windows && list_at(next) == list) ++next;
      if (lists_[list].size() > 1) segments_.push_back({at, next - at, list});
    }
  }
  first_segment_.push_back(segments_.size());
}

}  // namespace kindred::span
