// The vector kernel against the formula, window for window, on every kind of vector unit this machine has.
#include "mark/scan/window_scan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "base/vector_targets.h"

namespace kindred::mark {
namespace {

using Bytes = std::vector<std::uint8_t>;

using Hits = std::vector<std::pair<std::size_t, std::uint16_t>>;

// The formula of window_scan.h, for one window by itself: nothing before it can count.
std::uint16_t ValueOf(std::span<const std::uint8_t> window) {
  struct Delays {
    std::size_t bits, b, c, more_bits, e, upper;
  };
  const Delays delays = window.size() >= 49   ? Delays{11, 3, 5, 21, 11, 23}
                        : window.size() >= 17 ? Delays{11, 1, 2, 13, 4, 5}
                                              : Delays{3, 1, 1, 5, 1, 1};
  auto before = [](const Bytes& bytes, std::size_t i, std::size_t delay) {
    return i < delay ? 0 : bytes[i - delay];
  };
  auto plus_bits_before = [](const Bytes& bytes, std::size_t i, std::size_t bits) {
    unsigned sum = bytes[i];
    for (std::size_t bit = 0; bit < 8; ++bit) {
      if (8 * i + bit < bits) continue;
      const std::size_t from = 8 * i + bit - bits;
      sum ^= (unsigned{bytes[from / 8]} >> from % 8 & 1) << bit;
    }
    return static_cast<std::uint8_t>(sum);
  };
  const Bytes t(window.begin(), window.end());
  Bytes a, b, c, d, e;
  for (std::size_t i = 0; i < t.size(); ++i) {
    a.push_back(plus_bits_before(t, i, delays.bits));
    b.push_back(static_cast<std::uint8_t>(a[i] + before(a, i, delays.b)));
    c.push_back(static_cast<std::uint8_t>(b[i] ^ before(b, i, delays.c)));
    d.push_back(plus_bits_before(c, i, delays.more_bits));
    e.push_back(static_cast<std::uint8_t>(d[i] + before(d, i, delays.e)));
  }
  const unsigned upper = static_cast<unsigned>(e.back() - before(e, e.size() - 1, delays.upper));
  return static_cast<std::uint16_t>((upper << 8 | e.back()) ^ 0x8080);
}

std::vector<std::uint16_t> ValuesOf(const Bytes& bytes, std::size_t window) {
  std::vector<std::uint16_t> values;
  for (std::size_t at = 0; at + window <= bytes.size(); ++at)
    values.push_back(ValueOf(std::span(bytes).subspan(at, window)));
  return values;
}

Hits Slowly(const std::vector<std::uint16_t>& values, int level) {
  Hits hits;
  for (std::size_t at = 0; at < values.size(); ++at) {
    if (values[at] < 65536 >> level) hits.emplace_back(at, values[at]);
  }
  return hits;
}

Hits Quickly(const Bytes& bytes, std::size_t window, int level, std::size_t block) {
  Hits hits;
  WindowScan scan(window);
  for (std::size_t begin = 0; begin + window <= bytes.size(); begin += block) {
    const std::size_t count = std::min(block, bytes.size() - window + 1 - begin);
    // A copy of exactly the bytes that may be read, so that the sanitizer sees a byte too many.
    const Bytes exact(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                      bytes.begin() + static_cast<std::ptrdiff_t>(begin + count + window - 1));
    for (const WindowScan::Hit& hit : scan.Select(exact.data(), count, level))
      hits.emplace_back(begin + hit.at, hit.value);
  }
  return hits;
}

std::vector<Bytes> Inputs() {
  std::mt19937 random(1);
  std::vector<Bytes> inputs;
  // All lengths around the borders of windows, steps and blocks.
  for (std::size_t size :
       {0, 1, 7, 16, 48, 49, 50, 51, 64, 65, 66, 81, 82, 97, 98, 113, 114, 129, 145, 300, 4144, 4145, 4161}) {
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    inputs.push_back(bytes);
    inputs.emplace_back(size, 0);
    inputs.emplace_back(size, 0xFF);
    for (std::size_t period : {3, 13}) {
      for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i % period * 19 + 5);
      inputs.push_back(bytes);
    }
  }
  return inputs;
}

// The same for every kind of vector unit: under a sanitizer one process tries them all, and the formula takes
// most of the time.
const std::vector<std::uint16_t>& KeptValuesOf(const Bytes& bytes, std::size_t window) {
  static std::map<std::pair<Bytes, std::size_t>, std::vector<std::uint16_t>> kept;
  const auto [at, is_new] = kept.try_emplace({bytes, window});
  if (is_new) at->second = ValuesOf(bytes, window);
  return at->second;
}

class WindowScanTest : public base::VectorTargetTest {};

TEST_P(WindowScanTest, EqualsTheFormula) {
  for (const Bytes& bytes : Inputs()) {
    for (std::size_t window : {7, 8, 16, 17, 32, 48, 49, 50, 1000}) {
      const auto& values = KeptValuesOf(bytes, window);
      for (int level : {0, 2, 7, 8, 9, 16}) {
        for (std::size_t block : {WindowScan::kBlock, std::size_t{100}}) {
          ASSERT_EQ(Quickly(bytes, window, level, block), Slowly(values, level))
              << Name() << ", size " << bytes.size() << ", window " << window << ", level " << level
              << ", block " << block;
        }
      }
    }
  }
}

// All 256 windows of equal bytes lie in the upper half, so no rate of one in two or coarser selects them.
TEST(WindowValue, EqualBytesAreNeverSelected) {
  for (std::size_t window : {7, 16, 17, 32, 48, 49, 50, 200}) {
    for (unsigned byte = 0; byte < 256; ++byte)
      EXPECT_GE(ValueOf(Bytes(window, static_cast<std::uint8_t>(byte))), 0x8000u) << window << ' ' << byte;
  }
}

// Random bytes have every value as often: at each level one window in 2^level. So have texts, whose bytes are
// few and whose upper bits hardly change.
TEST(WindowValue, SelectsAsManyAsItShould) {
  std::mt19937 random(2);
  Bytes noise(1 << 20), letters(1 << 20), sparse(1 << 20);
  for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
  for (auto& byte : letters) byte = static_cast<std::uint8_t>("etaoinsh \n<>=/0"[random() % 15]);
  for (auto& byte : sparse) byte = static_cast<std::uint8_t>(random() % 4 == 0 ? 1 << random() % 3 : 0);
  for (std::size_t window : {20, 50}) {
    for (const Bytes* bytes : {&noise, &letters, &sparse}) {
      for (int level = 2; level <= 10; ++level) {
        const double expected = static_cast<double>(bytes->size()) / (1 << level);
        const double found = static_cast<double>(Quickly(*bytes, window, level, WindowScan::kBlock).size());
        if (bytes == &sparse && window == 20) continue;  // few different windows
        // Small numbers among zeros: a third too many at the coarsest levels.
        const double tolerance = bytes == &sparse ? 0.5 : 0.02 + 5 / std::sqrt(expected);
        EXPECT_NEAR(found / expected, 1, tolerance) << window << ", level " << level;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllTargets, WindowScanTest, testing::ValuesIn(base::VectorTargets()),
                         base::VectorTargetName);

}  // namespace
}  // namespace kindred::mark
