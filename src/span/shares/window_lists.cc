// Every window is found by one of its grams, so that the lookups are a tenth of the windows.
//
// A window of 50 bytes holds 19 grams of 32; the one with the smallest hash is its *seed* (of equals the
// last), as in winnowing (Schleimer et al. 2003). The choice depends on nothing but the window's bytes, so
// equal windows have equal seeds at the same distance. Windows that follow each other and have one seed are a
// *tile*; tiles are 10 windows long on average.
//
//   bytes   ...................................................
//   window 7       [---------------SEED------]
//   window 8        [--------------SEED-------]
//   window 9         [-------------SEED--------]        three windows, one tile
//
// Tiles with equal seeds are a group. A tile that is alone in its group, as most are, has no window that
// occurs elsewhere. If all tiles of a group have the same bytes, their windows share one list. Only where
// tiles of a group differ are their windows compared one by one, by their distance to the seed.
//
// Tiles are dealt into buckets by the first bits of their seeds; buckets are independent.
#include "span/shares/window_lists.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/parallel.h"
#include "span/extend.h"
#include "span/shares/known_lists.h"

namespace kindred::span {

namespace {

constexpr int kBucketBits = 8;
constexpr std::size_t kBuckets = std::size_t{1} << kBucketBits;
constexpr std::size_t kShards = 64;
constexpr std::size_t kMostWithBits = 16'384;  // contents: 2 KB for a set of bits
constexpr std::uint32_t kAlone = 0;            // the list of a window that occurs in its own context only

constexpr std::size_t kMostGrams = 61;  // of a window; a tile's numbers fit a byte

// Windows that follow each other and have the same seed.
struct Tile {
  std::uint64_t seed;      // its hash
  std::uint32_t position;  // of the first window, in the bytes of all contexts
  std::uint32_t context;
  std::uint8_t before;   // bytes of the first window in front of the seed
  std::uint8_t windows;  // how many
};

// How many grams a window of `least` bytes has; the rest of its bytes are a gram's length.
std::size_t GramsOf(std::size_t least) { return std::min(kMostGrams, least * 3 / 8 + 1); }

// The tiles of one context.
class TileCutter {
 public:
  explicit TileCutter(std::size_t least) : grams_(GramsOf(least)), length_(least - grams_ + 1) {
    for (std::size_t i = 0; i < length_; ++i) leaving_ *= kMultiplier;
  }

  void Cut(std::span<const std::uint8_t> bytes, std::uint32_t position, std::uint32_t context,
           std::vector<Tile>* tiles) {
    Hash(bytes);
    std::size_t seed = 0;
    for (std::size_t window = 0; window + grams_ <= hashes_.size(); ++window) {
      const std::size_t last = window + grams_ - 1;
      const bool other = window == 0 || seed < window || hashes_[last] <= hashes_[seed];
      if (window == 0 || seed < window) {
        seed = window;
        for (std::size_t gram = window + 1; gram <= last; ++gram) {
          if (hashes_[gram] <= hashes_[seed]) seed = gram;
        }
      } else if (other) {
        seed = last;
      }
      if (other) {
        tiles->push_back({hashes_[seed], position + static_cast<std::uint32_t>(window), context,
                          static_cast<std::uint8_t>(seed - window), 0});
      }
      ++tiles->back().windows;
    }
  }

 private:
  static constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;

  // A polynomial over 2^64, mixed so that its order is good, too.
  void Hash(std::span<const std::uint8_t> bytes) {
    hashes_.resize(bytes.size() - length_ + 1);
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < length_; ++i) hash = hash * kMultiplier + bytes[i] + 1;
    for (std::size_t at = 0;; ++at) {
      hashes_[at] = (hash ^ hash >> 32) * 0xD6E8FEB86659FD93;
      if (at + length_ == bytes.size()) return;
      hash = hash * kMultiplier + bytes[at + length_] + 1 - (bytes[at] + 1u) * leaving_;
    }
  }

  std::size_t grams_;
  std::size_t length_;
  std::uint64_t leaving_ = 1;
  std::vector<std::uint64_t> hashes_;
};

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
  // Empty if no list has this number.
  std::span<const std::uint32_t> ContextsOf(std::uint32_t number) const {
    const Shard& shard = shards_[(number - 1) % kShards];
    const std::size_t index = (number - 1) / kShards;
    if (index >= shard.lists.size()) return {};
    return shard.lists[index];
  }

