// Winnowing in one pass, most bytes of which cost a shift, an addition and a comparison; see winnowing.h.
//
// The hash of a gram is h = (h << s) + table[byte] with s = 64 / k: what is older than k bytes has left the
// word. Only hashes below a limit, seven of them in a window on average, are looked at closely. A smaller
// hash than theirs is below the limit, too, so whether they are marked follows from these hashes alone. Grams
// above the limit can be marked only where a whole window has nothing below it; such gaps are gone through
// again, gram by gram. A stretch that is long enough to be marked is a gap, too.
#include "mark/methods/winnowing.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>
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

// Whether a gram of k bytes has a period of k / 2 or less. Each such period has a multiple above k / 4 and up
// to k / 2, which is a period, too, so only these are tried; comparing one word nearly always shows that it
// is not.
template <std::size_t kGram>
bool IsPeriodic(const std::uint8_t* gram) {
  using Word = std::conditional_t<(kGram >= 16), std::uint64_t, std::uint32_t>;
  static_assert(kGram - kGram / 2 >= sizeof(Word));
  Word first;
  std::memcpy(&first, gram, sizeof first);
  for (std::size_t period = kGram / 4 + 1; period <= kGram / 2; ++period) {
    Word later;
    std::memcpy(&later, gram + period, sizeof later);
    if (later == first && std::memcmp(gram, gram + period, kGram - period) == 0) return true;
  }
  return false;
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
    stretch_ = {};
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    // Grams that are still open lose their bytes. Bytes that a second pass over a gap may need stay.
    for (Open& gram : open_) gram.key = KeyOf(gram);
    const std::size_t keep = std::min<std::size_t>(buffer_.size(), window_ + 2 * kGram);
    origin_ += buffer_.size() - keep;
    buffer_.erase(buffer_.begin(), buffer_.end() - static_cast<std::ptrdiff_t>(keep));
    buffer_.insert(buffer_.end(), piece.begin(), piece.end());
    Scan();
    if (Grams() - low_ > window_) GoThrough(Grams());
  }

  void Coarsen(int) override {}
  bool Take(std::size_t, std::vector<Mark>*) override { return false; }  // in order only at the end

  void Finish(std::vector<Mark>* marks) override {
    if (Grams() - low_ > window_) GoThrough(Grams());
    Close(Grams(), 0);
    MarkStretch();
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
  // Bytes with a period of half a gram or less: all grams in it are periodic.
  struct Stretch {
    std::int64_t begin = 0;
    std::int64_t end = 0;  // as far as it was seen; 0: no stretch
    std::int64_t period = 0;
    std::array<std::uint8_t, 2 * kGram> bytes;  // the first ones
  };

  static std::uint64_t KeyOf(const std::uint8_t* gram) {
    return std::max<std::uint64_t>(1, XXH3_64bits(gram, static_cast<std::size_t>(kGram)));
  }
  std::uint64_t KeyOf(const Open& gram) const { return gram.key != 0 ? gram.key : KeyOf(BytesAt(gram.at)); }
  const std::uint8_t* BytesAt(std::int64_t at) const {
    return buffer_.data() + (static_cast<std::uint64_t>(at) - origin_);
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
      if (IsPeriodic<kGram>(bytes + (last + 1 - kGram))) return;
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

  // Takes every gram behind the last one seen, up to `end`, but for periodic ones.
  void GoThrough(std::int64_t end) {
    const auto& table = Table();
    std::int64_t at = seen_ + 1;
    while (at < end) {
      const std::uint8_t* gram = BytesAt(at);
      if (IsPeriodic<kGram>(gram)) {
        at = Follow(at);
        continue;
      }
      std::uint64_t hash = 0;
      for (std::int64_t i = 0; i + 1 < kGram; ++i) hash = (hash << kShift) + table[gram[i]];
      for (; at < end && !IsPeriodic<kGram>(gram); ++at, ++gram) {
        hash = (hash << kShift) + table[gram[kGram - 1]];
        Take(at, hash);
      }
    }
    seen_ = std::max(seen_, end - 1);
  }

  // The periodic gram at `at` and all that follow it in its stretch. Returns the gram behind them.
  std::int64_t Follow(std::int64_t at) {
    // Two neighbours that are both periodic have one period: the k - 1 bytes that they share have both.
    if (stretch_.end == 0 || at != stretch_.end - kGram + 1) StartStretch(at);
    const std::uint8_t* next = BytesAt(stretch_.end);
    const std::uint8_t* const end = buffer_.data() + buffer_.size();
    const std::int64_t period = stretch_.period;
    while (end - next >= 8 && std::memcmp(next, next - period, 8) == 0) next += 8;
    while (next < end && *next == *(next - period)) ++next;
    stretch_.end += next - BytesAt(stretch_.end);
    return stretch_.end - kGram + 1;
  }

  void StartStretch(std::int64_t at) {
    MarkStretch();
    const std::uint8_t* gram = BytesAt(at);
    stretch_.begin = at;
    stretch_.end = at + kGram;
    stretch_.period = 1;
    while (std::memcmp(gram, gram + stretch_.period, static_cast<std::size_t>(kGram - stretch_.period)) != 0)
      ++stretch_.period;
    for (std::int64_t i = 0; i < 2 * kGram; ++i)
      stretch_.bytes[static_cast<std::size_t>(i)] = gram[i % stretch_.period];
  }

  // Of the grams that a stretch repeats, the one with the least key is marked at its first two and its last
  // two places, if the stretch is as long as a run that counts.
  void MarkStretch() {
    if (stretch_.end - stretch_.begin >= window_ + kGram - 1) {
      const std::int64_t period = stretch_.period;
      std::int64_t least = 0;
      for (std::int64_t i = 1; i < period; ++i) {
        if (KeyOf(&stretch_.bytes[i]) < KeyOf(&stretch_.bytes[least])) least = i;
      }
      const std::int64_t first = stretch_.begin + least;
      const std::int64_t last = first + (stretch_.end - kGram - first) / period * period;
      std::int64_t before = -1;
      for (std::int64_t at : {first, first + period, last - period, last}) {
        if (at <= before || at > last) continue;
        AddMark({at, 0, KeyOf(&stretch_.bytes[least])});
        before = at;
      }
    }
    stretch_.end = 0;
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

  void AddMark(const Open& gram) {
    marks_.push_back({KeyOf(gram), static_cast<std::uint64_t>(gram.at), static_cast<std::uint32_t>(kGram)});
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
  std::int64_t low_ = -1;   // the last gram below the limit that is not periodic
  std::int64_t seen_ = -1;  // the last gram taken or left out
  std::vector<Open> open_;
  std::vector<Mark> marks_;
  Stretch stretch_;  // the one that was seen last
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
