// Every number once, on numbered threads, and exceptions come back.
#include "base/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kindred::base {
namespace {

TEST(ParallelFor, EveryNumberOnce) {
  for (unsigned threads : {1u, 2u, 7u}) {
    for (std::size_t count : {0u, 1u, 5u, 1000u}) {
      std::vector<std::atomic<int>> calls(count);
      ParallelFor(threads, count, [&](std::size_t i, unsigned thread) {
        EXPECT_LT(thread, threads);
        ++calls[i];
      });
      for (const auto& number : calls) EXPECT_EQ(number, 1);
    }
  }
}

TEST(ParallelFor, AnExceptionEndsTheLoopAndComesBack) {
  std::atomic<int> calls = 0;
  EXPECT_THROW(ParallelFor(3, 1'000'000,
                           [&](std::size_t i, unsigned) {
                             ++calls;
                             if (i == 10) throw std::runtime_error("no");
                           }),
               std::runtime_error);
  EXPECT_LT(calls, 1'000'000);
}

}  // namespace
}  // namespace kindred::base
