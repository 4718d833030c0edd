// Winnowing in one pass, most bytes of which cost a shift, an addition and a comparison; see winnowing.h.
//
// The hash of a gram is h = (h << s) + table[byte] with s = 64 / k: what is older than k bytes has left the
// word. Only hashes below a limit, seven of them in a window on average, are looked at closely. A smaller
// hash than theirs is below the limit, too, so whether they are marked can be told from each other alone.
// Grams above the limit can be marked only where a whole window has nothing below it; such gaps are gone
// through again, gram by gram.
#include "mark/winnowing.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <limits>

namespace kindred::mark {

namespace {

// With fewer, more gaps are gone through again, which costs more than it saves: at 7 the sum is least.
constexpr std::uint64_t kPerWindow = 7;
// In small windows every few bytes have one of them, and other figures hold.
constexpr std::uint32_t kSmallWindow = 64;
constexpr std::uint64_t kPerSmallWindow = 5;

std::uint64_t LimitFor(std::uint32_t window) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t wanted = window < kSmallWindow ? kPerSmallWindow : kPerWindow;
  return window <= wanted ? kMost : kMost / window * wanted;
}

std::array<std::uint64_t, 256> MakeTable() {
  std::array<std::uint64_t, 256> table;
  for (std::size_t byte = 0; byte < table.size(); ++byte) table[byte] = XXH3_64bits(&byte, 1);
  return table;
}

const std::array<std::uint64_t, 256>& Table() {
  static const std::array<std::uint64_t, 256> table = MakeTable();
  return table;
}

template <int kShift>
class Winnower : public Marker {
 public:
  explicit Winnower(std::uint32_t window) : window_(window), limit_(LimitFor(window)) {}

  void Begin(int) override {
    buffer_.clear();
    origin_ = 0;
    hashed_ = 0;
    hash_ = 0;
    low_ = -1;
    seen_ = -1;
    open_.clear();
    marks_.clear();
    row_ = 0;
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    // Grams that are still open lose their bytes. What a gap may have to be gone through again for stays.
    for (Open& gram : open_) gram.key = KeyOf(gram);
    const std::size_t keep = std::min<std::size_t>(buffer_.size(), window_ + 2 * kGram);
    origin_ += buffer_.size() - keep;
    buffer_.erase(buffer_.begin(), buffer_.end() - static_cast<std::ptrdiff_t>(keep));
    buffer_.insert(buffer_.end(), piece.begin(), piece.end());
    Scan();
    if (Grams() - low_ > window_) GoThrough(Grams());
  }

  void Coarsen(int) override {}

  void Finish(std::vector<Mark>* marks) override {
    if (Grams() - low_ > window_) GoThrough(Grams());
    Close(Grams(), 0);
    PutInOrder();
    marks->insert(marks->end(), marks_.begin(), marks_.end());
  }

 private:
  static constexpr std::int64_t kGram = 64 / kShift;

  // A gram that may still be marked. Their hashes ascend. Most are never marked, so the key waits.
  struct Open {
    std::int64_t at = 0;
    std::uint64_t hash = 0;
    std::uint64_t key = 0;  // 0: not known yet
  };
  std::uint64_t KeyOf(const Open& gram) const {
    if (gram.key != 0) return gram.key;
    const std::uint8_t* bytes = buffer_.data() + (static_cast<std::uint64_t>(gram.at) - origin_);
    return std::max<std::uint64_t>(1, XXH3_64bits(bytes, static_cast<std::size_t>(kGram)));
  }

  // The number of grams until now.
  std::int64_t Grams() const {
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(origin_ + buffer_.size()) - kGram + 1);
  }

  void Scan() {
    const auto& table = Table();
    const std::uint64_t limit = limit_;
    const std::uint8_t* const bytes = buffer_.data();
    const std::size_t size = buffer_.size();
    std::size_t i = static_cast<std::size_t>(hashed_ - origin_);
    // The first bytes only fill the word.
    std::uint64_t hash = hash_;
    for (; i < size && origin_ + i + 1 < static_cast<std::uint64_t>(kGram); ++i) {
      hash = (hash << kShift) + table[bytes[i]];
    }
    auto look = [&](std::size_t last, std::uint64_t gram) {
      if (gram >= limit) return;
      const auto at = static_cast<std::int64_t>(origin_ + last) + 1 - kGram;
      if (at - low_ > window_) GoThrough(at);
      Take(at, gram);
      low_ = at;
    };
    // Four at a time, each from the same hash: else every byte would wait for the one before.
    for (; window_ >= kSmallWindow && i + 4 <= size; i += 4) {
      const std::uint64_t one = table[bytes[i]];
      const std::uint64_t two = (one << kShift) + table[bytes[i + 1]];
      const std::uint64_t three = (two << kShift) + table[bytes[i + 2]];
      const std::uint64_t four = (three << kShift) + table[bytes[i + 3]];
      const std::array<std::uint64_t, 4> grams = {(hash << kShift) + one, (hash << 2 * kShift) + two,
                                                  (hash << 3 * kShift) + three, (hash << 4 * kShift) + four};
      hash = grams[3];
      if ((grams[0] >= limit) & (grams[1] >= limit) & (grams[2] >= limit) & (grams[3] >= limit)) [[likely]]
        continue;
      for (std::size_t k = 0; k < grams.size(); ++k) look(i + k, grams[k]);
    }
    for (; i < size; ++i) {
      hash = (hash << kShift) + table[bytes[i]];
      look(i, hash);
    }
    hash_ = hash;
    hashed_ = origin_ + size;
  }