 private:
  struct Shard {
    std::mutex mutex;
    std::unordered_multimap<std::uint64_t, std::size_t> by_hash;
    std::vector<std::vector<std::uint32_t>> lists;
  };
  std::array<Shard, kShards> shards_;
};

// The tiles of all contexts, dealt by seed. In a bucket they are by position, whatever the threads did.
class Buckets {
 public:
  Buckets(const DistinctContexts& contexts, std::size_t least, unsigned threads) {
    const std::size_t parts = std::min<std::size_t>(contexts.size(), threads * 4);
    std::vector<std::vector<Tile>> tiles(parts);
    std::vector<std::array<std::size_t, kBuckets>> counts(parts);
    base::ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
      TileCutter cutter(least);
      const std::size_t last = contexts.size() * (part + 1) / parts;
      for (auto context = static_cast<std::uint32_t>(contexts.size() * part / parts); context < last;
           ++context)
        cutter.Cut(contexts.BytesOf(context), contexts.BeginOf(context), context, &tiles[part]);
      counts[part].fill(0);
      for (const Tile& tile : tiles[part]) ++counts[part][BucketOf(tile)];
    });
    std::size_t sum = 0;
    for (std::size_t bucket = 0; bucket < kBuckets; ++bucket) {
      first_[bucket] = sum;
      for (auto& count : counts) sum += std::exchange(count[bucket], sum);
    }
    first_[kBuckets] = sum;
    tiles_.resize(sum);
    base::ParallelFor(threads, parts, [&](std::size_t part, unsigned) {
      for (const Tile& tile : tiles[part]) tiles_[counts[part][BucketOf(tile)]++] = tile;
      std::vector<Tile>().swap(tiles[part]);
    });
  }

  std::span<Tile> operator[](std::size_t bucket) {
    return std::span(tiles_).subspan(first_[bucket], first_[bucket + 1] - first_[bucket]);
  }

 private:
  // A seed is a minimum, so its first bits are mostly zero.
  static std::size_t BucketOf(const Tile& tile) {
    return tile.seed * 0x9E3779B97F4A7C15 >> (64 - kBucketBits);
  }

  std::vector<Tile> tiles_;
  std::array<std::size_t, kBuckets + 1> first_{};
};

// The lists of the windows of one group after the other, into `list_of` by position.
class GroupLister {
 public:
  GroupLister(const DistinctContexts& contexts, std::size_t least, ListNumbers* numbers,
              std::vector<std::uint32_t>* list_of)
      : bytes_(contexts.bytes().data()), least_(least), numbers_(*numbers), list_of_(*list_of) {}

  void List(std::span<const Tile> group) {
    MakeClasses(group);
    if (classes_.size() == 1) {
      const std::uint32_t list = ListOf({&classes_[0], 1});
      if (list == kAlone) return;
      for (const Tile& tile : group) std::fill_n(list_of_.begin() + tile.position, tile.windows, list);
      return;
    }
    if (classes_.size() == 2) {
      ListTwo();
      return;
    }
    std::uint8_t farthest = 0;
    for (const Class& one : classes_) farthest = std::max(farthest, one.before);
    known_.Clear();
    for (int distance = farthest; distance >= 0; --distance) ListAt(static_cast<std::uint8_t>(distance));
  }

 private:
  // Tiles of a group with equal bytes around the seed.
  struct Class {
    const Tile* tile = nullptr;  // one of them
    std::uint8_t before = 0;
    std::uint8_t windows = 0;
    std::size_t first = 0;  // in `members_`
    std::size_t count = 0;
    std::size_t first_context = 0;  // in `contexts_`; ascending, each once
    std::size_t contexts = 0;
  };
  struct Member {
    std::uint64_t hash;  // of all bytes of the tile, and its shape
    const Tile* tile;
  };
  // A window of a class, at some distance before the seed.
  struct Seen {
    std::uint64_t hash;
    std::uint32_t number;  // of the class
    bool operator==(const Seen&) const = default;
  };

  std::size_t BytesOf(const Tile& tile) const { return tile.windows - std::size_t{1} + least_; }

