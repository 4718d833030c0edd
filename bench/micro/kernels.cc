// How fast marks are made, one core, beside the speed of reading memory. Bytes come from the file in
// KINDRED_BENCH_FILE, or are words made up here; 64 MB, more than any cache, as contents of 1 MB each.
//     fingerprints/AVX2         from memory, on that kind of vector unit
//     fingerprints/cached/AVX2  the same 256 KB again and again: what the kernel itself takes
//     one-pass/AVX2             chunks, fingerprints, landmarks and the digest over each piece in turn
#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/hashing.h"
#include "mark/methods/methods.h"
#include "mark/methods/winnowing.h"

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
    for (unsigned length = 2 + static_cast<unsigned>(random()) % 9; length > 0; --length)
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
  base::RunningHash128 hash;
  for (auto _ : state) {
    hash.Begin();
    hash.Add(bytes);
    benchmark::DoNotOptimize(hash.Value());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}

// All markers get each piece in turn, and the digest first, as tree/bytes/content_reader.cc does it.
void Mark(benchmark::State& state, const std::vector<std::unique_ptr<mark::Marker>>& markers,
          const std::vector<int>& levels, bool digest, std::span<const std::uint8_t> bytes) {
  base::RunningHash128 hash;
  std::vector<kindred::Mark> marks;
  std::uint64_t count = 0;
  for (auto _ : state) {
    for (std::size_t begin = 0; begin < kSize; begin += kContent) {
      marks.clear();
      for (std::size_t i = 0; i < markers.size(); ++i) markers[i]->Begin(levels[i]);
      if (digest) hash.Begin();
      for (std::size_t at = begin; at < begin + kContent; at += kPiece) {
        const auto piece = bytes.subspan(at % bytes.size(), kPiece);
        if (digest) hash.Add(piece);
        for (const auto& marker : markers) marker->Feed(piece);
      }
      for (const auto& marker : markers) marker->Finish(&marks);
      if (digest) benchmark::DoNotOptimize(hash.Value());
      count += marks.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * kSize));
  state.counters["bytes_per_mark"] =
      static_cast<double>(state.iterations() * kSize) / static_cast<double>(count);
}

// One benchmark for each kind of vector unit, since the units of other machines are tried here.
void Register(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
    const std::int64_t target = left & -left;
    if (target == HWY_EMU128) continue;  // compiled as SCALAR with this compiler
    const std::string full = name + "/" + hwy::TargetName(target);
    benchmark::RegisterBenchmark(full.c_str(), [target, run](benchmark::State& state) {
      hwy::SetSupportedTargetsForTest(target);
      run(state);
      hwy::SetSupportedTargetsForTest(0);
    });
  }
}

void RegisterMethods(const std::string& name, const std::vector<std::string>& methods, bool digest,
                     std::size_t size) {
  Register(name, [=](benchmark::State& state) {
    std::vector<std::unique_ptr<mark::Marker>> markers;
    std::vector<int> levels;
    for (const std::string& text : methods) {
      const auto method = mark::MakeMethod(text);
      markers.push_back(method->NewMarker());
      levels.push_back(method->LevelFor(kContent));
    }
    Mark(state, markers, levels, digest, std::span(Bytes()).first(size));
  });
}

void RegisterAll() {
  benchmark::RegisterBenchmark("memory", MemoryRead);
  benchmark::RegisterBenchmark("digest", Digest);
  for (const char* text : {"fingerprints", "fingerprints:rate=256", "fingerprints:rate=16", "chunks",
                           "landmarks", "landmarks:run=7"}) {
    RegisterMethods(text, {text}, false, kSize);
    RegisterMethods(std::string(text) + "/cached", {text}, false, kPiece);
  }
  for (const char* cached : {"", "/cached"}) {
    RegisterMethods(std::string("one-pass") + cached, {"chunks", "fingerprints", "landmarks"}, true,
                    *cached == 0 ? kSize : kPiece);
  }
  for (std::uint64_t length : {50, 256, 1024}) {
    const std::string name = "winnowing:" + std::to_string(length);
    benchmark::RegisterBenchmark(name.c_str(), [length](benchmark::State& state) {
      std::vector<std::unique_ptr<mark::Marker>> markers;
      markers.push_back(mark::NewWinnower(mark::WinnowingFor(length)));
      Mark(state, markers, {0}, false, Bytes());
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
