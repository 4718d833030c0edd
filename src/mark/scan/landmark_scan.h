// Where runs of ones start in the hashed bit stream of a content: the first stage of `landmarks`, for the
// vector units of whatever machine this runs on (Highway chooses at run time).
//
// Each of the three factors of p (landmarks.h) is a few shifts of the last few words, so vectors process
// several stretches at once (stretches-inl.h) and keep what they need in registers. The search for n ones in
// a row, which doubles n, looks at each 64 bits and at the 64 bits from their middle on: a run of up to 33 is
// inside one of these, so nothing is carried between lanes.
//
// Example of the search, with 8 bits, bit 0 on the right, and runs of 4:
//     s                 0 1 1 1 1 0 1 1
//     t = s & s >> 1    0 0 1 1 1 0 0 1     two ones from here on
//     t & t >> 2        0 0 0 0 1 0 0 0     four ones: the landmark is at bit 3, since bit 2 is a zero
// Runs of 11 take the shifts 1, 2 and 4, which find 8 ones in a row, and then 3, which finds 8 + 3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kindred::mark {

class LandmarkScan {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kWords = 512;  // at a time: all arrays stay in L1

  // A landmark needs `run` ones, 4 to 32.
  explicit LandmarkScan(int run = 11) : run_(run) {}

  // Put the next words of the content here, kWords at most, the first bit in the lowest place.
  Word* in() { return b_.Words(); }

  struct Hit {
    std::int32_t word = 0;  // of those put in; -1: the last of those before
    Word starts = 0;        // a bit for each run of ones that starts there
  };
  // Takes `count` words. Runs that start in the last of them are reported when the next ones come. Valid
  // until the next call.
  std::span<const Hit> Next(std::size_t count);
  // The same for words at `bytes`, which must be preceded by the kLeadIn words before them.
  // Reads whole steps: kStepWords must divide `count`.
  std::span<const Hit> NextInPlace(const std::uint8_t* bytes, std::size_t count);

  // The 64 bits of the hashed stream from `bit` on, counted from the words of the last call; -448 at least,
  // and before its last word.
  Word Bits(std::ptrdiff_t bit) const;

  // Room behind the arrays, for whole steps of any machine: 8 words, and those of a search.
  static constexpr std::size_t kRoom = 16;
  static constexpr std::size_t kLeadIn = 8;  // words that decide about the next one, and one more
  static constexpr std::size_t kStepWords = 8;
  // Words of a stream with some of the words before them.
  template <std::size_t kBefore>
  class Stretch {
   public:
    Word* Words() { return words_.data() + kBefore; }
    const Word* Words() const { return words_.data() + kBefore; }
    // The word `count` becomes word 0; the last ones stay in front of it.
    void MoveOn(std::size_t count) {
      for (std::size_t i = 0; i < kBefore; ++i) words_[i] = words_[i + count];
    }

   private:
    alignas(64) std::array<Word, kBefore + kWords + kRoom> words_{};
  };

 private:
  std::span<const Hit> Take(const std::uint8_t* bytes, std::size_t count);

  int run_;
  std::size_t last_count_ = 0;
  Stretch<kLeadIn> b_;
  Stretch<8> s_;
  std::array<Hit, kWords + kRoom> hits_;
};

}  // namespace kindred::mark