  void MakeClasses(std::span<const Tile> group) {
    members_.clear();
    for (const Tile& tile : group) {
      const std::uint64_t shape = std::uint64_t{tile.before} << 8 | tile.windows;
      members_.push_back({XXH3_64bits_withSeed(bytes_ + tile.position, BytesOf(tile), shape), &tile});
    }
    std::ranges::sort(members_, {},
                      [](const Member& member) { return std::pair(member.hash, member.tile->position); });
    classes_.clear();
    contexts_.clear();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const Tile& tile = *members_[i].tile;
      // Equal hashes of different bytes: another class, which window by window may join the first.
      const bool same =
          !classes_.empty() && members_[i].hash == members_[i - 1].hash && Same(tile, *classes_.back().tile);
      if (!same) classes_.push_back({&tile, tile.before, tile.windows, i, 0, contexts_.size(), 0});
      Class& one = classes_.back();
      ++one.count;
      if (one.contexts == 0 || contexts_.back() != tile.context) {
        contexts_.push_back(tile.context);
        ++one.contexts;
      }
    }
  }
  bool Same(const Tile& a, const Tile& b) const {
    return a.before == b.before && a.windows == b.windows &&
           std::memcmp(bytes_ + a.position, bytes_ + b.position, BytesOf(a)) == 0;
  }

  // Most groups have two classes. They have in common the windows that lie within the bytes around the seed
  // that are equal in both.
  void ListTwo() {
    const Class& a = classes_[0];
    const Class& b = classes_[1];
    const std::uint8_t* seed_a = bytes_ + a.tile->position + a.before;
    const std::uint8_t* seed_b = bytes_ + b.tile->position + b.before;
    const std::size_t gram = least_ - GramsOf(least_) + 1;
    // Seeds with equal hashes may differ.
    const bool equal_seeds = std::memcmp(seed_a, seed_b, gram) == 0;
    const std::size_t most = least_ - gram;  // bytes of a window beside the seed
    const auto before = std::min<std::size_t>({most, a.before, b.before});
    const std::size_t left = equal_seeds ? EqualLast(seed_a, seed_b, before) : 0;
    const auto behind = [&](const Class& one) { return BytesOf(*one.tile) - one.before - gram; };
    const std::size_t right =
        equal_seeds ? EqualFirst(seed_a + gram, seed_b + gram, std::min({most, behind(a), behind(b)})) : 0;
    const std::uint32_t list_a = ListOf({&a, 1}), list_b = ListOf({&b, 1});
    std::uint32_t both = kAlone;
    for (std::size_t distance = 0; distance <= std::max(a.before, b.before); ++distance) {
      const bool in_a = HasWindow(a, distance), in_b = HasWindow(b, distance);
      const bool shared = equal_seeds && in_a && in_b && distance <= left && most - distance <= right;
      if (shared && both == kAlone) both = ListOf(classes_);
      if (in_a) SetList(a, distance, shared ? both : list_a);
      if (in_b) SetList(b, distance, shared ? both : list_b);
    }
  }
  static bool HasWindow(const Class& one, std::size_t distance) {
    return one.before >= distance && one.before - distance < one.windows;
  }
  void SetList(const Class& one, std::size_t distance, std::uint32_t list) {
    if (list == kAlone) return;
    for (const Member& member : std::span(members_).subspan(one.first, one.count))
      list_of_[member.tile->position + (one.before - distance)] = list;
  }

  // The windows that begin so many bytes before the seed.
  void ListAt(std::uint8_t distance) {
    seen_.clear();
    for (std::uint32_t number = 0; number < classes_.size(); ++number) {
      const Class& one = classes_[number];
      if (!HasWindow(one, distance)) continue;
      seen_.push_back({XXH3_64bits(WindowOf(one, distance), least_), number});
    }
    std::ranges::sort(seen_, {}, [](const Seen& seen) { return std::pair(seen.hash, seen.number); });
    for (std::size_t i = 0, next; i < seen_.size(); i = next) {
      // Of windows with equal hashes those that equal the first come to the front, the others are next.
      std::size_t end = i + 1;
      while (end < seen_.size() && seen_[end].hash == seen_[i].hash) ++end;
      const std::uint8_t* first = WindowOf(classes_[seen_[i].number], distance);
      next = static_cast<std::size_t>(
          std::stable_partition(seen_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                seen_.begin() + static_cast<std::ptrdiff_t>(end),
                                [&](const Seen& seen) {
                                  return std::memcmp(first, WindowOf(classes_[seen.number], distance),
                                                     least_) == 0;
                                }) -
          seen_.begin());
      Assign(std::span(seen_).subspan(i, next - i), distance);
    }
  }
  const std::uint8_t* WindowOf(const Class& one, std::uint8_t distance) const {
    return bytes_ + one.tile->position + (one.before - distance);
  }

  void Assign(std::span<const Seen> equal, std::uint8_t distance) {
    together_.clear();
    for (const Seen& seen : equal) together_.push_back(seen.number);
    std::uint32_t* list = known_.Find(together_);
    if (list == nullptr) {
      some_.clear();
      for (std::uint32_t number : together_) some_.push_back(classes_[number]);
      list = known_.Add(together_, ListOf(some_));
    }
    for (std::uint32_t number : together_) SetList(classes_[number], distance, *list);
  }

  // The number of the list of all their contexts.
  std::uint32_t ListOf(std::span<const Class> classes) {
    if (classes.size() == 1) {
      const auto only = std::span(contexts_).subspan(classes[0].first_context, classes[0].contexts);
      return only.size() < 2 ? kAlone : numbers_.NumberOf(only);
    }
    all_.clear();
    for (const Class& one : classes) {
      const auto some = std::span(contexts_).subspan(one.first_context, one.contexts);
      all_.insert(all_.end(), some.begin(), some.end());
    }
    std::ranges::sort(all_);
    all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    return all_.size() < 2 ? kAlone : numbers_.NumberOf(all_);
  }

  const std::uint8_t* bytes_;
  std::size_t least_;
  ListNumbers& numbers_;
  std::vector<std::uint32_t>& list_of_;
  std::vector<Member> members_;
  std::vector<Class> classes_;
  std::vector<std::uint32_t> contexts_;
  std::vector<Seen> seen_;
  std::vector<std::uint32_t> together_;
  std::vector<Class> some_;
  std::vector<std::uint32_t> all_;
  KnownLists known_;
};

