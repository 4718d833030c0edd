// Where runs of ones start in the hashed bit stream of a content: the first stage of `landmarks`, for the
// vector units of whatever machine this runs on (Highway chooses at run time).
//
// The three factors of p (landmarks.h) and the search for n ones in a row, which doubles n, are each a line
// of shifts that is the same for every word of 64 bits and needs a few older words only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace kindred {

class LandmarkScan {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kWords = 256;  // at a time: all arrays stay in L1

  // A landmark needs `run` ones, 4 to 32.
  explicit LandmarkScan(int run = 11) : run_(run) {}

  // Put the next words of the content here, kWords at most, the first bit in the lowest place.
  Word* in() { return b_.Words(); }

  struct Hit {
    std::int32_t word = 0;  // of those put in; -1: the last of those before
    Word ends = 0;          // a bit for each run of ones that reaches its length there
  };
  // Takes `count` words. Runs in the last of them are told when the next ones come. Valid until the next
  // call.
  std::span<const Hit> Next(std::size_t count);

  // The 64 bits of the hashed stream from `bit` on, counted from the words of the last call; -192 at least,
  // and before its last word.
  Word Bits(std::ptrdiff_t bit) const;

  // Room behind the arrays, for whole vectors of any machine.
  static constexpr std::size_t kMostLanes = 8;
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
    std::array<Word, kBefore + kWords + kMostLanes> words_{};
  };

 private:
  int run_;
  std::size_t last_count_ = 0;
  Stretch<1> b_;
  Stretch<2> first_factor_;
  Stretch<4> second_factor_;
  Stretch<4> s_;
  std::array<Stretch<4>, 2> ones_;
  std::array<Hit, kWords + kMostLanes> hits_;
};

}  // namespace kindred
