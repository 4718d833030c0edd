// Where a stream of keys is cut; see key_stream.h.
#include "match/keys/key_stream.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "match/mixed.h"

namespace kindred::match {

namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

// Keys at which the stream can be cut into `parts` of about equal weight. Between two neighbouring levels
// keys are uniform, and below the coarsest, too; how many there are is known from the contents' weights.
std::vector<std::uint64_t> Cuts(const ScopeWeights& weights, std::size_t parts) {
  const int coarsest = weights.coarsest();
  auto at_level = [&](int level) { return static_cast<double>(weights.TotalAt(level)); };
  std::vector<std::uint64_t> cuts = {0};
  for (std::size_t part = 1; part < parts; ++part) {
    const double wanted =
        at_level(0) * static_cast<double>(part) / static_cast<double>(parts);  // weight below the cut
    int level = coarsest;
    while (level > 0 && at_level(level) < wanted) --level;
    const double below = level == coarsest ? 0 : at_level(level + 1);
    const double inside = at_level(level) - below;
    const double low = level == coarsest ? 0 : std::ldexp(1.0, 63 - level);
    const double high = std::ldexp(1.0, 64 - level);
    const double share = inside <= 0 ? 1 : std::clamp((wanted - below) / inside, 0.0, 1.0);
    const double cut = low + share * (high - low);
    cuts.push_back(cut >= std::ldexp(1.0, 64) ? kEnd : static_cast<std::uint64_t>(cut));
  }
  cuts.push_back(kEnd);
  return cuts;
}

}  // namespace

std::uint64_t HashOfMembers(std::span<const std::uint32_t> members) {
  std::uint64_t hash = 0;
  for (const std::uint32_t member : members) hash ^= Mixed(member);
  return hash;
}

// There are a few parts per thread, since they are only about equal.
KeyStream::KeyStream(const KeySource& source, unsigned threads)
    : source_(source), places_(source.scope), cuts_(Cuts(source.weights, threads <= 1 ? 1 : 4 * threads)) {}

}  // namespace kindred::match
