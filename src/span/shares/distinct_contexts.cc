// A hash of the last 64 bytes decides where blocks end, so that equal bytes are cut alike wherever they
// occur, whatever comes before them. The hash is the gear of FastCDC (Xia et al. 2016): a shift and an
// addition.
#include "span/shares/distinct_contexts.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "base/parallel.h"
#include "span/shares/pair_shares.h"

namespace kindred::span {

namespace {

constexpr std::uint64_t kShortestBlock = 64;
constexpr int kCutBits = 7;                    // one byte in 128 ends a block, from the shortest on
constexpr std::uint64_t kLongestBlock = 4096;  // periodic bytes may never end one
constexpr std::size_t kContentsAtATime = 64;   // are held while their contexts are added

constexpr std::array<std::uint64_t, 256> MakeGear() {
  std::array<std::uint64_t, 256> gear{};
  std::uint64_t state = 0x243F6A8885A308D3;  // pi: any fixed number
  for (std::uint64_t& number : gear) {       // splitmix64
    std::uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    number = mixed ^ mixed >> 31;
  }
  return gear;
}
constexpr std::array<std::uint64_t, 256> kGear = MakeGear();

}  // namespace

std::vector<DistinctContexts::Cut> DistinctContexts::CutContent(std::span<const std::uint8_t> content) const {
  std::vector<Cut> cuts;
  if (content.size() < least_) return cuts;
  const std::uint64_t windows = content.size() - least_ + 1;
  const std::uint64_t shortest = std::max(kShortestBlock, least_);
  const std::uint64_t longest = std::max(kLongestBlock, 4 * least_);
  for (std::uint64_t begin = 0, end; begin < windows; begin = end) {
    end = begin;
    std::uint64_t hash = 0;
    const std::uint64_t last = std::min(windows, begin + longest);
    while (end < last) {
      hash = (hash << 1) + kGear[content[static_cast<std::size_t>(end)]];
      ++end;
      if (end - begin >= shortest && hash >> (64 - kCutBits) == 0) break;
    }
    const auto size = static_cast<std::size_t>(end - begin + least_ - 1);
    const XXH128_hash_t id = XXH3_128bits(content.data() + begin, size);
    cuts.push_back({{id.high64, id.low64}, begin, static_cast<std::uint32_t>(size)});
  }
  return cuts;
}

void DistinctContexts::Add(std::uint32_t place, std::span<const std::uint8_t> content,
                           std::span<const Cut> cuts) {
  std::vector<Use>& uses = uses_[place];
  uses.reserve(cuts.size());
  for (const Cut& cut : cuts) {
    const auto [known, is_new] = numbers_.try_emplace(cut.id, static_cast<std::uint32_t>(begins_.size()));
    if (is_new) {
      begins_.push_back(static_cast<std::uint32_t>(bytes_.size()));
      const auto from = content.subspan(static_cast<std::size_t>(cut.begin), cut.size);
      bytes_.insert(bytes_.end(), from.begin(), from.end());
      contents_of_.emplace_back();
    }
    std::vector<std::uint32_t>& contents = contents_of_[known->second];
    if (contents.empty() || contents.back() != place) contents.push_back(place);
    uses.push_back({known->second, cut.begin});
  }
}

bool DistinctContexts::Read(std::span<const std::uint32_t> contents, const PairSharesInput& input) {
  uses_.resize(contents.size());
  trivial_.resize(contents.size());
  read_.resize(contents.size());
  std::atomic<bool> stopped = false;
  for (std::size_t first = 0; first < contents.size(); first += kContentsAtATime) {
    const std::size_t count = std::min(kContentsAtATime, contents.size() - first);
    std::vector<Source::Piece> pieces(count);
    std::vector<std::vector<Cut>> cuts(count);
    base::ParallelFor(input.threads, count, [&](std::size_t i, unsigned) {
      if (stopped || (input.stop && input.stop())) {
        stopped = true;
        return;
      }
      pieces[i] = input.whole(contents[first + i]);
      cuts[i] = CutContent(pieces[i].bytes);
      trivial_[first + i] = TrivialWindows(pieces[i].bytes, least_);
    });
    if (stopped) return false;
    for (std::size_t i = 0; i < count; ++i) {
      read_[first + i] = !pieces[i].bytes.empty();
      Add(static_cast<std::uint32_t>(first + i), pieces[i].bytes, cuts[i]);
    }
    if (input.progress) input.progress(count);
  }
  numbers_ = {};  // all are known
  return true;
}

std::uint32_t DistinctContexts::ContextAt(std::uint32_t position) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(begins_, position) - begins_.begin() - 1);
}

}  // namespace kindred::span
