// Files that are crowded: much of what they have occurs in more files than the degree cap allows to propose
// pairs, as with ten thousand versions of one text. All their pairs are too many, but each has neighbours,
// and the whole has a centre:
//   - a file of whose weight half or more is above the cap is linked to its nearest: of the sixteen most
//   alike
//     (crowd_neighbours.h) the four that share most with it, if that is three fifths of both;
//   - a file that is mostly capped (four fifths) is also linked to the next such file, by path, of the
//     smallest crowd that it belongs to, and to the centre of its family. A family is what neighbours
//     connect; its centre is the member that most have as a neighbour. So a family of n files is one star
//     and one chain, at some six links a file.
// A file that only contains a licence is not that crowded and linked to no other by it: if it has no other
// relatives, it is boilerplate, and counted as such.
//
// Cost: crowded files are found during a pass over the sets that is made anyway, in 4 bytes a content; if
// there are any, two passes more, and some 800 bytes for each of these files.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "match/keys/scope_weights.h"
#include "match/pairs/pair_sums.h"
#include "model/pair.h"

namespace kindred::match {

// How much of a content is capped.
enum class Crowding : std::uint8_t {
  kPartly,  // a quarter: it shares boilerplate
  kHalf,
  kNearlyAll,
};

struct CrowdedContent {
  std::uint32_t place = 0;
  Crowding crowding = Crowding::kPartly;
  bool operator==(const CrowdedContent&) const = default;
};

// What the keys above the cap weigh in each content; filled by several threads at once.
class CrowdedWeights {
 public:
  explicit CrowdedWeights(std::size_t contents) : weights_(contents) {}

  // A set above the cap.
  void Add(std::span<const std::uint32_t> members, std::span<const std::uint64_t> weights);
  // Ascending.
  std::vector<CrowdedContent> Crowded(const ScopeWeights& weights) const;

 private:
  std::vector<std::atomic<std::uint32_t>> weights_;  // at most all that fits
};

// All sets of a scope, each key in one of them, in parts that can be read at the same time; members are
// places.
struct PassSets {
  std::size_t parts = 0;
  std::function<void(std::size_t part, const SetVisitor&)> pass;
};

struct Crowds {
  std::vector<PairSums> pairs;                    // by (a, b), with all that the two share
  std::vector<LargeFamilyMember> large_families;  // by place
  std::vector<std::uint32_t> partly;              // contents of which a quarter or more is capped, ascending
};

Crowds LinkCrowds(std::span<const CrowdedContent> crowded, const PassSets& sets, std::uint64_t cap,
                  const ScopeWeights& weights, unsigned threads);

}  // namespace kindred::match
