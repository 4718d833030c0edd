// sif's second method; see fingerprints.h.
#include "mark/methods/fingerprints.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <bit>

#include "mark/method/parameters.h"
#include "mark/method/rate.h"
#include "mark/method/recent_keys.h"
#include "mark/scan/fed_windows.h"

namespace kindred::mark {

namespace {

enum class Overlap { kDistinct, kNone, kAll };

constexpr int kFineLevel = 4;  // one in 16

class FingerprintMarker : public OrderedMarker {
 public:
  FingerprintMarker(std::size_t window, Overlap overlap)
      : windows_(window), overlap_(overlap), recent_(window) {}

  void Begin(int level) override {
    Restart(level);
    windows_.Clear();
    free_from_ = 0;
    recent_.Clear();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    windows_.Feed(piece, level_,
                  [this](std::uint16_t value, const std::uint8_t* bytes, std::uint64_t offset) {
                    Candidate(value, bytes, offset);
                  });
  }

 private:
  // Stage two: serial rules, on candidates only.
  void Candidate(std::uint16_t value, const std::uint8_t* bytes, std::uint64_t offset) {
    if (overlap_ == Overlap::kNone) {
      if (offset < free_from_) return;
      free_from_ = offset + windows_.window();
    }
    // The selection value leads, so that smaller keys are coarser levels; a strong hash distinguishes
    // windows.
    const std::uint64_t key = std::uint64_t{value} << 48 | XXH3_64bits(bytes, windows_.window()) >> 16;
    if (overlap_ == Overlap::kDistinct && recent_.SeenWithinWindow(key, offset)) return;
    marks_.push_back({key, offset, static_cast<std::uint32_t>(windows_.window())});
  }

  FedWindows windows_;
  Overlap overlap_;
  std::uint64_t free_from_ = 0;  // overlap none: no mark starts before this
  RecentKeys recent_;            // overlap distinct
};

class Fingerprints : public Method {
 public:
  explicit Fingerprints(const std::string& text) {
    Parameters parameters("fingerprints", text);
    window_ = parameters.Number("window", 32, 8, 4096);
    overlap_text_ = parameters.Word("overlap", "distinct");
    if (overlap_text_ == "none") {
      overlap_ = Overlap::kNone;
    } else if (overlap_text_ == "all") {
      overlap_ = Overlap::kAll;
    } else if (overlap_text_ != "distinct") {
      parameters.Fail("overlap", "distinct, none or all");
    }
    const bool fixed = overlap_ == Overlap::kNone;
    rate_text_ = parameters.Word("rate", fixed ? "256" : "auto");
    if (rate_text_ == "fine") {
      fixed_level_ = kFineLevel;
    } else if (rate_text_ != "auto" && rate_text_ != "coarse") {
      constexpr const char* kRates = "auto, fine, coarse or a power of two up to 65536";
      if (rate_text_.find_first_not_of("0123456789") != std::string::npos) parameters.Fail("rate", kRates);
      const std::uint64_t rate = parameters.Number("rate", 256, 1, std::uint64_t{1} << kMaxLevel);
      if (!std::has_single_bit(rate)) parameters.Fail("rate", kRates);
      fixed_level_ = std::countr_zero(rate);
    } else if (fixed) {
      parameters.Fail("rate", "a fixed rate with overlap=none: marks of different rates do not nest then");
    }
    parameters.Done();
  }

  MethodInfo info() const override {
    return {"fingerprints",
            2,
            {{"window", std::to_string(window_)}, {"rate", rate_text_}, {"overlap", overlap_text_}}};
  }
  Weight weight() const override { return Weight::kMarks; }
  // 16 bits of selection value and 28 of the strong hash. At one in 128 that leaves 2^37 keys: of ten million
  // marks (1.3 GB of data) one in 14,000 equals that of other bytes by chance. Reading both files then shows
  // that they share nothing; without reading, one mark is no evidence.
  int key_bits() const override { return 44; }
  int LevelFor(std::uint64_t size) const override {
    if (fixed_level_ >= 0) return fixed_level_;
    return rate_text_ == "coarse" ? CoarseLevel(size) : AutoLevel(size);
  }
  std::uint64_t ExpectedMarks(std::uint64_t size) const override { return size >> LevelFor(size); }
  int FinestLevel() const override { return fixed_level_ >= 0 ? fixed_level_ : kFinestAuto; }
  std::unique_ptr<Marker> NewMarker() const override {
    return std::make_unique<FingerprintMarker>(window_, overlap_);
  }

 private:
  std::size_t window_ = 0;
  Overlap overlap_ = Overlap::kDistinct;
  std::string overlap_text_;
  std::string rate_text_;
  int fixed_level_ = -1;  // -1: by size
};

}  // namespace

std::unique_ptr<Method> MakeFingerprints(const std::string& parameters) {
  return std::make_unique<Fingerprints>(parameters);
}

}  // namespace kindred::mark
