// How postings are sorted fastest: std::sort, a radix sort of 11 bits at a time, Highway's vqsort, and that
// on postings packed into 64 bits (index/segment/posting_pile.h); on keys as a scan of mixed files gives
// them, one core.
#include <benchmark/benchmark.h>
#include <hwy/contrib/sort/vqsort.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "index/segment/segment.h"

namespace kindred {
namespace {

std::vector<index::Posting> MakePostings() {
  std::mt19937_64 random(1);
  std::vector<index::Posting> postings;
  ContentId content = 0;
  for (std::size_t i = 0; i < 4'700'000; ++i) {
    if (random() % 100 == 0) ++content;
    // Most contents are marked at level 8, one in 256; the others more finely.
    const int level = random() % 8 == 0 ? static_cast<int>(random() % 8) : 8;
    postings.emplace_back(random() >> level, content, 50);
  }
  return postings;
}

template <typename Sort>
void Measure(benchmark::State& state, Sort sort) {
  const std::vector<index::Posting> postings = MakePostings();
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<index::Posting> copy = postings;
    state.ResumeTiming();
    sort(copy);
    benchmark::DoNotOptimize(copy.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * postings.size()));
}

void StdSort(benchmark::State& state) {
  Measure(state, [](std::vector<index::Posting>& postings) {
    std::ranges::sort(postings, [](const index::Posting& a, const index::Posting& b) {
      return a.key != b.key ? a.key < b.key : a.content < b.content;
    });
  });
}

// Contents come in ascending order, so keys alone are enough.
void RadixSort(benchmark::State& state) {
  constexpr int kBits = 11;
  Measure(state, [](std::vector<index::Posting>& postings) {
    std::vector<index::Posting> other(postings.size());
    for (int shift = 0; shift < 64; shift += kBits) {
      auto digit = [&](const index::Posting& posting) { return posting.key >> shift & ((1u << kBits) - 1); };
      std::array<std::uint32_t, 1 << kBits> places{};
      for (const index::Posting& posting : postings) ++places[digit(posting)];
      std::uint32_t sum = 0;
      for (std::uint32_t& place : places) sum += std::exchange(place, sum);
      for (const index::Posting& posting : postings) other[places[digit(posting)]++] = posting;
      postings.swap(other);
    }
  });
}

void VqSort(benchmark::State& state) {
  Measure(state, [](std::vector<index::Posting>& postings) {
    hwy::Sorter()(reinterpret_cast<hwy::uint128_t*>(postings.data()), postings.size(), hwy::SortAscending());
  });
}

// As many numbers as a bucket's would be.
void VqSortPacked(benchmark::State& state) {
  std::vector<std::uint64_t> packed;
  for (const index::Posting& posting : MakePostings())
    packed.push_back(posting.key >> 20 << 24 | posting.content);
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<std::uint64_t> copy = packed;
    state.ResumeTiming();
    hwy::Sorter()(copy.data(), copy.size(), hwy::SortAscending());
    benchmark::DoNotOptimize(copy.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * packed.size()));
}

BENCHMARK(StdSort)->Unit(benchmark::kMillisecond);
BENCHMARK(RadixSort)->Unit(benchmark::kMillisecond);
BENCHMARK(VqSort)->Unit(benchmark::kMillisecond);
BENCHMARK(VqSortPacked)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace kindred

BENCHMARK_MAIN();
