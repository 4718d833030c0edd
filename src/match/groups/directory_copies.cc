// See directory_copies.h.
#include "match/groups/directory_copies.h"

#include <algorithm>
#include <tuple>

namespace kindred::match {

namespace {

constexpr std::size_t kManyCopies = 32;  // more are not paired each with each
constexpr std::size_t kNextCopies = 4;

// Of a content, so that their sum identifies a multiset. Two multisets with equal sums would only cost a
// comparison.
std::uint64_t HashOf(std::uint32_t place) {
  std::uint64_t x = (place + std::uint64_t{1}) * 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93;
  return x ^ (x >> 32);
}

}  // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> ExactCopies(const DirectoryTree& tree) {
  std::vector<std::uint64_t> sums = {0};  // of the hashes of the files before each
  for (const DirectoryTree::File& file : tree.files()) sums.push_back(sums.back() + HashOf(file.place));
  struct Whole {
    std::uint64_t hash;
    std::uint64_t bytes;
    std::uint32_t first, node;
    auto Key() const { return std::tuple(hash, bytes); }
  };
  std::vector<Whole> wholes;
  auto hash_of = [&](std::uint32_t node) { return sums[tree.node(node).end] - sums[tree.node(node).begin]; };
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    // Directories that hold only one other are not nodes of the tree, and have no files here.
    if (tree.node(node).end > tree.node(node).begin && tree.node(node).bytes > 0)
      wholes.push_back({hash_of(node), tree.node(node).bytes, tree.node(node).first, node});
  }
  std::ranges::sort(wholes, {}, [](const Whole& whole) { return std::tuple(whole.Key(), whole.first); });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> copies;
  auto add = [&](const Whole& a, const Whole& b) {
    const auto& [one, two] =
        std::minmax(a, b, [](const Whole& x, const Whole& y) { return x.first < y.first; });
    if (tree.Holds(one.node, two.node)) return;
    const std::uint32_t up = tree.node(one.node).parent, other_up = tree.node(two.node).parent;
    constexpr std::uint32_t kNone = DirectoryTree::kNone;
    if (up != kNone && other_up != kNone && up != other_up && hash_of(up) == hash_of(other_up)) return;
    copies.emplace_back(one.node, two.node);
  };
  for (std::size_t begin = 0; begin < wholes.size();) {
    std::size_t end = begin + 1;
    while (end < wholes.size() && wholes[end].Key() == wholes[begin].Key()) ++end;
    const std::size_t count = end - begin;
    const std::size_t next = count > kManyCopies ? kNextCopies : count - 1;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t step = 1; step <= next; ++step) {
        // All with all: each pair once. Some: the last go on with the first.
        if (count <= kManyCopies && i + step >= count) break;
        add(wholes[begin + i], wholes[begin + (i + step) % count]);
      }
    }
    begin = end;
  }
  return copies;
}

}  // namespace kindred::match
