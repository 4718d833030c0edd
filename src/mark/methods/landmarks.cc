// Hardy's landmarks, a word at a time; see landmarks.h.
#include "mark/methods/landmarks.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/coding.h"
#include "mark/method/parameters.h"
#include "mark/method/recent_keys.h"
#include "mark/scan/landmark_scan.h"

namespace kindred::mark {

namespace {

using Word = std::uint64_t;

class LandmarkMarker : public OrderedMarker {
 public:
  LandmarkMarker(int run, bool msb) : run_(run), msb_(msb), scan_(run) {}

  void Begin(int level) override {
    Restart(level);
    scan_ = LandmarkScan(run_);
    words_ = 0;
    bits_ = 0;
    tail_size_ = 0;
    recent_.Clear();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    bits_ += 8 * piece.size();
    if (tail_size_ > 0) {
      const std::size_t missing = std::min(sizeof(Word) - tail_size_, piece.size());
      std::copy_n(piece.begin(), missing, tail_.begin() + static_cast<std::ptrdiff_t>(tail_size_));
      tail_size_ += missing;
      piece = piece.subspan(missing);
      if (tail_size_ < sizeof(Word)) return;
      scan_.in()[0] = Load(tail_.data());
      Step(scan_.Next(1), 1);
      tail_size_ = 0;
    }
    // The first words are copied, since the words before them are in another buffer; most others are used in
    // place.
    constexpr std::size_t kLeadIn = LandmarkScan::kLeadIn * sizeof(Word);
    const std::uint8_t* const begin = piece.data();
    while (piece.size() >= sizeof(Word)) {
      std::size_t words = std::min(piece.size() / sizeof(Word), LandmarkScan::kWords);
      if (!msb_ && words >= LandmarkScan::kStepWords && piece.data() >= begin + kLeadIn) {
        words -= words % LandmarkScan::kStepWords;
        Step(scan_.NextInPlace(piece.data(), words), words);
      } else {
        if (!msb_) words = std::min(words, LandmarkScan::kLeadIn);
        for (std::size_t i = 0; i < words; ++i) scan_.in()[i] = Load(piece.data() + i * sizeof(Word));
        Step(scan_.Next(words), words);
      }
      piece = piece.subspan(words * sizeof(Word));
    }
    std::ranges::copy(piece, tail_.begin());
    tail_size_ = piece.size();
  }

  void Finish(std::vector<Mark>* marks) override {
    if (tail_size_ > 0) {
      std::fill(tail_.begin() + static_cast<std::ptrdiff_t>(tail_size_), tail_.end(), std::uint8_t{0});
      scan_.in()[0] = Load(tail_.data());
      Step(scan_.Next(1), 1);
    }
    scan_.in()[0] = 0;  // the runs of the last word
    Step(scan_.Next(1), 1);
    OrderedMarker::Finish(marks);
  }

 private:
  Word Load(const std::uint8_t* bytes) const {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return msb_ ? base::ReverseBitsOfBytes(word) : word;
  }

  // `size` words of the stream were taken.
  void Step(std::span<const LandmarkScan::Hit> hits, std::size_t size) {
    for (const LandmarkScan::Hit& hit : hits) {
      for (Word bits = hit.starts; bits != 0; bits &= bits - 1) Landmark(hit.word, std::countr_zero(bits));
    }
    words_ += size;
  }

  // A run starts at bit `bit` of word `word` of the stretch.
  void Landmark(std::ptrdiff_t word, int bit) {
    const std::uint64_t at =
        (words_ + static_cast<std::uint64_t>(word)) * 64 + static_cast<std::uint64_t>(bit);
    if (at < kLandmarkBefore || at + kLandmarkBehind > bits_) return;
    const std::ptrdiff_t from = word * 64 + bit;
    const std::array<Word, 2> around = {scan_.Bits(from - 64), scan_.Bits(from)};
    const std::uint64_t key = XXH3_64bits(around.data(), sizeof around);
    if (KeyLevel(key) < level_ || recent_.SeenWithinWindow(key, at)) return;
    marks_.push_back(
        {key, at - kLandmarkBefore, static_cast<std::uint32_t>(kLandmarkBefore + kLandmarkBehind)});
  }

  int run_;
  bool msb_;
  LandmarkScan scan_;
  std::uint64_t words_ = 0;  // before the stretch
  std::uint64_t bits_ = 0;
  std::array<std::uint8_t, sizeof(Word)> tail_{};
  std::size_t tail_size_ = 0;
  RecentKeys recent_{kLandmarkBefore + kLandmarkBehind};  // periodic data give a landmark once
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

}  // namespace kindred::mark
