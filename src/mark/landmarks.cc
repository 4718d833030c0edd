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

// S, 64 bits per step. The history of each of the three factors is a few words.
class StreamHash {
 public:
  Word Next(Word b) {
    const Word s = b ^ Delayed(b, b1_, 61) ^ b1_;                    // 1 + x^61 + x^64
    const Word t = s ^ Delayed(s1_[0], s1_[1], 122 - 64) ^ s1_[1];   // 1 + x^122 + x^128
    const Word u = t ^ Delayed(t1_[2], t1_[3], 244 - 192) ^ t1_[3];  // 1 + x^244 + x^256
    b1_ = b;
    s1_ = {s, s1_[0]};
    t1_ = {t, t1_[0], t1_[1], t1_[2]};
    return u;
  }

 private:
  Word b1_ = 0;
  std::array<Word, 2> s1_{};  // newest first
  std::array<Word, 4> t1_{};
};

// Where runs of ones in a stream reach `run` ones: one bit per run, however long it is.
class RunFinder {
 public:
  explicit RunFinder(int run) : run_(run) {}

  Word Next(Word s) {
    // reached_ is 1 where the last n bits were ones; n doubles, as far as run allows.
    Word now = s;
    Word before = s1_;
    for (int n = 1; n < run_;) {
      const int more = std::min(n, run_ - n);
      const Word grown = now & Delayed(now, before, more);
      before &= before << more;  // its low bits lack what came before; they are not needed below
      now = grown;
      n += more;
    }
    const Word first = now & ~Delayed(now, last_, 1);
    s1_ = s;
    last_ = now;
    return first;
  }

 private:
  int run_;
  Word s1_ = 0;
  Word last_ = 0;
};

class LandmarkMarker : public Marker {
 public:
  LandmarkMarker(int run, bool msb) : run_(run), msb_(msb), runs_(run) {}

  void Begin(int level) override {
    level_ = level;
    hash_ = StreamHash();
    runs_ = RunFinder(run_);
    recent_s_ = {};
    ends_ = 0;
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
      Step(Load(tail_.data()));
      tail_size_ = 0;
    }
    for (; piece.size() >= sizeof(Word); piece = piece.subspan(sizeof(Word))) Step(Load(piece.data()));
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
      Step(Load(tail_.data()));
    }
    Step(0);  // the runs of the last word
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

  // A key needs up to 64 bits of S behind its landmark, so the runs of a word are looked at one word later.
  void Step(Word b) {
    const Word s = hash_.Next(b);
    std::shift_left(recent_s_.begin(), recent_s_.end(), 1);
    recent_s_.back() = s;
    for (Word ends = ends_; ends != 0; ends &= ends - 1) {
      Landmark((words_ - 1) * 64 + static_cast<std::uint64_t>(std::countr_zero(ends)));
    }
    ends_ = runs_.Next(s);
    ++words_;
  }

  // `end` is the bit at which a run reached its length; the landmark is where the run starts.
  void Landmark(std::uint64_t end) {
    const std::uint64_t at = end + 1 - static_cast<std::uint64_t>(run_);
    if (end + 1 < kLandmarkBefore + static_cast<std::uint64_t>(run_) || at + kLandmarkBehind > bits_) return;
    const std::array<Word, 2> around = {StreamBits(at - 64), StreamBits(at)};
    const std::uint64_t key = XXH3_64bits(around.data(), sizeof around);
    if (KeyLevel(key) < level_ || SeenJustBefore(key, at)) return;
    marks_.push_back(
        {key, at - kLandmarkBefore, static_cast<std::uint32_t>(kLandmarkBefore + kLandmarkBehind)});
  }

  // The 64 bits of S from `bit` on. recent_s_ ends with word words_, the newest one.
  Word StreamBits(std::uint64_t bit) const {
    const std::uint64_t first =
        words_ + 1 - recent_s_.size();  // the word at recent_s_[0]; wraps at the start
    const std::uint64_t slot = bit / 64 - first;
    const int shift = static_cast<int>(bit % 64);
    return shift == 0 ? recent_s_[slot] : recent_s_[slot] >> shift | recent_s_[slot + 1] << (64 - shift);
  }

  // Periodic data would give the same landmark again and again.
  bool SeenJustBefore(std::uint64_t key, std::uint64_t at) {
    constexpr std::uint64_t kReach = kLandmarkBefore + kLandmarkBehind;
    while (!recent_.empty() && recent_.front().offset + kReach <= at) recent_.pop_front();
    const bool seen = std::ranges::any_of(recent_, [&](const Mark& mark) { return mark.key == key; });
    recent_.push_back({key, at, 0});
    return seen;
  }

  int run_;
  bool msb_;
  int level_ = 0;
  StreamHash hash_;
  RunFinder runs_;
  std::array<Word, 5> recent_s_{};  // the newest last
  Word ends_ = 0;                   // of the word before the newest
  std::uint64_t words_ = 0;
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
