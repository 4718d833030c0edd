// TTTD chunking; see chunks.h.
#include "mark/methods/chunks.h"

#include <algorithm>
#include <bit>

#include "base/hashing.h"
#include "mark/method/parameters.h"
#include "mark/scan/fed_windows.h"

namespace kindred::mark {

namespace {

struct Tttd {
  std::size_t minimum;
  std::size_t maximum;
  std::size_t window;          // bytes before a place that its value covers; at most `minimum`
  std::uint32_t main_limit;    // a place passes when its value is below
  std::uint32_t backup_limit;  // twice the main one: every main place is a backup place, too
};

Tttd ScaledTo(std::uint64_t average) {
  auto scale = [average](std::uint64_t at_1015) {
    return std::max<std::uint64_t>(1, at_1015 * average / 1015);
  };
  Tttd rule{};
  rule.minimum = scale(460);
  rule.maximum = scale(2800);
  rule.window = std::min<std::size_t>(49, rule.minimum);
  rule.main_limit = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / scale(540));
  rule.backup_limit = static_cast<std::uint32_t>((std::uint64_t{1} << 32) / scale(270));
  return rule;
}

class ChunkMarker : public OrderedMarker {
 public:
  // The level keeps every place below the backup limit.
  explicit ChunkMarker(const Tttd& rule)
      : rule_(rule),
        places_level_(std::min(kMaxLevel, 32 - static_cast<int>(std::bit_width(rule.backup_limit - 1)))),
        windows_(rule.window) {}

  void Begin(int level) override {
    Restart(level);
    start_ = 0;
    backup_ = 0;
    windows_.Clear();
    pending_.clear();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    piece_ = piece;
    piece_begin_ = windows_.fed();
    windows_.Feed(piece, places_level_,
                  [this](std::uint16_t value, const std::uint8_t* bytes, std::uint64_t offset) {
                    Place(offset + rule_.window, value, bytes);
                  });
    const std::uint64_t end = windows_.fed();
    while (start_ + rule_.maximum <= end) CutAtMaximum();
    const std::uint64_t rest = end - std::max(start_, piece_begin_);
    pending_.insert(pending_.end(), piece.end() - static_cast<std::ptrdiff_t>(rest), piece.end());
    piece_ = {};
    piece_begin_ = end;
  }

  void Finish(std::vector<Mark>* marks) override {
    if (start_ < windows_.fed()) CutAt(windows_.fed());
    OrderedMarker::Finish(marks);
  }

 private:
  // The bytes before `place` may let it be a cut.
  void Place(std::uint64_t place, std::uint16_t value, const std::uint8_t* bytes) {
    while (place > start_ + rule_.maximum) CutAtMaximum();
    if (place < start_ + rule_.minimum) return;
    if (Below(rule_.main_limit, value, bytes)) {
      CutAt(place);
    } else if (Below(rule_.backup_limit, value, bytes)) {
      backup_ = place;
    }
  }

  // The value of a place has 32 bits; the lower 16, a strong hash, are rarely needed.
  bool Below(std::uint32_t limit, std::uint16_t value, const std::uint8_t* bytes) const {
    if (value != limit >> 16) return value < limit >> 16;
    return (base::LongHash({bytes, rule_.window}) & 0xFFFF) < (limit & 0xFFFF);
  }

  // Nothing behind the backup place passed, so no place has to be looked at again.
  void CutAtMaximum() { CutAt(backup_ > start_ ? backup_ : start_ + rule_.maximum); }

  // Ends the chunk before `place`. Bytes of earlier pieces wait in `pending_`.
  void CutAt(std::uint64_t place) {
    const auto length = static_cast<std::size_t>(place - start_);
    if (pending_.empty()) {
      Emit(piece_.subspan(static_cast<std::size_t>(start_ - piece_begin_), length));
      return;
    }
    if (length > pending_.size()) {
      const auto missing = static_cast<std::ptrdiff_t>(length - pending_.size());
      pending_.insert(pending_.end(), piece_.begin(), piece_.begin() + missing);
    }
    Emit(std::span(pending_).first(length));
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(length));
  }

  void Emit(std::span<const std::uint8_t> chunk) {
    const std::uint64_t key = base::LongHash(chunk);
    if (KeyLevel(key) >= level_) marks_.push_back({key, start_, static_cast<std::uint32_t>(chunk.size())});
    start_ += chunk.size();
  }

  Tttd rule_;
  int places_level_;
  FedWindows windows_;
  std::uint64_t start_ = 0;              // offset of the chunk being looked for
  std::uint64_t backup_ = 0;             // the last place of this chunk that passed; any other up to start_
  std::span<const std::uint8_t> piece_;  // being fed
  std::uint64_t piece_begin_ = 0;
  std::vector<std::uint8_t> pending_;  // bytes since the last cut, from earlier pieces
};

class Chunks : public Method {
 public:
  explicit Chunks(const std::string& text) {
    Parameters parameters("chunks", text);
    average_ = parameters.Number("average", 1015, 16, std::uint64_t{1} << 24);
    parameters.Done();
  }

  MethodInfo info() const override { return {"chunks", 2, {{"average", std::to_string(average_)}}}; }
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

}  // namespace kindred::mark
