// Buckets by the first bits of the key, so that threads sort them apart; see seeds.h.
#include "span/runs/seeds.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/release_memory.h"

namespace kindred::span {

namespace {

// The end of the group that starts at `begin`.
std::size_t GroupEnd(std::span<const Seed> seeds, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < seeds.size() && seeds[end].key == seeds[begin].key) ++end;
  return end;
}

// Whether the places of a key may share a run that was not found from the marks before them.
bool MayShareNewRun(std::span<const Seed> group) {
  if (group.size() < 2) return false;
  const std::uint64_t link = group.front().link;
  return link == 0 || std::ranges::any_of(group, [&](const Seed& seed) { return seed.link != link; });
}

// Data with one mark in each period has a row of equal seeds. Equal links mean that all between them is equal
// and equally far apart, so the first two and the last two of the row are enough (key_regions.h).
void LeaveOutRows(std::vector<Seed>* seeds) {
  std::vector<Seed>& all = *seeds;
  auto same = [&](std::size_t i) {  // as the one before
    return all[i].link != 0 && all[i].key == all[i - 1].key && all[i].link == all[i - 1].link;
  };
  std::size_t kept = 0;
  std::size_t row = 0;  // links before this one that are equal to it
  for (std::size_t i = 0; i < all.size(); ++i) {
    row = i > 0 && same(i) ? row + 1 : 0;
    if (row >= 2 && i + 2 < all.size() && same(i + 1) && same(i + 2)) continue;
    all[kept++] = all[i];
  }
  all.resize(kept);
}

}  // namespace

std::vector<Seed> LinkedSeeds(Extender& extender, std::uint32_t content, std::uint64_t start,
                              std::span<const MarkedPlace> marks) {
  std::vector<Seed> seeds;
  seeds.reserve(marks.size());
  for (std::size_t i = 0; i < marks.size(); ++i) {
    std::uint64_t link = 0;
    if (i > 0) {
      const std::uint64_t length = marks[i].offset + marks[i].length - marks[i - 1].offset;
      // The key before belongs to it: its bytes may reach beyond the end of this one.
      link = extender.Hash({content, marks[i - 1].offset}, length).low ^ marks[i - 1].key ^ length;
    }
    seeds.push_back({marks[i].key, start + marks[i].offset, link});
  }
  LeaveOutRows(&seeds);
  return seeds;
}

SeedTable::SeedTable(unsigned threads) : parts_(threads, Buckets(kBuckets)), kept_(kBuckets) {}

void SeedTable::Prune() {
  base::ParallelFor(static_cast<unsigned>(parts_.size()), kBuckets, [&](std::size_t bucket, unsigned) {
    std::vector<Seed> seeds;
    for (Buckets& part : parts_) {
      seeds.insert(seeds.end(), part[bucket].begin(), part[bucket].end());
      base::Free(&part[bucket]);
    }
    std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) {
      return a.key != b.key ? a.key < b.key : a.position < b.position;
    });
    for (std::size_t begin = 0; begin < seeds.size();) {
      const std::size_t end = GroupEnd(seeds, begin);
      const auto group = std::span(seeds).subspan(begin, end - begin);
      if (MayShareNewRun(group)) kept_[bucket].insert(kept_[bucket].end(), group.begin(), group.end());
      begin = end;
    }
  });
}

std::uint64_t SeedTable::Size() const {
  std::uint64_t size = 0;
  for (const auto& bucket : kept_) size += bucket.size();
  return size;
}

std::vector<std::span<const Seed>> SeedTable::Groups() const {
  std::vector<std::span<const Seed>> groups;
  for (const auto& bucket : kept_) {
    for (std::size_t begin = 0; begin < bucket.size();) {
      const std::size_t end = GroupEnd(bucket, begin);
      groups.push_back(std::span(bucket).subspan(begin, end - begin));
      begin = end;
    }
  }
  std::ranges::sort(groups, {}, [](std::span<const Seed> group) { return group.front().position; });
  return groups;
}

}  // namespace kindred::span
