// The vector kernel against the rolling hash, window for window, on every kind of vector unit this machine
// has.
#include "mark/window_scan.h"

#include <gtest/gtest.h>

#include <random>

#include "base/vector_targets.h"
#include "mark/window_hash.h"

namespace kindred {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<std::pair<std::size_t, std::uint16_t>> Slowly(const Bytes& bytes, std::size_t window,
                                                          std::uint32_t limit) {
  std::vector<std::pair<std::size_t, std::uint16_t>> hits;
  if (bytes.size() < window) return hits;
  WindowHash hash(window);
  std::uint16_t value = hash.Start(bytes.data());
  for (std::size_t at = 0;; ++at) {
    if (value < limit) hits.emplace_back(at, value);
    if (at + window == bytes.size()) return hits;
    value = hash.Roll(bytes[at], bytes[at + window]);
  }
}

std::vector<std::pair<std::size_t, std::uint16_t>> Quickly(const Bytes& bytes, std::size_t window,
                                                           std::uint32_t limit) {
  std::vector<std::pair<std::size_t, std::uint16_t>> hits;
  WindowScan scan(window);
  for (std::size_t begin = 0; begin + window <= bytes.size(); begin += WindowScan::kBlock) {
    const std::size_t count = std::min(WindowScan::kBlock, bytes.size() - window + 1 - begin);
    // A copy of exactly the bytes that may be read, so that the sanitizer sees a byte too many.
    const Bytes exact(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                      bytes.begin() + static_cast<std::ptrdiff_t>(begin + count + window - 1));
    for (const WindowScan::Hit& hit : scan.Below(exact.data(), count, limit))
      hits.emplace_back(begin + hit.at, hit.value);
  }
  return hits;
}

std::vector<Bytes> Inputs() {
  std::mt19937 random(1);
  std::vector<Bytes> inputs;
  // All lengths around lane and block borders.
  for (std::size_t size :
       {0, 1, 7, 49, 50, 51, 57, 58, 65, 66, 81, 82, 113, 114, 145, 1072, 1073, 1074, 2097, 5000}) {
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    inputs.push_back(bytes);
    inputs.emplace_back(size, 0);
    inputs.emplace_back(size, 0xFF);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i % 13 * 19);
    inputs.push_back(bytes);
  }
  return inputs;
}

class WindowScanTest : public VectorTargetTest {};

TEST_P(WindowScanTest, EqualsTheRollingHash) {
  for (const Bytes& bytes : Inputs()) {
    for (std::size_t window : {8, 9, 31, 32, 33, 50, 63, 64, 100, 1000}) {
      for (std::uint32_t limit : {0u, 1u, 256u, 16384u, 40000u, 65535u, 65536u}) {
        ASSERT_EQ(Quickly(bytes, window, limit), Slowly(bytes, window, limit))
            << Name() << ", size " << bytes.size() << ", window " << window << ", limit " << limit;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllTargets, WindowScanTest, testing::ValuesIn(VectorTargets()), VectorTargetName);

}  // namespace
}  // namespace kindred
