// Hardy's landmarks, a word at a time; see landmarks.h.
#include "mark/landmarks.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <deque>

#include "mark/parameters.h"

namespace kindred {

namespace {

using Word = std::uint64_t;

// The stream delayed by `bits` (1 to 63): `now` holds the newest 64 bits, `before` the 64 older ones.
Word Delayed(Word now, Word before, int bits) { return now << bits | before >> (64 - bits); }

// Words of a stream with some of the words before them.
template <std::size_t kBefore, std::size_t kSize>
class Stretch {
 public:
  Word& operator[](std::ptrdiff_t i) { return words_[static_cast<std::size_t>(i + kFirst)]; }
  const Word& operator[](std::ptrdiff_t i) const { return words_[static_cast<std::size_t>(i + kFirst)]; }
  // The word `size` becomes word 0; the last ones stay in front of it.
  void MoveOn(std::size_t size) {
    for (std::size_t i = 0; i < kBefore; ++i) words_[i] = words_[i + size];
  }

 private:
  static constexpr std::ptrdiff_t kFirst = kBefore;
  std::array<Word, kBefore + kSize> words_{};
};

// S, many words at a time: plain loops without a recurrence, which the compiler turns into vector code. Each
// of the three factors needs a few older words only.
class StreamHash {
 public:
  static constexpr std::size_t kWords = 256;

  // S of the words that were put into in(); `size` of them.
  template <std::size_t kBefore>
  void Next(std::size_t size, Stretch<kBefore, kWords>* out) {
    const auto count = static_cast<std::ptrdiff_t>(size);
    for (std::ptrdiff_t i = 0; i < count; ++i) s_[i] = b_[i] ^ Delayed(b_[i], b_[i - 1], 61) ^ b_[i - 1];
    for (std::ptrdiff_t i = 0; i < count; ++i)
      t_[i] = s_[i] ^ Delayed(s_[i - 1], s_[i - 2], 122 - 64) ^ s_[i - 2];
    for (std::ptrdiff_t i = 0; i < count; ++i)
      (*out)[i] = t_[i] ^ Delayed(t_[i - 3], t_[i - 4], 244 - 192) ^ t_[i - 4];
    b_.MoveOn(size);
    s_.MoveOn(size);
    t_.MoveOn(size);
  }
  Stretch<1, kWords>& in() { return b_; }

 private:
  Stretch<1, kWords> b_;
  Stretch<2, kWords> s_;
  Stretch<4, kWords> t_;
};

class LandmarkMarker : public Marker {
 public:
  LandmarkMarker(int run, bool msb) : run_(run), msb_(msb) {}

  void Begin(int level) override {
    level_ = level;
    hash_ = StreamHash();
    s_ = {};
    words_ = 0;
    bits_ = 0;
    tail_size_ = 0;
    marks_.clear();
    recent_.clear();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    bits_ += 8 * piece.size();
    if (tail_size_ > 0) {
      const std::size_t missing = std::min(sizeof(Word) - tail_size_, piece.size());
      std::copy_n(piece.begin(), missing, tail_.begin() + static_cast<std::ptrdiff_t>(tail_size_));
      tail_size_ += missing;
      piece = piece.subspan(missing);
      if (tail_size_ < sizeof(Word)) return;
      hash_.in()[0] = Load(tail_.data());
      Step(1);
      tail_size_ = 0;
    }
    while (piece.size() >= sizeof(Word)) {
      const std::size_t words = std::min(piece.size() / sizeof(Word), StreamHash::kWords);
      auto& in = hash_.in();
      for (std::size_t i = 0; i < words; ++i)
        in[static_cast<std::ptrdiff_t>(i)] = Load(piece.data() + i * sizeof(Word));
      Step(words);
      piece = piece.subspan(words * sizeof(Word));
    }
    std::ranges::copy(piece, tail_.begin());
    tail_size_ = piece.size();
  }

  void Coarsen(int level) override {
    level_ = level;
    std::erase_if(marks_, [&](const Mark& mark) { return KeyLevel(mark.key) < level; });
  }

  void Finish(std::vector<Mark>* marks) override {
    if (tail_size_ > 0) {
      std::fill(tail_.begin() + static_cast<std::ptrdiff_t>(tail_size_), tail_.end(), std::uint8_t{0});
      hash_.in()[0] = Load(tail_.data());
      Step(1);
    }
    hash_.in()[0] = 0;  // the runs of the last word
    Step(1);
    marks->insert(marks->end(), marks_.begin(), marks_.end());
  }