void ListBucket(std::span<Tile> tiles, GroupLister* lister) {
  std::ranges::sort(tiles, {}, [](const Tile& tile) { return std::pair(tile.seed, tile.position); });
  for (std::size_t first = 0, last; first < tiles.size(); first = last) {
    last = first + 1;
    while (last < tiles.size() && tiles[last].seed == tiles[first].seed) ++last;
    if (last - first > 1) lister->List(tiles.subspan(first, last - first));
  }
}

// Unites the contents of contexts.
class ContentUnion {
 public:
  explicit ContentUnion(const DistinctContexts& contexts) : contexts_(contexts), seen_(contexts.contents()) {}

  // All contents of the contexts, ascending.
  std::vector<std::uint32_t> Of(std::span<const std::uint32_t> list) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t context : list) {
      for (std::uint32_t content : contexts_.ContentsOf(context)) {
        if (seen_[content]) continue;
        seen_[content] = true;
        all.push_back(content);
      }
    }
    std::ranges::sort(all);
    for (std::uint32_t content : all) seen_[content] = false;
    return all;
  }

 private:
  const DistinctContexts& contexts_;
  std::vector<bool> seen_;
};

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
    Buckets buckets(contexts, length, threads);
    base::ParallelFor(threads, kBuckets, [&](std::size_t bucket, unsigned) {
      GroupLister lister(contexts, length, &numbers, &list_of);
      ListBucket(buckets[bucket], &lister);
    });
  }
  // Lists of contents: those of several contexts first, then one for each context alone.
  const std::uint32_t end = numbers.End();
  lists_.resize(end + contexts.size());
  std::vector<ContentUnion> unions(threads, ContentUnion(contexts));
  base::ParallelFor(threads, lists_.size(), [&](std::size_t list, unsigned thread) {
    if (list == kAlone) return;
    if (list < end) {
      lists_[list] = unions[thread].Of(numbers.ContextsOf(static_cast<std::uint32_t>(list)));
    } else {
      const auto own = contexts.ContentsOf(static_cast<std::uint32_t>(list - end));
      lists_[list].assign(own.begin(), own.end());
    }
  });
  const std::vector<std::uint32_t> same = FirstWithTheSameContents(lists_);
  if (contexts.contents() <= kMostWithBits) words_ = (contexts.contents() + 63) / 64;
  bits_.resize(lists_.size());
  base::ParallelFor(threads, lists_.size(), [&](std::size_t list, unsigned) {
    if (lists_[list].size() <= words_ || same[list] != list || words_ == 0) return;
    bits_[list].resize(words_);
    for (std::uint32_t content : lists_[list]) bits_[list][content / 64] |= std::uint64_t{1} << content % 64;
  });
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
