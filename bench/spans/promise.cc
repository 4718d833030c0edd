// Checks the guarantee of `kindred spans --every-run N` (docs/inside/spans.md) against a suffix array, in as
// many cases as are asked for: generated contents that are made to break it, and parts of real files.
//
// Usage: bench_spans_promise CASES THREADS FILE...
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>

#include "base/parallel.h"
#include "tests/oracle/span_cases.h"
#include "tests/oracle/span_promise.h"

namespace {

using kindred::testing_support::MemorySource;
using kindred::testing_support::SearchBytes;
using kindred::testing_support::SharesThatDiffer;
using kindred::testing_support::SpanCases;
using kindred::testing_support::SpanPromise;

constexpr std::size_t kShareWindow = 50;
constexpr std::size_t kLeastFile = 400;
constexpr std::size_t kMostOfFile = 1 << 20;

std::vector<std::string> Read(int count, char** names) {
  std::vector<std::string> files;
  for (int i = 0; i < count; ++i) {
    std::ifstream file(names[i], std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    if (bytes.size() > kMostOfFile) bytes.resize(kMostOfFile);
    if (bytes.size() >= kLeastFile) files.push_back(std::move(bytes));
  }
  files.push_back(SpanCases(1).Log(200'000));
  return files;
}

struct Counts {
  std::atomic<std::uint64_t> generated = 0;
  std::atomic<std::uint64_t> real = 0;
  std::atomic<std::uint64_t> runs = 0;
  std::atomic<std::uint64_t> shares = 0;
  std::atomic<std::uint64_t> crowded = 0;
  std::atomic<std::uint64_t> broken = 0;
};

void Hold(std::uint64_t seed, const std::vector<std::string>& files, Counts* counts, std::mutex* mutex) {
  SpanCases cases(seed);
  const std::size_t length = cases.Length();
  const bool real = seed % 4 == 0;
  const std::vector<std::string> contents =
      real ? cases.FromFile(files[cases.Below(files.size())], length) : cases.Generated(length);
  ++(real ? counts->real : counts->generated);
  MemorySource source(contents, seed % 2 == 0 ? 100 : 1 << 20);
  const auto found = SearchBytes(source, length);
  std::string broken;
  if (found.crowds.empty()) {
    const SpanPromise promise(contents, length, found);
    counts->runs += promise.runs();
    broken = promise.broken();
  } else {
    ++counts->crowded;
  }
  if (contents.size() == 2) {
    if (found.crowds.empty()) broken += SharesThatDiffer(contents, length, found);
    const auto shares = SearchBytes(source, kShareWindow);
    if (shares.crowds.empty()) {
      ++counts->shares;
      broken += SharesThatDiffer(contents, kShareWindow, shares);
    }
  }
  if (broken.empty()) return;
  ++counts->broken;
  const std::lock_guard lock(*mutex);
  std::printf("seed %llu, length %zu: %s", static_cast<unsigned long long>(seed), length, broken.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto cases = static_cast<std::uint64_t>(std::atoll(argv[1]));
  const auto threads = static_cast<unsigned>(std::atoi(argv[2]));
  const std::vector<std::string> files = Read(argc - 3, argv + 3);
  Counts counts;
  std::mutex mutex;
  // Other seeds than the test has.
  kindred::base::ParallelFor(threads, cases, [&](std::size_t number, unsigned) {
    Hold(1'000'000 + number, files, &counts, &mutex);
  });
  std::printf("generated=%llu real=%llu runs=%llu shares=%llu crowded=%llu broken=%llu\n",
              static_cast<unsigned long long>(counts.generated), static_cast<unsigned long long>(counts.real),
              static_cast<unsigned long long>(counts.runs), static_cast<unsigned long long>(counts.shares),
              static_cast<unsigned long long>(counts.crowded),
              static_cast<unsigned long long>(counts.broken));
  return counts.broken == 0 ? 0 : 1;
}
