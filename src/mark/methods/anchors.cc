// sif's first method; see anchors.h.
#include "mark/methods/anchors.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "kindred/error.h"
#include "mark/anchors/anchor_search.h"
#include "mark/anchors/anchor_set.h"
#include "mark/method/parameters.h"
#include "mark/method/rate.h"
#include "mark/method/recent_keys.h"

namespace kindred::mark {

namespace {

class AnchorMarker : public OrderedMarker {
 public:
  AnchorMarker(const AnchorSearch& search, std::size_t window)
      : search_(search), scratch_(search.NewScratch()), window_(window), recent_(window) {}

  void Begin(int level) override {
    Restart(level);
    base_ = 0;
    tail_.clear();
    recent_.Clear();
  }

  void Feed(std::span<const std::uint8_t> piece) override {
    constexpr std::size_t kMost = 1 << 20;  // the search counts in 32 bits
    for (; piece.size() > kMost; piece = piece.subspan(kMost)) FeedSome(piece.first(kMost));
    FeedSome(piece);
  }

 private:
  // Windows that reach over from the last piece are searched in a small copy; all others in place.
  void FeedSome(std::span<const std::uint8_t> piece) {
    const std::size_t overhang = window_ - 1;
    if (!tail_.empty()) {
      const std::size_t carried = tail_.size();
      tail_.insert(tail_.end(), piece.begin(), piece.begin() + std::min(overhang, piece.size()));
      Search(tail_, base_ - carried);
      if (piece.size() < overhang) {
        if (tail_.size() > overhang) tail_.erase(tail_.begin(), tail_.end() - overhang);
        base_ += piece.size();
        return;
      }
    }
    Search(piece, base_);
    const std::size_t keep = std::min(overhang, piece.size());
    tail_.assign(piece.end() - keep, piece.end());
    base_ += piece.size();
  }

  // `base` is the offset of bytes[0] in the content. Every anchor whose window fits is found: none is longer.
  void Search(std::span<const std::uint8_t> bytes, std::uint64_t base) {
    if (bytes.size() < window_) return;
    search_.Find(bytes, *scratch_, &starts_);
    for (const std::uint32_t start : starts_) {
      if (start + window_ > bytes.size()) return;
      const std::uint64_t key = XXH3_64bits(bytes.data() + start, window_);
      if (KeyLevel(key) < level_) continue;
      if (recent_.SeenWithinWindow(key, base + start)) continue;
      marks_.push_back({key, base + start, static_cast<std::uint32_t>(window_)});
    }
  }

  const AnchorSearch& search_;
  std::unique_ptr<AnchorSearch::Scratch> scratch_;
  std::size_t window_;
  std::uint64_t base_ = 0;
  std::vector<std::uint8_t> tail_;  // the last window - 1 bytes fed
  std::vector<std::uint32_t> starts_;
  RecentKeys recent_;
};

AnchorSet LoadSet(const std::string& name, const ReadText& read) {
  if (const char* builtin = BuiltinAnchorText(name)) return ParseAnchorSet(builtin, "set " + name);
  if (!read) {
    throw Error(ErrorKind::kUsage, fmt::format("there is no anchor set '{}'", name),
                OptionName{"method anchors"},
                fmt::format("choose from: {}", fmt::join(BuiltinAnchorSets(), ", ")));
  }
  return ParseAnchorSet(read(name), name);
}

class Anchors : public Method {
 public:
  Anchors(const std::string& text, const ReadText& read) {
    Parameters parameters("anchors", text);
    const std::string set = parameters.Word("set", "english");
    const std::string digest = parameters.Word("digest", "");
    window_ = parameters.Number("window", 50, kLongestAnchor, 4096);
    rate_ = parameters.Word("rate", "auto");
    if (rate_ != "auto" && rate_ != "fine") parameters.Fail("rate", "auto or fine");
    parameters.Done();
    set_ = LoadSet(set, read);
    digest_ = AnchorSetDigest(set_);
    if (!digest.empty() && digest != digest_) {
      throw Error(
          ErrorKind::kUsage, fmt::format("anchor set '{}' is not the one with digest {}", set, digest),
          OptionName{"method anchors"}, "name the file of that set, or leave digest out to use this one");
    }
    spread_level_ = static_cast<int>(std::lround(std::log2(static_cast<double>(set_.every))));
  }

  MethodInfo info() const override {
    return {"anchors",
            1,
            {{"set", set_.name}, {"digest", digest_}, {"window", std::to_string(window_)}, {"rate", rate_}}};
  }
  Weight weight() const override { return Weight::kMarks; }
  int key_bits() const override { return 48; }
  // The set's own spread is a selection already.
  int LevelFor(std::uint64_t size) const override {
    return rate_ == "fine" ? 0 : std::max(0, AutoLevel(size) - spread_level_);
  }
  std::uint64_t ExpectedMarks(std::uint64_t size) const override {
    return size / set_.every >> LevelFor(size);
  }
  int FinestLevel() const override { return 0; }
  std::unique_ptr<Marker> NewMarker() const override {
    // Compiling takes some milliseconds, and most runs of the program never mark.
    std::call_once(compiled_, [this] { search_ = std::make_unique<AnchorSearch>(set_); });
    return std::make_unique<AnchorMarker>(*search_, window_);
  }

 private:
  AnchorSet set_;
  std::string digest_;
  std::size_t window_ = 0;
  std::string rate_;
  int spread_level_ = 0;
  mutable std::once_flag compiled_;
  mutable std::unique_ptr<AnchorSearch> search_;
};

}  // namespace

std::unique_ptr<Method> MakeAnchors(const std::string& parameters, const ReadText& read) {
  return std::make_unique<Anchors>(parameters, read);
}

}  // namespace kindred::mark