 private:
  Word Load(const std::uint8_t* bytes) const {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    if (!msb_) return word;
    // Reverses the bits within each byte.
    word = (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
    word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
    return (word >> 4 & 0x0F0F0F0F0F0F0F0F) | (word & 0x0F0F0F0F0F0F0F0F) << 4;
  }

  // Takes `size` words of the stream. A key needs up to 64 bits of S behind its landmark, so the runs of a
  // word are looked at when the next one is there.
  void Step(std::size_t size) {
    hash_.Next(size, &s_);
    const auto count = static_cast<std::ptrdiff_t>(size);
    // ones_[i] has a 1 where a run of n ones ends; n doubles, as far as run_ allows. Of the words before 0
    // only -2 and -1 are needed below, and as these look back 31 bits at most, s_ reaches far enough.
    const Word* ends = &s_[0];
    std::size_t next = 0;
    for (int n = 1; n < run_; next ^= 1) {
      const int more = std::min(n, run_ - n);
      AndDelayed(ends, more, count, &ones_[next][0]);
      ends = &ones_[next][0];
      n += more;
    }
    // One end per run, however long it is.
    Word* const first = &ones_[next][0];
    Starts(ends, count, first);
    for (std::ptrdiff_t i = -1; i < count - 1; ++i) {
      for (Word bits = first[i]; bits != 0; bits &= bits - 1) Landmark(i, std::countr_zero(bits));
    }
    words_ += size;
    s_.MoveOn(size);
  }

  // Plain loops over words that do not overlap, for the vector units.
  static void AndDelayed(const Word* __restrict from, int bits, std::ptrdiff_t count, Word* __restrict to) {
    to[-3] = 0;
    for (std::ptrdiff_t i = -2; i < count; ++i)
      to[i] = from[i] & (from[i] << bits | from[i - 1] >> (64 - bits));
  }
  static void Starts(const Word* __restrict ends, std::ptrdiff_t count, Word* __restrict to) {
    for (std::ptrdiff_t i = -1; i < count; ++i) to[i] = ends[i] & ~(ends[i] << 1 | ends[i - 1] >> 63);
  }

  // A run reached its length at bit `bit` of word `word` of the stretch; the landmark is where it starts.
  void Landmark(std::ptrdiff_t word, int bit) {
    const std::uint64_t end =
        (words_ + static_cast<std::uint64_t>(word)) * 64 + static_cast<std::uint64_t>(bit);
    const std::uint64_t at = end + 1 - static_cast<std::uint64_t>(run_);
    if (end + 1 < kLandmarkBefore + static_cast<std::uint64_t>(run_) || at + kLandmarkBehind > bits_) return;
    const std::ptrdiff_t from = word * 64 + bit + 1 - run_;  // of the landmark in the stretch
    const std::array<Word, 2> around = {StreamBits(from - 64), StreamBits(from)};
    const std::uint64_t key = XXH3_64bits(around.data(), sizeof around);
    if (KeyLevel(key) < level_ || SeenJustBefore(key, at)) return;
    marks_.push_back(
        {key, at - kLandmarkBefore, static_cast<std::uint32_t>(kLandmarkBefore + kLandmarkBehind)});
  }

  // The 64 bits of S from `bit` of the stretch on.
  Word StreamBits(std::ptrdiff_t bit) const {
    const std::ptrdiff_t word = bit >> 6;
    const int shift = static_cast<int>(bit & 63);
    return shift == 0 ? s_[word] : s_[word] >> shift | s_[word + 1] << (64 - shift);
  }

  // Periodic data would give the same landmark again and again.
  bool SeenJustBefore(std::uint64_t key, std::uint64_t at) {
    constexpr std::uint64_t kReach = kLandmarkBefore + kLandmarkBehind;
    while (!recent_.empty() && recent_.front().offset + kReach <= at) recent_.pop_front();
    const bool seen = std::ranges::any_of(recent_, [&](const Mark& mark) { return mark.key == key; });
    recent_.push_back({key, at, 0});
    return seen;
  }

  using Ones = Stretch<4, StreamHash::kWords>;

  int run_;
  bool msb_;
  int level_ = 0;
  StreamHash hash_;
  Stretch<4, StreamHash::kWords> s_;
  std::array<Ones, 2> ones_;
  std::uint64_t words_ = 0;  // before the stretch
  std::uint64_t bits_ = 0;
  std::array<std::uint8_t, sizeof(Word)> tail_{};
  std::size_t tail_size_ = 0;
  std::deque<Mark> recent_;
  std::vector<Mark> marks_;
};

class Landmarks : public Method {
 public:
  explicit Landmarks(const std::string& text) {
    Parameters parameters("landmarks", text);
    run_ = static_cast<int>(parameters.Number("run", 11, 4, 32));
    order_ = parameters.Word("order", "lsb");
    if (order_ != "lsb" && order_ != "msb") parameters.Fail("order", "lsb or msb");
    parameters.Done();
  }

  MethodInfo info() const override {
    return {"landmarks", 1, {{"run", std::to_string(run_)}, {"order", order_}}};
  }
  Weight weight() const override { return Weight::kMarks; }
  Unit unit() const override { return Unit::kBit; }
  int key_bits() const override { return 48; }
  int LevelFor(std::uint64_t size) const override {
    int level = 0;
    while (level < kMaxLevel && Density(size) >> level > kMany) ++level;
    return level;
  }
  std::uint64_t ExpectedMarks(std::uint64_t size) const override { return Density(size) >> LevelFor(size); }
  int FinestLevel() const override { return 0; }
  std::unique_ptr<Marker> NewMarker() const override {
    return std::make_unique<LandmarkMarker>(run_, order_ == "msb");
  }

 private:
  static constexpr std::uint64_t kMany = std::uint64_t{1} << 20;
  std::uint64_t Density(std::uint64_t size) const { return 8 * size >> (run_ + 1); }

  int run_ = 0;
  std::string order_;
};

}  // namespace

std::unique_ptr<Method> MakeLandmarks(const std::string& parameters) {
  return std::make_unique<Landmarks>(parameters);
}

}  // namespace kindred
