// TTTD chunking; see chunks.h.
#include "mark/chunks.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <limits>

#include "mark/parameters.h"

namespace kindred {

namespace {

struct Tttd {
  std::size_t minimum;
  std::size_t maximum;
  std::size_t window;          // bytes the hash of a place covers; at most `minimum`
  std::uint32_t main_limit;    // a place passes when its hash is below
  std::uint32_t backup_limit;  // twice the main one: every main place is a backup place, too
};

Tttd ScaledTo(std::uint64_t average) {
  auto scale = [average](std::uint64_t at_1015) {
    return std::max<std::uint64_t>(1, at_1015 * average / 1015);
  };
  Tttd rule{};
  rule.minimum = scale(460);
  rule.maximum = scale(2800);
  rule.window = std::min<std::size_t>(48, rule.minimum);
  rule.main_limit = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / scale(540));
  rule.backup_limit = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / scale(270));
  return rule;
}

// A rolling polynomial mod 2^32. The bytes are offset, so that zeros do not hash to zero, and the sum is
// spread by a last multiplication: comparing looks at the high bits, which the newest bytes barely reach.
class PlaceHash {
 public:
  explicit PlaceHash(std::size_t window) {
    for (std::size_t i = 0; i < window; ++i) leaving_ *= kMultiplier;
  }
  void Clear() { sum_ = 0; }
  void Enter(std::uint8_t in) { sum_ = sum_ * kMultiplier + in + kOffset; }
  void Roll(std::uint8_t out, std::uint8_t in) { Enter(in), sum_ -= (out + kOffset) * leaving_; }
  std::uint32_t value() const { return (sum_ ^ sum_ >> 15) * kSpread; }

 private:
  static constexpr std::uint32_t kMultiplier = 0x9E3779B1;  // prime next to 2^32 / golden ratio
  static constexpr std::uint32_t kOffset = 0x1F3D;
  static constexpr std::uint32_t kSpread = 0x85EBCA77;
  std::uint32_t leaving_ = 1;
  std::uint32_t sum_ = 0;
};

class ChunkMarker : public Marker {
 public:
  explicit ChunkMarker(const Tttd& rule) : rule_(rule), hash_(rule.window) {}

  void Begin(int level) override {
    level_ = level;
    start_ = 0;
    pending_.clear();
    marks_.clear();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    if (!pending_.empty()) {
      pending_.insert(pending_.end(), piece.begin(), piece.end());
      // The rule needs `maximum` bytes to decide; with less, every small piece would scan the chunk anew.
      if (pending_.size() < rule_.maximum) return;
      const std::size_t used = CutAll(pending_, false);
      pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(used));
    } else {
      const std::size_t used = CutAll(piece, false);
      pending_.assign(piece.begin() + static_cast<std::ptrdiff_t>(used), piece.end());
    }
  }

  void Coarsen(int level) override {
    level_ = level;
    std::erase_if(marks_, [&](const Mark& mark) { return KeyLevel(mark.key) < level; });
  }

  void Finish(std::vector<Mark>* marks) override {
    CutAll(pending_, true);
    pending_.clear();
    marks->insert(marks->end(), marks_.begin(), marks_.end());
  }

 private:
  // Emits the chunks of `bytes`, which start at a cut; returns how many bytes they take. Unless `last`,
  // the rest, less than `maximum`, waits for more.
  std::size_t CutAll(std::span<const std::uint8_t> bytes, bool last) {
    std::size_t used = 0;
    while (used < bytes.size()) {
      const auto rest = bytes.subspan(used);
      if (rest.size() < rule_.maximum && !last) break;
      const std::size_t length = ChunkLength(rest);
      Emit(rest.first(length));
      used += length;
    }
    return used;
  }

  std::size_t ChunkLength(std::span<const std::uint8_t> bytes) {
    const std::size_t end = std::min(bytes.size(), rule_.maximum);
    if (end <= rule_.minimum) return end;
    hash_.Clear();
    std::size_t at = rule_.minimum - rule_.window;
    for (; at < rule_.minimum; ++at) hash_.Enter(bytes[at]);
    std::size_t backup = 0;
    for (;; ++at) {
      const std::uint32_t value = hash_.value();
      if (value < rule_.backup_limit) {
        if (value < rule_.main_limit) return at;
        backup = at;
      }
      if (at == end) break;
      hash_.Roll(bytes[at - rule_.window], bytes[at]);
    }
    // The end of the content is a cut of its own; only the maximum falls back.
    if (end < rule_.maximum || backup == 0) return end;
    return backup;
  }

  void Emit(std::span<const std::uint8_t> chunk) {
    const std::uint64_t key = XXH3_64bits(chunk.data(), chunk.size());
    if (KeyLevel(key) >= level_) marks_.push_back({key, start_, static_cast<std::uint32_t>(chunk.size())});
    start_ += chunk.size();
  }

  Tttd rule_;
  PlaceHash hash_;
  int level_ = 0;
  std::uint64_t start_ = 0;            // offset of the chunk being looked for
  std::vector<std::uint8_t> pending_;  // bytes since the last cut
  std::vector<Mark> marks_;
};

class Chunks : public Method {
 public:
  explicit Chunks(const std::string& text) {
    Parameters parameters("chunks", text);
    average_ = parameters.Number("average", 1015, 16, std::uint64_t{1} << 24);
    parameters.Done();
  }

  MethodInfo info() const override { return {"chunks", 1, {{"average", std::to_string(average_)}}}; }
  Weight weight() const override { return Weight::kBytes; }
  int key_bits() const override { return 64; }  // Forman et al., section 2.3: enough for 4 billion chunks
  int LevelFor(std::uint64_t size) const override {
    int level = 0;
    while (level < kMaxLevel && (size / average_ >> level) > kMany) ++level;
    return level;
  }
  std::uint64_t ExpectedMarks(std::uint64_t size) const override { return size / average_ >> LevelFor(size); }
  int FinestLevel() const override { return 0; }
  std::unique_ptr<Marker> NewMarker() const override {
    return std::make_unique<ChunkMarker>(ScaledTo(average_));
  }

 private:
  static constexpr std::uint64_t kMany = std::uint64_t{1} << 20;
  std::uint64_t average_ = 0;
};

}  // namespace

std::unique_ptr<Method> MakeChunks(const std::string& parameters) {
  return std::make_unique<Chunks>(parameters);
}

}  // namespace kindred
