// Where a stream of keys is cut; see key_stream.h.
#include "match/key_stream.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kindred {

namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

// Keys at which the stream can be cut into `parts` of about equal weight. Between two neighbouring levels
// keys are uniform, and how many there are is known from the contents' weights.
std::vector<std::uint64_t> Cuts(std::span<const ContentMarks> marks, std::size_t parts) {
  std::array<double, kMaxLevel + 2> at_level{};
  for (const ContentMarks& content : marks) {
    for (int level = 0; level <= kMaxLevel; ++level) {
      at_level[level] += static_cast<double>(content.weight_at[std::max<int>(level, content.level)]);
    }
  }
  std::vector<std::uint64_t> cuts = {0};
  for (std::size_t part = 1; part < parts; ++part) {
    const double wanted =
        at_level[0] * static_cast<double>(part) / static_cast<double>(parts);  // weight below the cut
    int level = kMaxLevel;
    while (level > 0 && at_level[level] < wanted) --level;
    const double below = level == kMaxLevel ? 0 : at_level[level + 1];
    const double inside = at_level[level] - below;
    const double low = level == kMaxLevel ? 0 : std::ldexp(1.0, 63 - level);
    const double high = std::ldexp(1.0, 64 - level);
    const double share = inside <= 0 ? 1 : std::clamp((wanted - below) / inside, 0.0, 1.0);
    const double cut = low + share * (high - low);
    cuts.push_back(cut >= std::ldexp(1.0, 64) ? kEnd : static_cast<std::uint64_t>(cut));
  }
  cuts.push_back(kEnd);
  return cuts;
}

}  // namespace

// There are a few parts per thread, since they are only about equal.
KeyStream::KeyStream(const KeySource& source, unsigned threads)
    : source_(source), places_(source.scope), cuts_(Cuts(source.marks, threads <= 1 ? 1 : 4 * threads)) {}

}  // namespace kindred
