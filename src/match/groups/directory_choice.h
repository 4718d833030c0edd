// Which pairs of similar directories are reported: a pair that another one describes better is left out.
// "Above" a pair are those whose directories are the same or parents of its directories; the smaller of a
// pair's two shares measures how well it describes both directories.
//
// 1. A pair is left out when one below it shares as much, so that the rest of its directories is unrelated;
// or
//    almost as much, and with a higher smaller share. Example: Backup/Thesis has 99 % in Documents, but only
//    7 % of Documents are in Backup/Thesis. If Documents/Thesis shares 99 % both ways, that is the pair to
//    report.
// 2. A pair is left out when one above it that is reported shares more, is as similar, and has a smaller
//   share that is not lower; where both its directories are parents, not lower than half. Example: the
//   subdirectories of a copied tree, to which a few files were added since.
//
// Cost: each pair is visited once, with the pairs above it that are reported, of which there are few.
#pragma once

#include <cstdint>
#include <vector>

#include "match/groups/directories.h"
#include "match/groups/directory_tree.h"

namespace kindred::match {

// Two nodes in one number, in order.
using NodePair = std::uint64_t;
inline NodePair NodePairOf(std::uint32_t from, std::uint32_t to) { return NodePair{from} << 32 | to; }
inline std::uint32_t HighOf(NodePair nodes) { return static_cast<std::uint32_t>(nodes >> 32); }
inline std::uint32_t LowOf(NodePair nodes) { return static_cast<std::uint32_t>(nodes); }

// A pair of directories, by node, a before b in the tree.
struct FoundDirectories {
  std::uint32_t a, b;
  SimilarDirectories value;
  double Shared() const { return value.shared_a + value.shared_b; }
};

// By place in `found`: whether it is reported. `compared` are all pairs of nodes that share anything, a
// before b in the tree: pairs that are too dissimilar still lead from a pair to one above it.
std::vector<bool> ChooseDirectories(const std::vector<FoundDirectories>& found,
                                    std::vector<NodePair> compared, const DirectoryTree& tree);

}  // namespace kindred::match
