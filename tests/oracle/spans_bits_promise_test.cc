// What --bits --every-run N promises (docs/inside/spans.md), as the engine searches, against every pair of
// places:
//
//   1. Two equal runs of N bytes (8 N bits) or more whose places are whole bytes apart, beginning at any bit
//   of
//      a byte, lie in a listed run that has both places, unless each lies in a periodic region.
//   2. Periodic or not, the listed runs that are in A and in B cover of A every bit of such runs.
//   3. What is listed is equal, at any bit offset.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "jobs/spans/run_search.h"
#include "tests/oracle/span_cases.h"
#include "tests/oracle/span_search.h"
#include "tests/recording_sink.h"

namespace kindred {
namespace {

using testing_support::ExpectTrue;
using testing_support::MemorySource;
using testing_support::Random;
using testing_support::SilentObserver;
using testing_support::SpanCases;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr unsigned kCases = 20;
#else
constexpr unsigned kCases = 400;
#endif

span::FoundRuns Search(MemorySource& source, std::uint64_t min_length, bool msb_first) {
  SilentObserver silent;
  RunSearch search{.min_length = min_length, .bits = true, .msb_first = msb_first, .every_run = true};
  span::FoundRuns found = jobs::SearchRuns(
      source, search, 0, {.threads = 1, .memory = std::uint64_t{1} << 26},
      [](std::uint32_t) { return std::string("content"); }, silent);
  ExpectTrue(source, found, jobs::GrainOf(search));
  return found;
}

struct BitPair {
  std::uint64_t a;  // bits
  std::uint64_t b;
  std::uint64_t length;
};

// All maximal runs of equal bits of two contents whose places are whole bytes apart: each diagonal in turn.
std::vector<BitPair> WholeBytesApart(const std::string& a, const std::string& b, std::uint64_t least,
                                     bool msb_first) {
  std::vector<BitPair> pairs;
  for (std::size_t diagonal = 0; diagonal < a.size() + b.size(); ++diagonal) {
    std::size_t i = diagonal < b.size() ? 0 : diagonal - b.size();
    std::size_t j = diagonal < b.size() ? b.size() - diagonal : 0;
    std::uint64_t begin = 8 * i;  // of the run that goes on
    for (;; ++i, ++j) {
      const bool ends = i == a.size() || j == b.size();
      const auto differs = ends ? std::uint8_t{0} : static_cast<std::uint8_t>(a[i] ^ b[j]);
      if (differs == 0 && !ends) continue;
      const int before = ends ? 0 : msb_first ? std::countl_zero(differs) : std::countr_zero(differs);
      const int after = ends ? 0 : msb_first ? std::countr_zero(differs) : std::countl_zero(differs);
      const std::uint64_t end = 8 * i + static_cast<std::uint64_t>(before);
      if (end - begin >= least) pairs.push_back({begin, 8 * j + begin - 8 * i, end - begin});
      if (ends) break;
      begin = 8 * (i + 1) - static_cast<std::uint64_t>(after);
    }
  }
  return pairs;
}

bool Has(const span::FoundRuns& found, const BitPair& pair) {
  return std::ranges::any_of(found.runs, [&](const span::Run& run) {
    if (run.length < pair.length) return false;
    return std::ranges::any_of(run.places, [&](const span::Place& place) {
      if (place.content != 0 || place.offset > pair.a || place.offset + run.length < pair.a + pair.length ||
          pair.b + place.offset < pair.a)
        return false;
      return std::ranges::binary_search(run.places, span::Place{1, pair.b + place.offset - pair.a});
    });
  });
}

// Bits of each content in runs that are in both.
std::vector<bool> Covered(const span::FoundRuns& found, std::uint32_t content, std::size_t bits) {
  std::vector<bool> covered(bits, false);
  for (const span::Run& run : found.runs) {
    if (run.places.front().content == run.places.back().content) continue;
    for (const span::Place& place : run.places) {
      if (place.content == content)
        std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(place.offset), run.length, true);
    }
  }
  return covered;
}

void FlipBits(Random& random, std::string* content) {
  for (std::size_t flips = random.Below(4); flips > 0 && !content->empty(); --flips) {
    char& byte = (*content)[random.Below(content->size())];
    byte = static_cast<char>(byte ^ (1 << random.Below(8)));
  }
}

std::string Shifted(const std::string& bytes, unsigned by) {
  std::string shifted(1, '\0');
  for (char byte : bytes) {
    const auto both = static_cast<unsigned>(static_cast<unsigned char>(byte)) << by;
    shifted.back() = static_cast<char>(static_cast<unsigned char>(shifted.back()) | (both & 0xFF));
    shifted += static_cast<char>(both >> 8);
  }
  return shifted;
}

TEST(BitsPromise, EveryPairThatIsWholeBytesApart) {
  std::size_t pairs_seen = 0;
  for (unsigned seed = 0; seed < kCases; ++seed) {
    Random random(seed);
    const std::uint64_t length = 128 + random.Below(150);
    // Passages that each have taken from the other, cut inside bytes by flipped bits.
    const std::string common = random.Bytes(1200);
    std::vector<std::string> contents;
    for (int i = 0; i < 2; ++i) {
      std::string content = random.Bytes(random.Below(300));
      for (std::size_t parts = 1 + random.Below(3); parts > 0; --parts) {
        const std::size_t begin = random.Below(common.size() / 2);
        content +=
            common.substr(begin, length / 2 + random.Below(3 * length)) + random.Bytes(random.Below(40));
      }
      FlipBits(random, &content);
      contents.push_back(content);
    }
    const bool msb_first = seed % 2 == 1;
    MemorySource source(contents, seed % 3 == 0 ? 100 : 1 << 20);
    const span::FoundRuns found = Search(source, length, msb_first);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    ASSERT_TRUE(found.crowds.empty());
    for (const BitPair& pair : WholeBytesApart(contents[0], contents[1], 8 * length, msb_first)) {
      ++pairs_seen;
      ASSERT_TRUE(Has(found, pair)) << "seed " << seed << ": " << pair.length << " bits at " << pair.a
                                    << " and " << pair.b << ", least " << 8 * length;
    }
  }
  EXPECT_GT(pairs_seen, kCases);
}

TEST(BitsPromise, PeriodicDataIsCoveredAtWholeBytes) {
  std::size_t bits_seen = 0;
  for (unsigned seed = 0; seed < kCases; ++seed) {
    Random random(seed);
    const std::uint64_t length = 128 + random.Below(100);
    std::vector<std::string> contents = SpanCases(seed).Generated(length);
    contents.resize(2);
    for (std::string& content : contents) {
      content.resize(std::min<std::size_t>(content.size(), 3'000));
      FlipBits(random, &content);
    }
    const bool msb_first = seed % 2 == 1;
    MemorySource source(contents, 1 << 20);
    const span::FoundRuns found = Search(source, length, msb_first);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    if (!found.crowds.empty()) continue;
    for (std::uint32_t one = 0; one < 2; ++one) {
      const std::vector<bool> covered = Covered(found, one, 8 * contents[one].size());
      for (const BitPair& pair : WholeBytesApart(contents[one], contents[1 - one], 8 * length, msb_first)) {
        bits_seen += pair.length;
        const auto begin = covered.begin() + static_cast<std::ptrdiff_t>(pair.a);
        ASSERT_EQ(std::count(begin, begin + static_cast<std::ptrdiff_t>(pair.length), true),
                  static_cast<std::ptrdiff_t>(pair.length))
            << "seed " << seed << ": " << pair.length << " bits at " << pair.a << " of content " << one;
      }
    }
  }
  EXPECT_GT(bits_seen, 0);
}

// At other distances runs are found by landmarks: what is listed must be equal, and random data is found.
TEST(BitsPromise, ShiftedDataIsEqualAndMostlyFound) {
  unsigned found_shifted = 0;
  unsigned tried = 0;
  for (unsigned seed = 0; seed < kCases / 2; ++seed) {
    Random random(seed);
    const bool periodic = seed % 2 == 1;
    std::string passage = random.Bytes(600);
    if (periodic) {
      const std::string root = random.Bytes(1 + random.Below(40));
      passage.clear();
      while (passage.size() < 600) passage += root;
      passage += random.Bytes(300);
    }
    const std::vector<std::string> contents = {
        random.Bytes(50) + passage + random.Bytes(50),
        Shifted(random.Bytes(70) + passage + random.Bytes(20), 1 + static_cast<unsigned>(random.Below(7)))};
    MemorySource source(contents, 1 << 20);
    const span::FoundRuns found = Search(source, 256, false);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
    if (periodic) continue;
    ++tried;
    found_shifted += std::ranges::any_of(found.runs, [&](const span::Run& run) {
      return run.length >= 8 * passage.size() && run.places.front().content != run.places.back().content;
    });
  }
  EXPECT_EQ(found_shifted, tried);
}

}  // namespace
}  // namespace kindred
