// Buckets by the first bits of the key, so that threads sort them apart; see seeds.h.
#include "span/seeds.h"

#include <algorithm>

#include "base/parallel.h"

namespace kindred {

namespace {

// The end of the group that starts at `begin`.
std::size_t GroupEnd(const std::vector<Seed>& seeds, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < seeds.size() && seeds[end].key == seeds[begin].key) ++end;
  return end;
}

void DropSingles(std::vector<Seed>* seeds, std::size_t from) {
  std::size_t kept = from;
  for (std::size_t begin = from; begin < seeds->size();) {
    const std::size_t end = GroupEnd(*seeds, begin);
    if (end - begin > 1) {
      for (std::size_t i = begin; i < end; ++i) (*seeds)[kept++] = (*seeds)[i];
    }
    begin = end;
  }
  seeds->resize(kept);
}

}  // namespace

SeedTable::SeedTable(unsigned threads) : parts_(threads, Buckets(kBuckets)), shared_(kBuckets) {}

void SeedTable::KeepShared() {
  ParallelFor(static_cast<unsigned>(parts_.size()), kBuckets, [&](std::size_t bucket, unsigned) {
    std::vector<Seed>& shared = shared_[bucket];
    const std::size_t before = shared.size();
    for (Buckets& part : parts_) {
      shared.insert(shared.end(), part[bucket].begin(), part[bucket].end());
      part[bucket] = {};
    }
    std::ranges::sort(shared.begin() + static_cast<std::ptrdiff_t>(before), shared.end());
    DropSingles(&shared, before);
    shared.shrink_to_fit();
  });
}

std::uint64_t SeedTable::Size() const {
  std::uint64_t size = 0;
  for (const auto& bucket : shared_) size += bucket.size();
  return size;
}

std::vector<std::span<const Seed>> SeedTable::Groups() const {
  std::vector<std::span<const Seed>> groups;
  for (const auto& bucket : shared_) {
    for (std::size_t begin = 0; begin < bucket.size();) {
      const std::size_t end = GroupEnd(bucket, begin);
      groups.push_back(std::span(bucket).subspan(begin, end - begin));
      begin = end;
    }
  }
  std::ranges::sort(groups, {}, [](std::span<const Seed> group) { return group.front().position; });
  return groups;
}

}  // namespace kindred
