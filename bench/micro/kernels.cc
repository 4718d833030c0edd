// How fast marks are made, one core, beside the speed of reading memory: the rest of SPEED is this times the
// number of cores. Bytes come from the file in KINDRED_BENCH_FILE, or are words made up here; 64 MB, more
// than any cache, as contents of 1 MB each.
#include <benchmark/benchmark.h>
#include <xxhash.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <vector>

#include "mark/method.h"
#include "mark/winnowing.h"

namespace kindred {
namespace {

constexpr std::size_t kSize = std::size_t{64} << 20;
constexpr std::size_t kContent = std::size_t{1} << 20;
constexpr std::size_t kPiece = std::size_t{256} << 10;

std::vector<std::uint8_t> MakeBytes() {
  std::vector<std::uint8_t> bytes;
  if (const char* path = std::getenv("KINDRED_BENCH_FILE")) {
    std::ifstream file(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  std::mt19937 random(1);
  while (bytes.size() < kSize) {
    for (unsigned length = 2 + random() % 9; length > 0; --length)
      bytes.push_back(static_cast<std::uint8_t>('a' + random() % 26));
    bytes.push_back(random() % 10 == 0 ? '\n' : ' ');
  }
  bytes.resize(kSize);
  return bytes;
}

const std::vector<std::uint8_t>& Bytes() {
  static const std::vector<std::uint8_t> bytes = MakeBytes();
  return bytes;
}

void MemoryRead(benchmark::State& state) {
  const auto& bytes = Bytes();
  for (auto _ : state) {
    std::uint64_t sums[4] = {};
    for (std::size_t i = 0; i + 32 <= bytes.size(); i += 32) {
      std::uint64_t words[4];
      std::memcpy(words, bytes.data() + i, sizeof words);
      for (int lane = 0; lane < 4; ++lane) sums[lane] += words[lane];
    }
    benchmark::DoNotOptimize(sums);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

void Digest(benchmark::State& state) {
  const auto& bytes = Bytes();
  for (auto _ : state) benchmark::DoNotOptimize(XXH3_128bits(bytes.data(), bytes.size()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

void Mark(benchmark::State& state, Marker& marker, int level) {
  const std::span<const std::uint8_t> bytes(Bytes());
  std::vector<kindred::Mark> marks;
  std::uint64_t count = 0;
  for (auto _ : state) {
    for (std::size_t begin = 0; begin < bytes.size(); begin += kContent) {
      marks.clear();
      marker.Begin(level);
      for (std::size_t at = begin; at < begin + kContent; at += kPiece)
        marker.Feed(bytes.subspan(at, kPiece));
      marker.Finish(&marks);
      count += marks.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
  state.counters["bytes_per_mark"] =
      static_cast<double>(state.iterations() * bytes.size()) / static_cast<double>(count);
}

void RegisterAll() {
  benchmark::RegisterBenchmark("memory", MemoryRead);
  benchmark::RegisterBenchmark("digest", Digest);
  for (const char* text : {"landmarks", "landmarks:run=7", "fingerprints", "chunks"}) {
    benchmark::RegisterBenchmark(text, [text](benchmark::State& state) {
      const auto method = MakeMethod(text);
      const auto marker = method->NewMarker();
      Mark(state, *marker, method->LevelFor(kContent));
    });
  }
  for (std::uint64_t length : {50, 256, 1024}) {
    const std::string name = "winnowing:" + std::to_string(length);
    benchmark::RegisterBenchmark(name.c_str(), [length](benchmark::State& state) {
      const auto marker = NewWinnower(WinnowingFor(length));
      Mark(state, *marker, 0);
    });
  }
}

}  // namespace
}  // namespace kindred

int main(int argc, char** argv) {
  kindred::RegisterAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
