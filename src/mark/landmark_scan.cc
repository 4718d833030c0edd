// Compiled once for each kind of vector unit; see landmark_scan.h. Tested against plain code on each of them.
#include "mark/landmark_scan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mark/landmark_scan.cc"
#include <hwy/foreach_target.h>  // must stand before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kindred::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Word = LandmarkScan::Word;
using Lanes = hn::CappedTag<Word, LandmarkScan::kMostLanes>;

// The stream delayed by `kBits` (1 to 63); `words` points to the newest 64 bits of each lane.
template <int kBits>
HWY_INLINE hn::Vec<Lanes> Delayed(const Word* words) {
  const Lanes lanes;
  return hn::Or(hn::ShiftLeft<kBits>(hn::LoadU(lanes, words)),
                hn::ShiftRight<64 - kBits>(hn::LoadU(lanes, words - 1)));
}

// All loops write whole vectors, up to kMostLanes - 1 words beyond `count`.
// to = from (1 + x^(64 kNear + kBits) + x^(64 kFar))
template <int kNear, int kBits, int kFar>
void Factor(const Word* HWY_RESTRICT from, std::ptrdiff_t count, Word* HWY_RESTRICT to) {
  const Lanes lanes;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(lanes));
  for (std::ptrdiff_t i = 0; i < count; i += step) {
    const auto sum = hn::Xor(hn::LoadU(lanes, from + i), hn::LoadU(lanes, from + i - kFar));
    hn::StoreU(hn::Xor(sum, Delayed<kBits>(from + i - kNear)), lanes, to + i);
  }
}

// Where n + `more` ones end, from where n ones end. Of the words before 0 only -2 and -1 are needed later,
// and as these look back 31 bits at most, `from` reaches far enough.
void AndDelayed(const Word* HWY_RESTRICT from, int more, std::ptrdiff_t count, Word* HWY_RESTRICT to) {
  const Lanes lanes;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(lanes));
  to[-3] = 0;
  for (std::ptrdiff_t i = -2; i < count; i += step) {
    const auto now = hn::LoadU(lanes, from + i);
    const auto delayed =
        hn::Or(hn::ShiftLeftSame(now, more), hn::ShiftRightSame(hn::LoadU(lanes, from + i - 1), 64 - more));
    hn::StoreU(hn::And(now, delayed), lanes, to + i);
  }
}

// One end for each run, however long it is, of the words -1 to count - 2.
std::size_t FirstEnds(const Word* ends, std::ptrdiff_t count, LandmarkScan::Hit* hits) {
  const Lanes lanes;
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(lanes));
  std::size_t found = 0;
  for (std::ptrdiff_t i = -1; i < count - 1; i += step) {
    const auto first = hn::AndNot(Delayed<1>(ends + i), hn::LoadU(lanes, ends + i));
    if (hn::AllTrue(lanes, hn::Eq(first, hn::Zero(lanes)))) continue;
    Word words[LandmarkScan::kMostLanes];
    hn::StoreU(first, lanes, words);
    for (std::ptrdiff_t lane = 0; lane < step && i + lane < count - 1; ++lane) {
      if (words[lane] != 0) hits[found++] = {static_cast<std::int32_t>(i + lane), words[lane]};
    }
  }
  return found;
}

std::size_t Scan(const Word* b, Word* first_factor, Word* second_factor, Word* s, Word* ones, Word* more_ones,
                 std::size_t size, int run, LandmarkScan::Hit* hits) {
  const auto count = static_cast<std::ptrdiff_t>(size);
  Factor<0, 61, 1>(b, count, first_factor);
  Factor<1, 122 - 64, 2>(first_factor, count, second_factor);
  Factor<3, 244 - 192, 4>(second_factor, count, s);
  const Word* ends = s;
  for (int n = 1; n < run;) {
    const int more = n < run - n ? n : run - n;
    AndDelayed(ends, more, count, ones);
    ends = ones;
    Word* const next = more_ones;
    more_ones = ones;
    ones = next;
    n += more;
  }
  return FirstEnds(ends, count, hits);
}

}  // namespace kindred::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kindred {

HWY_EXPORT(Scan);

std::span<const LandmarkScan::Hit> LandmarkScan::Next(std::size_t count) {
  s_.MoveOn(last_count_);
  last_count_ = count;
  const std::size_t found =
      HWY_DYNAMIC_DISPATCH(Scan)(b_.Words(), first_factor_.Words(), second_factor_.Words(), s_.Words(),
                                 ones_[0].Words(), ones_[1].Words(), count, run_, hits_.data());
  b_.MoveOn(count);
  first_factor_.MoveOn(count);
  second_factor_.MoveOn(count);
  return std::span(hits_).first(found);
}

LandmarkScan::Word LandmarkScan::Bits(std::ptrdiff_t bit) const {
  const Word* const words = s_.Words() + (bit >> 6);
  const int shift = static_cast<int>(bit & 63);
  return shift == 0 ? words[0] : words[0] >> shift | words[1] << (64 - shift);
}

}  // namespace kindred
#endif
