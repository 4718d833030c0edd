// The vector kernel against plain code, word for word, on every kind of vector unit this machine has.
#include "mark/scan/landmark_scan.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "base/vector_targets.h"

namespace kindred::mark {
namespace {

using Word = LandmarkScan::Word;
using Words = std::vector<Word>;

// (word, bit) of every start, and the hashed stream.
struct Scanned {
  std::vector<std::pair<std::size_t, Word>> starts;
  Words stream;
  bool operator==(const Scanned&) const = default;
};

// The stream by its definition: multiplied by 1 + x^61 + x^64 and its square and its fourth power.
Scanned Slowly(const Words& words, int run) {
  std::vector<bool> bits;
  for (Word word : words) {
    for (int i = 0; i < 64; ++i) bits.push_back(word >> i & 1);
  }
  for (std::size_t power : {1, 2, 4}) {
    std::vector<bool> product = bits;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      if (i >= 61 * power && bits[i - 61 * power]) product[i] = !product[i];
      if (i >= 64 * power && bits[i - 64 * power]) product[i] = !product[i];
    }
    bits = product;
  }
  Scanned scanned;
  scanned.stream.assign(words.size(), 0);
  int ones = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    scanned.stream[i / 64] |= Word{bits[i]} << i % 64;
    ones = bits[i] ? ones + 1 : 0;
    if (ones != run) continue;
    const std::size_t start = i + 1 - static_cast<std::size_t>(run);
    if (start / 64 + 1 == words.size()) continue;  // the last word waits for the next one
    if (scanned.starts.empty() || scanned.starts.back().first != start / 64)
      scanned.starts.emplace_back(start / 64, 0);
    scanned.starts.back().second |= Word{1} << start % 64;
  }
  scanned.stream.pop_back();
  return scanned;
}

// With `in_place`, words are not put in but read in place, once there are enough before them.
Scanned Quickly(const Words& words, int run, std::size_t piece, bool in_place) {
  Scanned scanned;
  LandmarkScan scan(run);
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < words.size(); begin += count) {
    count = std::min(piece, words.size() - begin);
    std::span<const LandmarkScan::Hit> hits;
    if (in_place && begin >= LandmarkScan::kLeadIn && count >= LandmarkScan::kStepWords) {
      count -= count % LandmarkScan::kStepWords;
      // A copy of exactly the bytes that may be read, so that the sanitizer sees a byte too many.
      const std::size_t size = (LandmarkScan::kLeadIn + count) * sizeof(Word);
      std::vector<std::uint8_t> exact(size);
      std::memcpy(exact.data(), words.data() + begin - LandmarkScan::kLeadIn, size);
      hits = scan.NextInPlace(exact.data() + LandmarkScan::kLeadIn * sizeof(Word), count);
    } else {
      std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(begin), count, scan.in());
      hits = scan.Next(count);
    }
    for (const LandmarkScan::Hit& hit : hits)
      scanned.starts.emplace_back(begin + static_cast<std::size_t>(hit.word), hit.starts);
    for (std::size_t i = begin == 0 ? 0 : begin - 1; i + 1 < begin + count; ++i)
      scanned.stream.push_back(
          scan.Bits(64 * (static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(begin))));
  }
  return scanned;
}

std::vector<Words> Inputs() {
  std::mt19937_64 random(1);
  std::vector<Words> inputs;
  // All lengths around the borders of lanes and blocks.
  for (std::size_t size :
       {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 255, 256, 257, 511, 512, 513, 514, 520, 700, 1100}) {
    Words words(size);
    for (Word& word : words) word = random();
    inputs.push_back(words);
    inputs.emplace_back(size, 0);
    inputs.emplace_back(size, ~Word{0});
    for (std::size_t i = 0; i < size; ++i) words[i] = 0x0123456789ABCDEF * (i % 3 + 1);
    inputs.push_back(words);
    Words sparse(size, 0);
    sparse[size / 2] = random();
    inputs.push_back(sparse);
  }
  return inputs;
}

// The same for every kind of vector unit: under a sanitizer one process tries them all.
const Scanned& KeptSlowly(const Words& words, int run) {
  static std::map<std::pair<Words, int>, Scanned> kept;
  const auto [at, is_new] = kept.try_emplace({words, run});
  if (is_new) at->second = Slowly(words, run);
  return at->second;
}

class LandmarkScanTest : public base::VectorTargetTest {};

TEST_P(LandmarkScanTest, EqualsTheDefinition) {
  for (const Words& words : Inputs()) {
    for (int run : {4, 5, 7, 8, 11, 16, 17, 32}) {
      const Scanned& expected = KeptSlowly(words, run);
      for (std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{100}, LandmarkScan::kWords}) {
        for (const bool in_place : {false, true}) {
          const Scanned found = Quickly(words, run, piece, in_place);
          ASSERT_EQ(found.starts, expected.starts)
              << Name() << ", words " << words.size() << ", run " << run << ", piece " << piece;
          ASSERT_EQ(found.stream, expected.stream)
              << Name() << ", words " << words.size() << ", piece " << piece;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllTargets, LandmarkScanTest, testing::ValuesIn(base::VectorTargets()),
                         base::VectorTargetName);

}  // namespace
}  // namespace kindred::mark
