// What 56 MB of fresh memory cost, in pieces of 2 MB, as a scan asks for it: page by page as they are
// touched, all of a piece at once (base/page_block.h), or as large pages. A pause before each, because a
// virtual machine that returns free memory to its host does so after a moment.
#include <benchmark/benchmark.h>
#include <sys/mman.h>

#include <chrono>
#include <cstddef>
#include <thread>

namespace {

constexpr std::size_t kPiece = std::size_t{2} << 20;
constexpr std::size_t kPieces = 28;
constexpr std::size_t kPage = 4096;

void Touch(benchmark::State& state, int more_flags, bool large) {
  for (auto _ : state) {
    state.PauseTiming();
    std::this_thread::sleep_for(std::chrono::seconds(3));
    state.ResumeTiming();
    void* pieces[kPieces];
    for (void*& piece : pieces) {
      piece =
          ::mmap(nullptr, kPiece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | more_flags, -1, 0);
      if (piece == MAP_FAILED) return state.SkipWithError("no memory");
      if (large) ::madvise(piece, kPiece, MADV_HUGEPAGE);
      for (std::size_t at = 0; at < kPiece; at += kPage) static_cast<volatile char*>(piece)[at] = 1;
    }
    state.PauseTiming();
    for (void* piece : pieces) ::munmap(piece, kPiece);
    state.ResumeTiming();
  }
}

void Touched(benchmark::State& state) { Touch(state, 0, false); }
void Together(benchmark::State& state) { Touch(state, MAP_POPULATE, false); }
void Large(benchmark::State& state) { Touch(state, 0, true); }

BENCHMARK(Touched)->Unit(benchmark::kMillisecond)->Iterations(4);
BENCHMARK(Together)->Unit(benchmark::kMillisecond)->Iterations(4);
BENCHMARK(Large)->Unit(benchmark::kMillisecond)->Iterations(4);

}  // namespace

BENCHMARK_MAIN();
