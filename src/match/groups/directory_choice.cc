// See directory_choice.h.
#include "match/groups/directory_choice.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace kindred::match {

namespace {

constexpr double kOneByte = 0.5;       // sums that differ by less are equal
constexpr double kAlmostAll = 0.99;    // of what a pair above shares
constexpr double kSameShare = 0.01;    // shares that differ by less are equal
constexpr std::size_t kMostAbove = 8;  // pairs above that are remembered

double SmallerShare(const SimilarDirectories& pair) { return std::min(pair.of_a, pair.of_b); }

// Rule 1.
bool SaysAll(const FoundDirectories& below, const FoundDirectories& above) {
  if (above.Shared() <= below.Shared() + kOneByte) return true;
  return below.Shared() >= kAlmostAll * above.Shared() &&
         below.value.similarity >= above.value.similarity - kSameShare &&
         SmallerShare(below.value) > SmallerShare(above.value) + kSameShare;
}

// Rule 2.
bool Includes(const FoundDirectories& above, const FoundDirectories& below) {
  if (above.Shared() <= below.Shared() + kOneByte) return false;
  if (above.value.similarity < below.value.similarity) return false;
  const bool both_are_parents = above.a != below.a && above.b != below.b;
  const double least =
      both_are_parents ? SmallerShare(below.value) / 2 : SmallerShare(below.value) - kSameShare;
  return SmallerShare(above.value) >= least;
}

}  // namespace

std::vector<bool> ChooseDirectories(const std::vector<FoundDirectories>& found,
                                    std::vector<NodePair> compared, const DirectoryTree& tree) {
  std::unordered_map<NodePair, std::size_t> numbers;
  for (std::size_t i = 0; i < found.size(); ++i) numbers.emplace(NodePairOf(found[i].a, found[i].b), i);
  std::vector<bool> told(found.size(), true);
  auto one_step_up = [&](NodePair nodes) {
    const std::uint32_t a = HighOf(nodes), b = LowOf(nodes);
    return std::array{NodePairOf(tree.node(a).parent, b), NodePairOf(a, tree.node(b).parent)};
  };
  // What two directories share grows from a pair to those above it, so one step is enough here.
  for (const FoundDirectories& own : found) {
    for (const NodePair parent : one_step_up(NodePairOf(own.a, own.b))) {
      const auto above = numbers.find(parent);
      if (above != numbers.end() && SaysAll(own, found[above->second])) told[above->second] = false;
    }
  }
  std::ranges::sort(compared, {}, [&](NodePair nodes) {
    return std::pair(tree.node(HighOf(nodes)).depth + tree.node(LowOf(nodes)).depth, nodes);
  });
  std::unordered_map<NodePair, std::vector<std::size_t>> told_above;  // and itself, the nearest first
  for (const NodePair nodes : compared) {
    std::vector<std::size_t> known;
    for (const NodePair parent : one_step_up(nodes)) {
      const auto above = told_above.find(parent);
      if (above == told_above.end()) continue;
      for (const std::size_t number : above->second) {
        if (known.size() < kMostAbove && std::ranges::find(known, number) == known.end())
          known.push_back(number);
      }
    }
    if (const auto own = numbers.find(nodes); own != numbers.end() && told[own->second]) {
      const std::size_t i = own->second;
      told[i] =
          std::ranges::none_of(known, [&](std::size_t above) { return Includes(found[above], found[i]); });
      if (told[i]) known.insert(known.begin(), i);
    }
    if (!known.empty()) told_above.emplace(nodes, std::move(known));
  }
  return told;
}

}  // namespace kindred::match