  // Takes every gram behind the last one taken, up to `end`.
  void GoThrough(std::int64_t end) {
    const auto& table = Table();
    std::uint64_t hash = 0;
    const auto first = static_cast<std::size_t>(seen_ + 1 - static_cast<std::int64_t>(origin_));
    for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(kGram); ++i) {
      hash = (hash << kShift) + table[buffer_[first + i]];
    }
    for (std::int64_t at = seen_ + 1; at < end; ++at) {
      hash = (hash << kShift) + table[buffer_[static_cast<std::size_t>(at + kGram - 1) - origin_]];
      Take(at, hash);
    }
  }

  void Take(std::int64_t at, std::uint64_t hash) {
    Close(at, hash);
    open_.push_back({at, hash, 0});
    seen_ = at;
  }

  // Decides the open grams whose hash is at least `hash`, now that the gram at `right` has that one.
  void Close(std::int64_t right, std::uint64_t hash) {
    while (!open_.empty() && open_.back().hash >= hash) {
      const Open gram = open_.back();
      open_.pop_back();
      const std::int64_t left = open_.empty() ? -1 : open_.back().at;
      if (right - left > window_) AddMark(gram);
    }
  }

  // Of a row of equal grams that overlap, each as far from the next, the first two and the last are kept.
  void AddMark(const Open& gram) {
    const Mark mark{KeyOf(gram), static_cast<std::uint64_t>(gram.at), static_cast<std::uint32_t>(kGram)};
    const bool in_row = !marks_.empty() && marks_.back().key == mark.key;
    const std::uint64_t step = in_row ? mark.offset - marks_.back().offset : 0;
    if (!in_row || step > static_cast<std::uint64_t>(kGram) || (row_ > 1 && step != step_)) {
      row_ = 1;
    } else {
      step_ = step;
      if (++row_ > 3) marks_.pop_back();
    }
    marks_.push_back(mark);
  }

  // Marks are decided a little out of order, so each moves a few steps only; if not, they are sorted.
  void PutInOrder() {
    std::size_t steps = 8 * marks_.size();
    for (std::size_t i = 1; i < marks_.size(); ++i) {
      for (std::size_t k = i; k > 0 && marks_[k - 1].offset > marks_[k].offset; --k) {
        std::swap(marks_[k - 1], marks_[k]);
        if (--steps > 0) continue;
        std::ranges::sort(marks_, {}, &Mark::offset);
        return;
      }
    }
  }

  const std::int64_t window_;
  const std::uint64_t limit_;
  std::vector<std::uint8_t> buffer_;
  std::uint64_t origin_ = 0;  // of the buffer in the content
  std::uint64_t hashed_ = 0;  // bytes of the content in hash_
  std::uint64_t hash_ = 0;
  std::int64_t low_ = -1;   // the last gram below the limit
  std::int64_t seen_ = -1;  // the last gram taken
  std::vector<Open> open_;
  std::vector<Mark> marks_;
  std::uint64_t row_ = 0;   // marks in the row that the last one belongs to
  std::uint64_t step_ = 0;  // of that row
};

}  // namespace

Winnowing WinnowingFor(std::uint64_t length) {
  length = std::clamp<std::uint64_t>(length, kLeastRun, std::uint64_t{1} << 24);
  const std::uint32_t gram = length >= 64 ? 32 : length >= 32 ? 16 : 8;
  return {gram, static_cast<std::uint32_t>(length - gram + 1)};
}

std::unique_ptr<Marker> NewWinnower(const Winnowing& winnowing) {
  switch (winnowing.gram) {
    case 8:
      return std::make_unique<Winnower<8>>(winnowing.window);
    case 16:
      return std::make_unique<Winnower<4>>(winnowing.window);
    default:
      return std::make_unique<Winnower<2>>(winnowing.window);
  }
}

}  // namespace kindred::mark
