// How fast tags are counted, one core, beside the speed of reading memory, on every kind of vector unit that
// the machine has. Bytes: noise, words, zeros, zeros that begin at the second bit (the lanes' first guess is
// wrong in all of them), zeros among others, a pattern with a period of three bytes, contents of 4 KB, and
// the program itself; with KINDRED_BENCH_FILE a file of yours. 64 MB of each, more than any cache.
#include <benchmark/benchmark.h>
#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "tally/tag_counter.h"

namespace kindred {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kSize = std::size_t{64} << 20;
constexpr std::size_t kPiece = std::size_t{256} << 10;

Bytes Repeated(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const Bytes once(std::istreambuf_iterator<char>(file), {});
  if (once.empty()) return Bytes(kSize);
  Bytes bytes;
  while (bytes.size() < kSize) bytes.insert(bytes.end(), once.begin(), once.end());
  bytes.resize(kSize);
  return bytes;
}

constexpr const char* kKinds[] = {"noise",
                                  "words",
                                  "zeros",
                                  "zeros from the second bit",
                                  "mostly zeros",
                                  "period of three",
                                  "words, 4 KB each",
                                  "program",
                                  "file"};

Bytes MakeBytes(const std::string& kind, const char* program) {
  if (kind == "program") return Repeated(program);
  if (kind == "file") return Repeated(std::getenv("KINDRED_BENCH_FILE"));
  std::mt19937 random(1);
  Bytes bytes(kSize);
  for (std::size_t i = 0; i < kSize; ++i) {
    unsigned byte = 0;
    if (kind == "noise") byte = static_cast<unsigned>(random());
    if (kind.starts_with("words")) byte = static_cast<unsigned>("the quick brown fox jumps\n"[random() % 26]);
    if (kind == "zeros from the second bit" && i == 0) byte = 0x80;
    if (kind == "mostly zeros" && random() % 4 == 0) byte = static_cast<unsigned>(random());
    if (kind == "period of three") byte = std::array{0x24u, 0x92u, 0x49u}[i % 3];
    bytes[i] = static_cast<std::uint8_t>(byte);
  }
  return bytes;
}

void MemoryRead(benchmark::State& state) {
  const Bytes bytes(kSize, 1);
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

void Tags(benchmark::State& state, const Bytes& bytes, std::size_t content, std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  const tally::TagTable table(tally::DefaultTagSet());
  const std::span<const std::uint8_t> all(bytes);
  for (auto _ : state) {
    for (std::size_t begin = 0; begin < all.size(); begin += content) {
      tally::TagState counting;
      for (std::size_t at = 0; at < content; at += kPiece)
        tally::CountTags(table, all.subspan(begin + at, std::min(kPiece, content)), &counting);
      benchmark::DoNotOptimize(counting.counts);
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
  hwy::SetSupportedTargetsForTest(0);
}

void RegisterAll(const char* program) {
  benchmark::RegisterBenchmark("memory", MemoryRead);
  for (const char* const kind : kKinds) {
    if (kind == std::string("file") && std::getenv("KINDRED_BENCH_FILE") == nullptr) continue;
    for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1) {
      const std::int64_t target = left & -left;
      const std::string name = std::string(kind) + "/" + hwy::TargetName(target);
      benchmark::RegisterBenchmark(name.c_str(), [kind, program, target](benchmark::State& state) {
        static const char* made = nullptr;  // targets follow each other, and so do the rounds of each
        static Bytes bytes;
        if (made != kind) bytes = MakeBytes(kind, program);
        made = kind;
        Tags(state, bytes, kind == std::string("words, 4 KB each") ? 4096 : kSize, target);
      });
    }
  }
}

}  // namespace
}  // namespace kindred

int main(int argc, char** argv) {
  kindred::RegisterAll(argv[0]);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
